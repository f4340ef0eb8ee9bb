import type { Db } from '../platform/db.ts';
import { deleteOldSessions } from './queries.ts';
import { deleteOldTries } from './tries-queries.ts';

/** Housekeeping of a day: sessions that ended a month ago with their spent tokens, counters whose window is long over. */
export async function removeOldSessions(db: Db): Promise<void> {
  await deleteOldSessions(db);
  await deleteOldTries(db);
}
