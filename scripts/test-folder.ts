import { chmodSync, mkdirSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { freemem } from 'node:os';
import { join } from 'node:path';

const IN_MEMORY = '/dev/shm';
const PREFIX = 'seri-tests-';
/** Eight times what a whole run uses. */
const NEEDED_BYTES = 4 * 1024 ** 3;

/**
 * Creates the folder for the databases and files of a test run in memory, and returns undefined where there is no room
 * for it. On ext4 a quarter of the unit tests' time went into creating the files of databases: after the removal of
 * others it searches long for an inode that was not used in the last seconds.
 */
export function openTestFolder(folder = IN_MEMORY): string | undefined {
  try {
    removeOrphans(folder);
    const { bavail, bsize } = statfsSync(folder);
    if (Math.min(bavail * bsize, freemem()) < NEEDED_BYTES) return undefined;
    const path = join(folder, `${PREFIX}${process.pid}`);
    mkdirSync(path, { recursive: true });
    // PostgreSQL does not run as root: its user needs to reach the folder too.
    chmodSync(path, 0o1777);
    return path;
  } catch {
    return undefined;
  }
}

export const removeTestFolder = (path: string): void => {
  try {
    rmSync(path, { recursive: true, force: true });
  } catch {
    // A process that is still ending writes into it: the next run removes it.
  }
};

/** Removes the folders of killed runs. */
function removeOrphans(folder: string): void {
  for (const name of readdirSync(folder).filter((entry) => entry.startsWith(PREFIX)))
    if (!isRunning(Number(name.slice(PREFIX.length)))) removeTestFolder(join(folder, name));
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // It belongs to another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
