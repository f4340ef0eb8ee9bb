import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { StartFailure } from '../process/start-failure.ts';
import { backupCluster } from './backup-cluster.ts';
import { type CopiedFiles, copyFile, filesBelow, writeList } from './copied-files.ts';

/** Left out of backups: valid for this start only, or rebuilt from data that is in the backup. */
const EXCLUDED = /^(pg|pg\..*|run\.json|postgres\.log|pictures|lists|open-bids)$/;
const DUMP = 'database.dump';

export interface BackupOf {
  dataDir: string;
  /** URL of the database; `isOwn` marks the embedded one. */
  url: string;
  isOwn: boolean;
}

/**
 * Writes the database and the data folder (key, photos, mails, inbox) of a running portal into a new folder below
 * `target`. The folder gets its final name when it is complete. Returns its path, files and bytes.
 */
export async function takeBackup({ dataDir, url, isOwn }: BackupOf, target: string) {
  const takenAt = new Date().toISOString();
  const folder = join(target, `seri-${takenAt.replaceAll(':', '-')}`);
  const draft = `${folder}.part`;
  await mkdir(draft, { recursive: true, mode: 0o700 });
  try {
    const { files, folders } = isOwn ? await backupCluster(url, dataDir, join(draft, 'pg')) : await dump(url, draft);
    await rm(join(draft, 'pg', 'label'), { force: true });
    for (const name of await includedFiles(dataDir)) {
      const file = await copyFile(join(dataDir, name), join(draft, 'data', name));
      if (file) files[`data/${name}`] = file;
    }
    await writeList(draft, { takenAt, database: isOwn ? 'cluster' : 'dump', folders, files });
    await rename(draft, folder);
    const sizes = Object.values(files).map(({ bytes }) => bytes);
    return { folder, files: sizes.length, bytes: sizes.reduce((sum, bytes) => sum + bytes, 0) };
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    throw error;
  }
}

async function includedFiles(dataDir: string): Promise<string[]> {
  const names: string[] = [];
  for (const entry of await readdir(dataDir, { withFileTypes: true })) {
    if (EXCLUDED.test(entry.name)) continue;
    if (entry.isFile()) names.push(entry.name);
    if (entry.isDirectory())
      names.push(...(await filesBelow(join(dataDir, entry.name))).map((name) => join(entry.name, name)));
  }
  return names;
}

async function dump(url: string, draft: string): Promise<Pick<CopiedFiles, 'files' | 'folders'>> {
  const part = join(draft, `${DUMP}.part`);
  await runTool('pg_dump', ['--format=custom', '--no-owner', '--no-privileges', `--file=${part}`], url);
  const file = await copyFile(part, join(draft, DUMP));
  await rm(part);
  return { files: file ? { [DUMP]: file } : {}, folders: [] };
}

/** Fills an empty database from the dump of a backup. */
export const restoreDump = (backup: string, url: string): Promise<void> =>
  runTool(
    'pg_restore',
    ['--no-owner', '--no-privileges', '--exit-on-error', '--single-transaction', '--dbname=', join(backup, DUMP)],
    url,
  );

/** The password goes through the environment, because every user of the machine can read arguments. */
async function runTool(tool: string, args: string[], url: string): Promise<void> {
  const { hostname, port, username, password, pathname, searchParams } = new URL(url);
  const database = decodeURIComponent(pathname.slice(1));
  const env = {
    ...process.env,
    PGHOST: searchParams.get('host') ?? decodeURIComponent(hostname),
    PGPORT: port || '5432',
    PGUSER: decodeURIComponent(username),
    PGPASSWORD: decodeURIComponent(password),
    PGDATABASE: database,
    ...(searchParams.get('sslmode') ? { PGSSLMODE: String(searchParams.get('sslmode')) } : {}),
  };
  const namedArgs = args.map((arg) => (arg === '--dbname=' ? `--dbname=${database}` : arg));
  const child = spawn(tool, namedArgs, { env, stdio: ['ignore', 'ignore', 'pipe'] });
  let output = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output = (output + text).slice(-2_000);
  });
  const code = await once(child, 'close').then(
    ([ended]) => ended as number,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT')
        throw new StartFailure(
          `${tool} is not installed: install the PostgreSQL client programs of your server's version.`,
        );
      throw error;
    },
  );
  if (code !== 0) throw new StartFailure(`${tool} failed with code ${code}. Its output:\n${output.trim()}`);
}
