import type { updateBidStatuses } from '@seri/contract/bids/edit-routes.ts';
import type { BodyOf, ReplyOf } from '@seri/contract/http.ts';
import type { CurrentUser } from '../../platform/calls/current-user.ts';
import { ApiError } from '../../platform/calls/errors.ts';
import type { Database } from '../../platform/db/db.ts';
import { runOnce } from '../../platform/http/idempotency.ts';
import type { IdempotencyKey } from '../../platform/http/register-route.ts';
import { bidTransaction } from '../core/transaction.ts';
import { setBidStatus } from './set-bid-status.ts';

interface SetBidStatuses {
  body: BodyOf<typeof updateBidStatuses>;
  repeat: IdempotencyKey | null;
  requestId: string;
}

type Result = ReplyOf<typeof updateBidStatuses>['results'][number];

/**
 * One status for several bids, each in a transaction of its own under its own client's lock: what one is refused for
 * does not hold up the others, and no two clients are ever locked together. A repeat goes on where the first one ended.
 */
export async function setBidStatuses(
  database: Database,
  currentUser: CurrentUser,
  { body, repeat, requestId }: SetBidStatuses,
) {
  const { bidIds, ...change } = body;
  // The same key with other bids is a mistake, whichever of them were done.
  if (repeat) await bidTransaction(database.bidDb, (tx) => runOnce(tx, repeat, async () => ({ begun: true })));
  const results: Result[] = [];
  for (const bidId of bidIds) {
    const command = {
      bidId,
      status: change.status,
      lastHourAccepted: change.lastHourAccepted ?? false,
      ifMatch: null,
      repeat: repeat && { ...repeat, call: `${repeat.call} ${bidId}` },
      requestId,
    };
    results.push(
      await setBidStatus(database, currentUser, command).then(() => ({ bidId, success: true }), refusedAs(bidId)),
    );
  }
  return { results };
}

const refusedAs =
  (bidId: number) =>
  (error: unknown): Result => {
    if (!(error instanceof ApiError) || error.code === 'Idempotency.InProgress') throw error;
    return { bidId, success: false, error: error.code, ...(error.details ? { details: error.details } : {}) };
  };
