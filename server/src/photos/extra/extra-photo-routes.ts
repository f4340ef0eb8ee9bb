import { setTimeout as pause } from 'node:timers/promises';
import { cancelExtraImages, extraImages, extraImagesProgress } from '@seri/contract/photos/routes.ts';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { CurrentUser } from '../../platform/calls/current-user.ts';
import { ApiError, NotFound } from '../../platform/calls/errors.ts';
import type { Db, Tx } from '../../platform/db/db.ts';
import { registerRoute } from '../../platform/http/register-route.ts';
import {
  cancelRequest,
  countRequestsToday,
  endAbandonedRun,
  findDailyLimit,
  findExtraImages,
  findLatestRun,
  findRequest,
  findRunFor,
  insertRun,
  lockLiveRun,
  lockRequester,
  upsertRequest,
} from './extra-photo-queries.ts';

/**
 * Polling interval while a request waits: polling takes one lookup by key, a notification from the worker would take a
 * connection.
 */
const POLL_INTERVAL_MS = 500;
/** Usually done in about 30 s. After this time the request ends and the work continues. */
const MAX_WAIT_MS = 60_000;

interface ExtraPhotoOptions {
  /** The lot if this user may open it and its auction house offers further photos, or null. */
  findUssLot: (lotId: string, currentUser: CurrentUser) => Promise<{ id: number; hasSheet: boolean } | null>;
  maxWaitMs?: number;
}

/** Further photos of USS lots: request, progress, cancel. */
export function extraPhotoRoutes(
  app: FastifyInstance,
  db: Db,
  { findUssLot, maxWaitMs = MAX_WAIT_MS }: ExtraPhotoOptions,
): void {
  const lotOf = async (lotId: string, currentUser: CurrentUser) => {
    const lot = await findUssLot(lotId, currentUser);
    if (!lot) throw new NotFound();
    return lot;
  };

  registerRoute(app, extraImages, async ({ query, currentUser, reply }) => {
    const lot = await lotOf(query.carId, currentUser);
    const asker = { userId: currentUser.userId, isCounted: currentUser.permissions.ussLimitCheck };
    // Found by an earlier request of any reader: no new run, and it does not count.
    let images = await findExtraImages(db, lot.id);
    if (images.length === 0) {
      const runId = await requestExtraPhotos(db, lot.id, asker);
      await waitFor(db, { runId, userId: currentUser.userId, reply, maxWaitMs });
      images = await findExtraImages(db, lot.id);
    }
    const id = String(lot.id);
    return {
      success: true as const,
      auctionLotDetail: {
        carCommonDetail: { isUss: true, ussLimit: await countLeft(db, asker) },
        carInfo: { id, images, auctionSheet: lot.hasSheet ? `/s/${id}` : null },
      },
    };
  });

  registerRoute(app, extraImagesProgress, async ({ query, currentUser }) => {
    const lot = await lotOf(query.carId, currentUser);
    const run = await findLatestRun(db, lot.id, currentUser.userId);
    if (!run) return { state: 'none' as const, percent: 0 };
    return { state: run.cancelled_at ? ('cancelled' as const) : run.state, percent: run.percent };
  });

  registerRoute(app, cancelExtraImages, async ({ body, currentUser }) => {
    const lot = await lotOf(body.carId, currentUser);
    await cancelExtraPhotos(db, lot.id, currentUser.userId);
    return { success: true as const };
  });
}

interface WaitOptions {
  runId: number;
  userId: number;
  reply: FastifyReply;
  maxWaitMs: number;
}

/** Waits until the run is done; the run continues if the reader disconnects. */
async function waitFor(db: Db, { runId, userId, reply, maxWaitMs }: WaitOptions): Promise<void> {
  const endsAt = performance.now() + maxWaitMs;
  while (performance.now() < endsAt && !reply.raw.destroyed) {
    const run = await findRunFor(db, runId, userId);
    if (!run || run.cancelled_at || run.state === 'cancelled') throw new ApiError('Photos.Cancelled');
    if (run.state === 'done') return;
    if (run.state === 'failed') throw new ApiError('Unavailable', { retryAfterSeconds: 60 });
    await pause(POLL_INTERVAL_MS);
  }
  throw new ApiError('Unavailable', { retryAfterSeconds: 5 });
}

interface Requester {
  userId: number;
  /** False without `ussLimitCheck`: the limit does not apply. */
  isCounted: boolean;
}

/** Admits a request for further photos of a lot, joins the current run or starts one, and returns its id. */
const requestExtraPhotos = (db: Db, lotId: number, asker: Requester): Promise<number> =>
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
async function cancelExtraPhotos(db: Db, lotId: number, userId: number): Promise<void> {
  const latest = await findLatestRun(db, lotId, userId);
  if (!latest) return;
  await db.transaction().execute(async (tx) => {
    const live = await lockLiveRun(tx, lotId);
    if (live?.id !== latest.id) return;
    if (await cancelRequest(tx, latest.id, userId)) await endAbandonedRun(tx, latest.id);
  });
}

/** Requests left today, -1 for unlimited. */
async function countLeft(db: Db, { userId, isCounted }: Requester): Promise<number> {
  const allowed = isCounted ? await findDailyLimit(db, userId) : -1;
  return allowed === -1 ? -1 : Math.max(0, allowed - (await countRequestsToday(db, userId)));
}
