import type { Db } from '../platform/db.ts';
import { deleteOldDevices } from './device-queries.ts';
import { deleteOldLinks } from './link-queries.ts';
import { deleteOldChallenges } from './passkey-queries.ts';
import { deleteOldPuzzles } from './puzzle-queries.ts';
import { deleteOldSessions } from './queries.ts';
import { deleteOldRequests } from './request-queries.ts';
import { deleteOldPendingLogins } from './second-factor-queries.ts';
import { deleteOldTries } from './tries-queries.ts';

/** Housekeeping of a day: what the doors keep beyond the time somebody could ask about it. */
export async function removeOutdated(db: Db): Promise<void> {
  await deleteOldSessions(db);
  await deleteOldPendingLogins(db);
  await deleteOldTries(db);
  await deleteOldLinks(db);
  await deleteOldPuzzles(db);
  await deleteOldChallenges(db);
  await deleteOldDevices(db);
  await deleteOldRequests(db);
}
