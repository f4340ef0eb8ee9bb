import { type PhotoStore, photoName } from '../../photos/store/photo-store.ts';
import type { Db } from '../../platform/db/db.ts';
import {
  beginRemoval,
  FIRST_CURSOR,
  findFree,
  findOldSales,
  findPhotosToRemove,
  forgetPhotos,
  keepSharedPhotos,
  lockLots,
  type OldSale,
  type RemovedCounts,
  removeLots,
  SALES_PAGES,
  type SaleCursor,
  type SalesPage,
} from './old-sales-queries.ts';

const SURVEY_BATCH_SIZE = 2_000;
const PHOTO_CONCURRENCY = 100;

export interface Survey {
  /** Sales to remove, by year of auction. */
  byYear: Map<number, { sales: number; photos: number }>;
  removable: number;
  retained: number;
}

/** Counts what `removeOldSales` would remove; writes nothing. */
export async function surveyOldSales(db: Db, before: string): Promise<Survey> {
  const survey: Survey = { byYear: new Map(), removable: 0, retained: 0 };
  for await (const sales of oldSales(db, before, SURVEY_BATCH_SIZE))
    for (const { year, photos, free } of sales) {
      if (!free) survey.retained += 1;
      else {
        const { sales: known, photos: of } = survey.byYear.get(year) ?? { sales: 0, photos: 0 };
        survey.byYear.set(year, { sales: known + 1, photos: of + photos });
        survey.removable += 1;
      }
    }
  return survey;
}

export interface Removal extends RemovedCounts {
  /** Sales that are referenced, or that someone started to use during the run. */
  retained: number;
  photos: number;
  /** False if the run was aborted. */
  isComplete: boolean;
}

interface RemoveOptions {
  before: string;
  store: PhotoStore;
  /** Sales per transaction. */
  batchSize: number;
  signal?: AbortSignal | undefined;
  onProgress?: (done: Removal) => void | Promise<void>;
}

/**
 * Removes unreferenced sales older than a day in batches, each in its own transaction, and then their photos. A run that
 * is aborted or killed continues on the next call: the transaction that deletes lots also records their photos for removal.
 */
export async function removeOldSales(
  db: Db,
  { before, store, batchSize, signal, onProgress }: RemoveOptions,
): Promise<Removal> {
  const done: Removal = { sales: 0, readings: 0, retained: 0, photos: 0, isComplete: false };
  for await (const sales of oldSales(db, before, batchSize)) {
    if (signal?.aborted) return done;
    const removed = await removeFree(db, sales);
    done.sales += removed.sales;
    done.readings += removed.readings;
    done.retained += sales.length - removed.sales;
    await onProgress?.(done);
  }
  if (signal?.aborted) return done;
  await keepSharedPhotos(db);
  for (;;) {
    const names = await findPhotosToRemove(db, PHOTO_CONCURRENCY);
    if (names.length === 0) break;
    if (signal?.aborted) return done;
    const stored = names.filter((name) => photoName(name) === name);
    await Promise.all(stored.map((name) => store.remove(name)));
    await forgetPhotos(db, names);
    done.photos += stored.length;
    await onProgress?.(done);
  }
  done.isComplete = true;
  return done;
}

async function removeFree(db: Db, sales: readonly OldSale[]): Promise<RemovedCounts> {
  const free = sales.flatMap((sale) => (sale.free ? [sale.id] : []));
  if (free.length === 0) return { sales: 0, readings: 0 };
  return db.transaction().execute(async (tx) => {
    await beginRemoval(tx);
    return removeLots(tx, await findFree(tx, await lockLots(tx, free)));
  });
}

async function* oldSales(db: Db, before: string, limit: number): AsyncGenerator<OldSale[]> {
  for (const page of SALES_PAGES) yield* ofPage(db, { page, before, limit });
}

async function* ofPage(
  db: Db,
  { page, before, limit }: { page: SalesPage; before: string; limit: number },
): AsyncGenerator<OldSale[]> {
  let after: SaleCursor = FIRST_CURSOR;
  for (;;) {
    const sales = await findOldSales(db, { page, before, after, limit });
    const last = sales.at(-1);
    if (!last) return;
    after = last;
    yield sales;
  }
}
