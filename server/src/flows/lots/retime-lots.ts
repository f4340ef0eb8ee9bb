import { readSettings } from '../../platform/company-settings.ts';
import type { Db } from '../../platform/db/db.ts';
import { countWronglyTimed, retimeSome } from './retime-queries.ts';

/** Small, since a bid on one of these lots waits for the whole batch. */
const LOT_BATCH_SIZE = 250;

interface RetimeOptions {
  /** Called after each batch with the number of updated lots and the total. */
  onProgress?: (done: number, all: number) => void;
  signal?: AbortSignal | undefined;
}

/**
 * Updates the closing, cut-off and cancel times of upcoming lots to the company's settings, in batches with their own
 * transactions, and returns the number of lots. It searches for lots with wrong times, so an interrupted run continues
 * where it stopped, and settings changed during a run apply from the next batch.
 */
export async function retimeLots(db: Db, { onProgress, signal }: RetimeOptions = {}): Promise<number> {
  const all = await countWronglyTimed(db, await readSettings(db));
  let done = 0;
  while (!signal?.aborted) {
    const changed = await retimeSome(db, await readSettings(db), LOT_BATCH_SIZE);
    if (changed === 0) break;
    done += changed;
    onProgress?.(done, Math.max(all, done));
  }
  return done;
}
