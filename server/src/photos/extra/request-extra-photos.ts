import { ApiError } from '../../platform/calls/errors.ts';
import type { Db, Tx } from '../../platform/db/db.ts';
import {
  cancelRequest,
  countRequestsToday,
  endAbandonedRun,
  findDailyLimit,
  findLatestRun,
  findRequest,
  insertRun,
  lockLiveRun,
  lockRequester,
  upsertRequest,
} from './extra-photo-queries.ts';

interface Requester {
  userId: number;
  /** False without `ussLimitCheck`: the limit does not apply. */
  isCounted: boolean;
}

/** Admits a request for further photos of a lot, joins the current run or starts one, and returns its id. */
export const requestExtraPhotos = (db: Db, lotId: number, asker: Requester): Promise<number> =>
  db.transaction().execute(async (tx) => {
    await lockRequester(tx, asker.userId);
    const runId = await liveRun(tx, lotId);
    const before = await findRequest(tx, runId, asker.userId);
    if (before && before.cancelled_at === null) return runId;
    const allowed = asker.isCounted ? await findDailyLimit(tx, asker.userId) : -1;
    if (allowed !== -1 && (await countRequestsToday(tx, asker.userId)) >= allowed)
      throw new ApiError('Photos.DailyLimit', { details: { limit: allowed } });
    await upsertRequest(tx, runId, asker.userId, allowed);
    return runId;
  });

async function liveRun(tx: Tx, lotId: number): Promise<number> {
  const run = (await lockLiveRun(tx, lotId)) ?? (await insertRun(tx, lotId)) ?? (await lockLiveRun(tx, lotId));
  // Another request's run has just ended: retry to get the photos or the empty result.
  if (!run) throw new ApiError('Unavailable', { retryAfterSeconds: 1 });
  return run.id;
}

/** Cancels the client's own request, if there is one; the run ends when nobody else waits for it. */
export async function cancelExtraPhotos(db: Db, lotId: number, userId: number): Promise<void> {
  const latest = await findLatestRun(db, lotId, userId);
  if (!latest) return;
  await db.transaction().execute(async (tx) => {
    const live = await lockLiveRun(tx, lotId);
    if (live?.id !== latest.id) return;
    if (await cancelRequest(tx, latest.id, userId)) await endAbandonedRun(tx, latest.id);
  });
}

/** Requests left today, -1 for unlimited. */
export async function countLeft(db: Db, { userId, isCounted }: Requester): Promise<number> {
  const allowed = isCounted ? await findDailyLimit(db, userId) : -1;
  return allowed === -1 ? -1 : Math.max(0, allowed - (await countRequestsToday(db, userId)));
}
