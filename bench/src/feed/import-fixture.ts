import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Database, openDatabase } from '../../../server/src/platform/db/db.ts';
import { startEmbeddedPostgres } from '../../../server/src/platform/embedded-postgres/embedded-postgres.ts';
import { clusterPaths } from '../../../server/src/platform/embedded-postgres/postgres-cluster.ts';
import { createLog } from '../../../server/src/platform/process/log.ts';
import { archiveCluster, type Extent } from '../lists/archive-data.ts';

const FEED_CLI = join(import.meta.dirname, '..', '..', '..', 'server', 'src', 'cli', 'feed-cli.ts');
const log = createLog('bench', 'error');

export interface ImportFixture {
  database: Database;
  url: string;
  dataDir: string;
}

/** Runs on a copy of an archive: an import changes the lots, and other benchmarks need the archive unchanged. */
export async function onCopy<T>(extent: Extent, work: (fixture: ImportFixture) => Promise<T>): Promise<T> {
  const archive = await archiveCluster(extent);
  await archive.end();
  const dataDir = `${archive.dataDir}-import`;
  rmSync(dataDir, { recursive: true, force: true });
  cpSync(archive.dataDir, dataDir, { recursive: true });
  // PostgreSQL refuses a folder that others may read.
  chmodSync(clusterPaths(dataDir).data, 0o700);
  try {
    const postgres = await startEmbeddedPostgres({ dataDir, log });
    const database = openDatabase(postgres.url, log);
    const answer = await work({ database, url: postgres.url, dataDir });
    await database.close();
    await postgres.stop();
    return answer;
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** An import in its own process, like the worker's. */
export const importingProcess = (url: string, file: string): ChildProcess =>
  spawn(process.execPath, [FEED_CLI, file], {
    env: { ...process.env, DATABASE_URL: url, NODE_ENV: 'production' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
