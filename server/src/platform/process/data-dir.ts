import { accessSync, constants, mkdirSync, statSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { StartFailure } from './start-failure.ts';

/** PostgreSQL needs room for one more 16 MB log segment, the portal for pictures and emails. */
const LOWEST_FREE_BYTES = 32 * 1024 * 1024;
const OPEN_TO_OTHERS = 0o077;

const REASONS: Record<string, string> = {
  EEXIST: 'it is a file, not a folder',
  ENOTDIR: 'a part of its path is a file, not a folder',
  EACCES: 'this user may not write there',
  EPERM: 'this user may not write there',
  EROFS: 'the disk is mounted read-only',
  ENOSPC: 'the disk is full',
  ELOOP: 'its links lead in a circle',
  ENAMETOOLONG: 'its path is too long',
};

/** Creates the folder for all data of the portal. Throws `StartFailure` with one sentence when it cannot be used. */
export function prepareDataDir(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    throw new StartFailure(
      `The folder ${dataDir} cannot be used, because ${REASONS[code] ?? `of this: ${message}`}. Set DATA_DIR to a folder this user may write to.`,
    );
  }
}

/** Returns a warning for the operator when other users of the machine can read the folder; else null. */
export function openFolderWarning(dataDir: string): string | null {
  if ((statSync(dataDir).mode & OPEN_TO_OTHERS) === 0) return null;
  return `Other users of this machine can open ${dataDir}, which holds the database and the keys: run chmod 700 ${dataDir}`;
}

/** True when the disk of the folder has too little room to accept bids. */
export async function isDiskFull(dataDir: string): Promise<boolean> {
  const { bavail, bsize } = await statfs(dataDir);
  return bavail * bsize < LOWEST_FREE_BYTES;
}
