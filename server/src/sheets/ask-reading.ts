import { ApiError } from '../platform/calls/errors.ts';
import type { Database } from '../platform/db/db.ts';
import { countWaiting, findReading, insertReading } from './queries.ts';

/** Longer nobody waits in front of a sheet; it is read all the same and there at the next try. */
const WAIT_MS = 25_000;
/** The worker that reads it may be on another machine: looking takes one lookup by key, being told a connection of its own. */
const LOOK_EVERY_MS = 250;
/** At some seconds a sheet: who comes later is asked to come again. */
const MAX_WAITING = 40;

/** What was read on this picture, read now if nobody asked before. Refused('Sheet.Unreadable') where nothing can be. */
export async function askReading({ db }: Database, picture: { hash: string; lotId: number }, waitMs = WAIT_MS) {
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
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
}
