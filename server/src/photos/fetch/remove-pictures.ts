import type { Db } from '../../platform/db/db.ts';
import type { PhotoStore } from '../store/photo-store.ts';
import {
  deletePictures,
  findFilesToRemove,
  findOldPhotos,
  findOrphans,
  findPicturesOf,
  forgetFile,
  isStillShown,
  markRemoved,
  type OldPicture,
} from './retention-queries.ts';

const BATCH_SIZE = 500;

interface Work {
  db: Db;
  store: PhotoStore;
  signal?: AbortSignal | undefined;
}

/**
 * Removes photos of lots that ended longer ago than the time of retention and that nobody has bid on or bought, and all
 * pictures of lots that are no longer there. `days` 0 keeps photos forever. An interrupted run continues the next time.
 */
export async function removeOldPictures(work: Work, days: number): Promise<number> {
  const { db, signal } = work;
  let removed = 0;
  let after: OldPicture | null = null;
  while (days > 0 && !signal?.aborted) {
    const batch: Awaited<ReturnType<typeof findOldPhotos>> = await findOldPhotos(db, {
      days,
      after,
      limit: BATCH_SIZE,
    });
    after = batch.at(-1) ?? null;
    if (!after) break;
    const free = batch.flatMap(({ id, isFree }) => (isFree ? [id] : []));
    if (free.length > 0) await markRemoved(db, free);
    removed += free.length;
  }
  while (!signal?.aborted) {
    const orphans = await findOrphans(db, BATCH_SIZE);
    if (orphans.length === 0) break;
    await deletePictures(db, orphans);
    removed += orphans.length;
  }
  await removeFiles(work);
  return removed;
}

/** Removes the pictures of a lot or of a source at once; they are not fetched again. */
export async function forgetPictures(work: Work, of: { lotId: number } | { source: string }): Promise<number> {
  const ids = await findPicturesOf(work.db, of);
  for (let from = 0; from < ids.length; from += BATCH_SIZE)
    await markRemoved(work.db, ids.slice(from, from + BATCH_SIZE));
  await removeFiles(work);
  return ids.length;
}

async function removeFiles({ db, store, signal }: Work): Promise<void> {
  while (!signal?.aborted) {
    const names = await findFilesToRemove(db, BATCH_SIZE);
    if (names.length === 0) return;
    for (const name of names) {
      if (!(await isStillShown(db, name))) await store.remove(name);
      await forgetFile(db, name);
    }
  }
}
