import type { Db } from '../platform/db/db.ts';
import { deleteOldLinks } from './account/link-queries.ts';
import { deleteOldPuzzles } from './account/puzzle-queries.ts';
import { deleteOldRequests } from './account/request-queries.ts';
import { deleteOldSessions } from './queries.ts';
import { deleteOldChallenges } from './second-factor/passkey-queries.ts';
import { deleteOldPendingLogins } from './second-factor/second-factor-queries.ts';
import { deleteOldAttempts } from './session/attempt-queries.ts';
import { deleteOldDevices } from './session/device-queries.ts';

/** Deletes records of log-in and accounts after their retention period. */
export async function removeOutdated(db: Db): Promise<void> {
  await deleteOldSessions(db);
  await deleteOldPendingLogins(db);
  await deleteOldAttempts(db);
  await deleteOldLinks(db);
  await deleteOldPuzzles(db);
  await deleteOldChallenges(db);
  await deleteOldDevices(db);
  await deleteOldRequests(db);
}
