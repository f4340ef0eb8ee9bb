import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { devNull } from 'node:os';
import { join } from 'node:path';
import { StartFailure } from '../process/start-failure.ts';
import { restoreDump } from './backup.ts';
import { type CopiedFiles, copyFile, readList } from './copied-files.ts';
import { waitForFolder } from './postgres-lock.ts';

/** Files that may already be there: they are created when the settings are read and hold no data of a portal. */
const IGNORED_FILES = ['secret-key'];

/**
 * Restores a backup into an empty data folder and compares every file with the backup's list. The database appears
 * last and complete. Throws StartFailure with a sentence for the operator.
 */
export async function restoreBackup(
  backup: string,
  dataDir: string,
  databaseUrl: string | undefined,
): Promise<CopiedFiles> {
  const list = await readList(backup);
  if (!list)
    throw new StartFailure(`${backup} is not a complete backup: choose a folder that npm run backup has written.`);
  if (list.database === 'dump' && !databaseUrl)
    throw new StartFailure('This backup contains a dump: set DATABASE_URL to an empty database for it.');
  if (list.database === 'cluster' && databaseUrl)
    throw new StartFailure('This backup contains an embedded database: restore it without DATABASE_URL.');
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const lock = await waitForFolder(dataDir);
  if (!lock) throw new StartFailure(`A portal runs on ${dataDir}: stop it, or choose another DATA_DIR.`);
  try {
    const there = (await readdir(dataDir)).filter((name) => !IGNORED_FILES.includes(name));
    if (there.length > 0)
      throw new StartFailure(`${dataDir} is not empty (${there[0]}): move it away, or choose another DATA_DIR.`);
    await verify(backup, list);
    await putBack(backup, dataDir, list);
    if (databaseUrl) await restoreDump(backup, databaseUrl);
    return list;
  } finally {
    await lock.release();
  }
}

/** Verifies the whole backup before anything is written: half a restore is worse than none. */
async function verify(backup: string, list: CopiedFiles): Promise<void> {
  for (const [name, file] of Object.entries(list.files)) {
    const read = name.split('/').includes('..') ? null : await copyFile(join(backup, name), devNull);
    if (read?.sha256 !== file.sha256)
      throw new StartFailure(`${name} is missing in the backup or was changed: use an older backup.`);
  }
}

async function putBack(backup: string, dataDir: string, list: CopiedFiles): Promise<void> {
  const draft = join(dataDir, `pg.init-restore-${process.pid}`);
  try {
    for (const name of Object.keys(list.files)) {
      if (name.startsWith('pg/')) await copyFile(join(backup, name), join(draft, name.slice('pg/'.length)));
      if (name.startsWith('data/')) await copyFile(join(backup, name), join(dataDir, name.slice('data/'.length)));
    }
    if (list.database !== 'cluster') return;
    for (const name of list.folders)
      await mkdir(join(draft, name.slice('pg/'.length)), { recursive: true, mode: 0o700 });
    await rename(draft, join(dataDir, 'pg'));
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    throw error;
  }
}
