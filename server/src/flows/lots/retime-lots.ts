import { readSettings } from '../../platform/company-settings.ts';
import type { Db } from '../../platform/db/db.ts';
import { countWronglyTimed, retimeSome } from './retime-queries.ts';

/** Few enough that a bid on one of them waits for milliseconds only. */
const LOT_BATCH_SIZE = 250;

interface RetimeOptions {
  /** Called after each portion with how many of how many lots are done. */
  onProgress?: (done: number, all: number) => void;
  signal?: AbortSignal | undefined;
}

/**
 * Gives upcoming lots the closing, cut-off and cancel times of the company's settings, portion by portion, each in a
 * transaction of its own. It looks for lots whose times are wrong, so that an interrupted run goes on where it was, and
 * settings that change meanwhile count from the next portion on.
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
