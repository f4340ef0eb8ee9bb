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
 * Sets one status on several bids, each in its own transaction under its client's lock: a refusal does not stop the other
 * bids, and no two clients are locked together. A retry continues where the first call ended.
 */
export async function setBidStatuses(
  database: Database,
  currentUser: CurrentUser,
  { body, repeat, requestId }: SetBidStatuses,
) {
  const { bidIds, ...change } = body;
  // The same key with other bids is an error, however many of them were executed.
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
      await setBidStatus(database, currentUser, command).then(() => ({ bidId, success: true }), failureOf(bidId)),
    );
  }
  return { results };
}

const failureOf =
  (bidId: number) =>
  (error: unknown): Result => {
    if (!(error instanceof ApiError) || error.code === 'Idempotency.InProgress') throw error;
    return { bidId, success: false, error: error.code, ...(error.details ? { details: error.details } : {}) };
  };
