import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';

const LIST = 'files.json';

/** The content of a backup, by path inside it. */
export interface CopiedFiles {
  takenAt: string;
  /** Format of the database: the files of a cluster, or a dump made by pg_dump. */
  database: 'cluster' | 'dump';
  /** All folders of the cluster, since PostgreSQL needs its empty ones as well. */
  folders: string[];
  files: Record<string, { bytes: number; sha256: string }>;
}

/** Copies one file and returns its size and checksum; null when the file no longer exists. */
export async function copyFile(from: string, to: string): Promise<{ bytes: number; sha256: string } | null> {
  const hash = createHash('sha256');
  let bytes = 0;
  const counted = new Transform({
    transform(chunk: Buffer, _, done) {
      hash.update(chunk);
      bytes += chunk.length;
      done(null, chunk);
    },
  });
  await mkdir(dirname(to), { recursive: true, mode: 0o700 });
  try {
    await pipeline(createReadStream(from), counted, createWriteStream(to, { mode: 0o600 }));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
  return { bytes, sha256: hash.digest('hex') };
}

/** Returns every file below a folder, by its relative path; folders that vanish meanwhile have none. */
export async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();
}

/** Writes the list of a backup, which marks the backup as complete. */
export const writeList = (folder: string, list: CopiedFiles): Promise<void> =>
  writeFile(join(folder, LIST), JSON.stringify(list, null, 1), { mode: 0o600 });

/** Returns the file list of a backup; null when it is missing, as in an interrupted backup. */
export async function readList(folder: string): Promise<CopiedFiles | null> {
  try {
    return JSON.parse(await readFile(join(folder, LIST), 'utf8')) as CopiedFiles;
  } catch {
    return null;
  }
}
