import { ApiError } from '../platform/calls/errors.ts';
import type { Database } from '../platform/db/db.ts';
import { countWaiting, findReading, insertReading } from './queries.ts';

/** Maximum wait of a request. The sheet is read anyway and ready for the next request. */
const MAX_WAIT_MS = 25_000;
/**
 * Polling interval; the worker may be on another machine. Polling takes one lookup by key, a notification would take a
 * connection.
 */
const POLL_INTERVAL_MS = 250;
/** A sheet takes some seconds; further requests are asked to retry later. */
const MAX_WAITING = 40;

/** The reading of this picture; requests it if there is none. Throws ApiError('Sheet.Unreadable') where reading is impossible. */
export async function requestReading({ db }: Database, picture: { hash: string; lotId: number }, waitMs = MAX_WAIT_MS) {
  const until = Date.now() + waitMs;
  for (;;) {
    const reading = await findReading(db, picture.hash);
    if (reading?.state === 'read') return reading;
    if (reading?.state === 'failed') throw new ApiError('Sheet.Unreadable');
    if (!reading) {
      if ((await countWaiting(db)) >= MAX_WAITING) throw new ApiError('Unavailable', { retryAfterSeconds: 30 });
      await db.transaction().execute((tx) => insertReading(tx, picture));
    }
    if (Date.now() >= until) throw new ApiError('Unavailable', { retryAfterSeconds: 5 });
    await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL_MS));
  }
}
