import { randomUUID } from 'node:crypto';
import { mkdir, open, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { MAX_ORIGINAL_BYTES, type PhotoStore } from './photo-store.ts';

/** Originals as files in a folder; copying files there adds them to the store. */
export const folderStore = (folder: string): PhotoStore => ({
  get: async (name) => {
    const file = await open(join(folder, name)).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null;
      throw error;
    });
    if (!file) return null;
    try {
      const about = await file.stat();
      return about.isFile() && about.size <= MAX_ORIGINAL_BYTES ? await file.readFile() : null;
    } finally {
      await file.close();
    }
  },
  put: async (name, original) => {
    const target = join(folder, name);
    await mkdir(dirname(target), { recursive: true, mode: 0o700 });
    // Written under a temporary name first, so that nobody reads half a photo. Names by content are put twice at once.
    const writing = `${target}.${randomUUID()}.part`;
    await writeFile(writing, original);
    await rename(writing, target);
  },
  remove: (name) => rm(join(folder, name), { force: true }),
});
