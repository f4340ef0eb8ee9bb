import { mkdtempSync, readdirSync, statSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate } from '../db/migrate.ts';
import { createLog } from '../process/log.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts';
import { lockFolder } from './postgres-lock.ts';
import { runOn, TEMPLATE } from './test-template.ts';

const PREFIX = 'seri-test-cluster-';
const FLAGS = [
  ...['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'autovacuum=off'],
  ...['wal_level=minimal', 'max_wal_senders=0', 'max_connections=200'],
];

/** Starts a throwaway cluster with the migrated schema in `TEMPLATE`: one per test run. */
export async function startTestCluster(): Promise<EmbeddedPostgres> {
  await removeOrphanedClusters();
  const dataDir = mkdtempSync(join(tmpdir(), PREFIX));
  const cluster = await startEmbeddedPostgres({
    dataDir,
    flags: FLAGS,
    disposable: true,
    log: createLog('test-cluster', 'silent'),
  });
  const template = new URL(cluster.url);
  template.pathname = `/${TEMPLATE}`;
  await runOn(cluster.url, `create database ${TEMPLATE}`);
  await migrate(template.href);
  await runOn(template.href, 'vacuum (freeze, analyze)');
  await runOn(cluster.url, `alter database ${TEMPLATE} is_template true allow_connections false`);
  return {
    ...cluster,
    stop: async () => {
      await cluster.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/**
 * Removes the folders of killed runs, whose locks are free. A young folder is skipped, since its run may not have
 * locked it yet.
 */
async function removeOrphanedClusters(): Promise<void> {
  for (const name of readdirSync(tmpdir()).filter((entry) => entry.startsWith(PREFIX))) {
    const folder = join(tmpdir(), name);
    try {
      if (Date.now() - statSync(folder).ctimeMs < 60_000) continue;
      const lock = await lockFolder(folder);
      if (!lock) continue;
      await rm(folder, { recursive: true, force: true });
      await lock.release();
    } catch {
      // It belongs to another user, or another run has just removed it.
    }
  }
}
