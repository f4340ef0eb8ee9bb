import { USER_TYPE } from '@seri/contract/auth/permissions.ts';
import type { updateBidStatuses } from '@seri/contract/bids/edit-routes.ts';
import { BID_STATUS } from '@seri/contract/bids/statuses.ts';
import type { BodyOf, ReplyOf } from '@seri/contract/http.ts';
import type { CurrentUser } from '../../platform/calls/current-user.ts';
import { ApiError } from '../../platform/calls/errors.ts';
import type { Database, Tx } from '../../platform/db/db.ts';
import type { IdempotencyKey } from '../../platform/http/register-route.ts';
import { historyState } from '../core/bid-effects.ts';
import { type Actor, changeBid, type LockedBid, lockBid, membershipAfter } from '../core/change-bid.ts';
import type { BidState } from '../core/context.ts';
import { throwFirst } from '../core/errors.ts';
import { notifyClient } from '../core/notify-client.ts';
import { bypassExposureGuard, findBidSubject } from '../core/queries.ts';
import { bidCommand } from '../core/transaction.ts';
import { lockLotBids, recomputeExposure, writeOutcome } from '../outcomes/outcome-queries.ts';
import { isTransitionAllowed, moneyReasons } from './status-change.ts';

const CANCEL = 4;

interface SetBidStatus {
  bidId: number;
  status: number;
  lastHourAccepted: boolean;
  ifMatch: number | null;
  repeat: IdempotencyKey | null;
  requestId: string;
}

/** Sets a status: clients cancel their own bid, managers follow the transition table (business-rules.md#status-transitions, business-rules.md#canceling). */
export async function setBidStatus(database: Database, currentUser: CurrentUser, command: SetBidStatus) {
  const actor = actorOf(currentUser, command);
  return bidCommand(database.bidDb, command.repeat, async (tx) => {
    const rivals = await lockRivalOrders(tx, command, actor);
    const context = await lockBid(tx, command.bidId, actor, command.ifMatch);
    if (!isTransitionAllowed(context, actor, command.status))
      throw new ApiError(actor.kind === 'client' ? 'Bid.CannotCancel' : 'Bid.TransitionNotAllowed');
    const { needsCars, ...place } = membershipAfter(context, { ...context.bid, status: command.status });
    if (actor.kind === 'manager' && command.status <= BID_STATUS.bid)
      throwFirst(moneyReasons(context, { ...place, needsCars }));
    if (command.status === BID_STATUS.win) await bypassExposureGuard(tx);
    const late = concernsAgent(context, command.status) && isLastHour(context);
    const { version } = await changeBid(tx, context, {
      to: {
        status: command.status,
        groupRound: place.groupRound,
        groupCleared: place.groupCleared,
        finishReason: command.status === BID_STATUS.finished ? 'manager' : null,
        // A postponed lot can be forwarded again.
        notForwarded: late || (context.bid.notForwarded && context.now >= context.lot.agentCutoffAt),
      },
      event: 'status',
      actor,
      ...(late ? { more: { notForwardedNow: true, lastHourAccepted: command.lastHourAccepted } } : {}),
    });
    if (rivals) await endRivalOrders(tx, rivals);
    return { success: true, version };
  });
}

function actorOf({ userType, userId, permissions }: CurrentUser, { status, requestId }: SetBidStatus): Actor {
  const isManager = userType === USER_TYPE.manager;
  const allowed = isManager ? permissions.bidManagementEnabled && permissions.bidManageStatus : status === CANCEL;
  if (!allowed) throw new ApiError('Access.Denied');
  return { kind: isManager ? 'manager' : 'client', userId, requestId };
}

const isLastHour = ({ now, lot }: LockedBid) => now >= lot.agentCutoffAt && now < lot.auctionAt;

/** Whether the agent must learn of this change (business-rules.md#last-hour). */
function concernsAgent({ bid, lot, order }: LockedBid, to: number): boolean {
  if (lot.lotSource === 'stock') return false;
  return (
    bid.status === BID_STATUS.bid || to === BID_STATUS.bid || (order?.kind === 'order' && order.bidId === bid.bidId)
  );
}

interface Acceptance {
  bidId: number;
  status: number;
}

/**
 * Locks and returns the other open orders for a fixed-price car when a manager accepts one of them; null for any other
 * change. Locks clients before the lot, in the lock order of all bid commands.
 */
async function lockRivalOrders(tx: Tx, { bidId, status }: Acceptance, actor: Actor): Promise<BidState[] | null> {
  if (actor.kind !== 'manager' || (status !== BID_STATUS.bid && status !== BID_STATUS.win)) return null;
  const subject = await findBidSubject(tx, bidId);
  if (subject?.lotSource !== 'stock') return null;
  const orders = await lockLotBids(tx, subject.lotId);
  return orders.filter((order) => order.bidId !== bidId && order.status === BID_STATUS.new);
}

/** Ends the orders that lost a fixed-price car to the first accepted one, and notifies their clients (business-rules.md#fixed-price). */
async function endRivalOrders(tx: Tx, orders: readonly BidState[]): Promise<void> {
  const change = { status: BID_STATUS.finished, finishReason: 'other_client', soldPriceYen: null };
  for (const order of orders) {
    await writeOutcome(tx, historyState(order), order.bidId, change, 'outcome');
    await notifyClient(tx, order.status, { ...order, ...change, version: order.version + 1 });
  }
  await recomputeExposure(
    tx,
    orders.map(({ userId }) => userId),
  );
}

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
  const { bidIds, versions, ...change } = body;
  // The same key with other bids is an error, however many of them were executed.
  if (repeat) await bidCommand(database.bidDb, repeat, async () => ({ begun: true }));
  const results: Result[] = [];
  for (const [index, bidId] of bidIds.entries()) {
    const command = {
      bidId,
      status: change.status,
      lastHourAccepted: change.lastHourAccepted ?? false,
      ifMatch: versions?.[index] ?? null,
      repeat: repeat && { ...repeat, call: `${repeat.call} ${bidId}` },
      requestId,
    };
    results.push(
      await setBidStatus(database, currentUser, command).then(
        ({ success, version }) => ({ bidId, success, version }),
        failureOf(bidId),
      ),
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
