import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import { type CopiedFiles, copyFile } from './copied-files.ts';
import { clusterPaths } from './postgres-cluster.ts';

const CONTROL = 'global/pg_control';
/** Copied as empty folders: their content belongs to the running PostgreSQL. */
const EMPTY: readonly string[] = [
  'pg_wal',
  'pg_wal/archive_status',
  'pg_wal/summaries',
  'pg_replslot',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_subtrans',
  'pg_dynshmem',
  'pg_stat_tmp',
];
const SKIPPED = /(^|\/)(postmaster\.(pid|opts)|pg_internal\.init[^/]*|pgsql_tmp[^/]*|backup_label[^/]*|[^/]*\.signal)$/;
const SEGMENT = /^[0-9A-F]{24}$/;

/**
 * Copies the files of a running cluster together with the write-ahead log they need, without stopping it
 * (pg_backup_start). `into` gets `data` and `password`; an ordinary start recovers from it.
 */
export async function backupCluster(
  url: string,
  dataDir: string,
  into: string,
): Promise<Pick<CopiedFiles, 'files' | 'folders'>> {
  const { data, password } = clusterPaths(dataDir);
  const copied: CopiedFiles['files'] = {};
  const folders = [...EMPTY];
  const copy = async (from: string, name: string) => {
    const file = await copyFile(from, join(into, name));
    if (file) copied[`pg/${name}`] = file;
  };
  // One connection for the whole backup: the backup and its hold on the log end with the connection.
  const client = new Client({ connectionString: url, statement_timeout: 0 });
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query(`select pg_create_physical_replication_slot('backup_' || pg_backend_pid(), true, true)`);
    await client.query(`select pg_backup_start('seri', true)`);
    for (const name of await namesBelow(data, folders))
      if (name !== CONTROL) await copy(join(data, name), `data/${name}`);
    await copy(join(data, CONTROL), `data/${CONTROL}`);
    const { rows } = await client.query(
      'select labelfile, spcmapfile, pg_walfile_name(lsn) as last from pg_backup_stop(false)',
    );
    const { labelfile, last } = rows[0] as { labelfile: string; last: string };
    await writeFile(join(into, 'label'), labelfile, { mode: 0o600 });
    await copy(join(into, 'label'), 'data/backup_label');
    const first = /START WAL LOCATION: \S+ \(file ([0-9A-F]{24})\)/.exec(labelfile)?.[1] ?? last;
    for (const name of await readdir(join(data, 'pg_wal')))
      if (name.endsWith('.history') || (SEGMENT.test(name) && name >= first && name <= last))
        await copy(join(data, 'pg_wal', name), `data/pg_wal/${name}`);
    if (!copied[`pg/data/pg_wal/${last}`]) throw new Error(`the write-ahead log ${last} is missing`);
  } finally {
    await client.end();
  }
  await writeFile(join(into, 'password'), await readFile(password), { mode: 0o600 });
  await copy(password, 'password');
  return { files: copied, folders: folders.map((name) => `pg/data/${name}`) };
}

/** Returns the files of a cluster that may change meanwhile; a vanished folder has none. */
async function namesBelow(data: string, folders: string[], folder = ''): Promise<string[]> {
  const entries = await readdir(join(data, folder), { withFileTypes: true }).catch(() => []);
  const names: string[] = [];
  for (const entry of entries) {
    const name = folder ? `${folder}/${entry.name}` : entry.name;
    if (SKIPPED.test(name) || EMPTY.includes(name)) continue;
    if (entry.isDirectory()) {
      folders.push(name);
      names.push(...(await namesBelow(data, folders, name)));
    }
    if (entry.isFile()) names.push(name);
  }
  return names;
}
