import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate } from '../../../server/src/platform/db/migrate.ts';
import { startEmbeddedPostgres } from '../../../server/src/platform/embedded-postgres/embedded-postgres.ts';
import { createLog } from '../../../server/src/platform/process/log.ts';

export interface Bench {
  url: string;
  dataDir: string;
  end(): Promise<void>;
}

/** A migrated cluster with the durability of production (fsync on). */
export async function benchCluster(): Promise<Bench> {
  const dataDir = mkdtempSync(join(tmpdir(), 'seri-bench-'));
  const postgres = await startEmbeddedPostgres({ dataDir, log: createLog('bench', 'error') });
  await migrate(postgres.url);
  return {
    url: postgres.url,
    dataDir,
    end: async () => {
      await postgres.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
