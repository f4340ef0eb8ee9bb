import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate } from '../../platform/db/migrate.ts';
import { startEmbeddedPostgres } from '../../platform/embedded-postgres/embedded-postgres.ts';
import { testDatabase } from '../../platform/embedded-postgres/test-database.ts';
import { createLog } from '../../platform/process/log.ts';

export interface StormDatabase {
  url(): string;
  /** Kills PostgreSQL without a clean shutdown, and starts it again on another port. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

/** A database in the shared cluster: its PostgreSQL is not disturbed. */
export async function calmDatabase(): Promise<StormDatabase> {
  const { url, drop } = await testDatabase();
  return { url: () => url, restart: () => Promise.reject(new Error('others use it')), close: drop };
}

/** A PostgreSQL cluster of its own, as durable as in production. */
export async function crashingDatabase(): Promise<StormDatabase> {
  const dataDir = mkdtempSync(join(tmpdir(), 'seri-crashing-'));
  const start = () => startEmbeddedPostgres({ dataDir, log: createLog('test', 'silent') });
  let cluster = await start();
  await migrate(cluster.url);
  return {
    url: () => cluster.url,
    restart: async () => {
      const { pid } = JSON.parse(readFileSync(join(dataDir, 'run.json'), 'utf8')) as { pid: number };
      process.kill(pid, 'SIGQUIT');
      await cluster.exited;
      await cluster.stop();
      cluster = await start();
    },
    close: async () => {
      await cluster.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
