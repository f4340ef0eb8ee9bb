import { BID_STATUS } from '@seri/contract/bids/statuses.ts';
import { LOT_STATUS } from '@seri/contract/lots/statuses.ts';
import { ApiError } from '../../platform/calls/errors.ts';
import type { Tx } from '../../platform/db/db.ts';
import { syncAgentOrder } from '../core/agent-order.ts';
import { historyState } from '../core/bid-effects.ts';
import type { BidState } from '../core/context.ts';
import { notifyClient } from '../core/notify-client.ts';
import { bypassExposureGuard, wakeGroups } from '../core/queries.ts';
import {
  findAcknowledgedOrder,
  findOrderVersion,
  lockLotBids,
  type OutcomeChange,
  recomputeExposure,
  releaseHeldOf,
  writeOutcome,
} from './outcome-queries.ts';

export interface LotResult {
  lotId: number;
  /** A LOT_STATUS, 4531 to 4539. */
  status: number;
  soldPriceYen: number | null;
  /** `<lotId>:<version>` of our order if the auction house reports us as the buyer. */
  buyerOrderKey: string | null;
  now: Date;
}

export interface AppliedLotResult {
  /** The winning bid, settled or not. */
  wonBidId: number | null;
  /** Bids whose status this call changed, with their owners, so that nobody is notified twice. */
  changed: { bidId: number; userId: number; from: number; to: number }[];
}

const SOLD: readonly number[] = [LOT_STATUS.sold, LOT_STATUS.soldByNegotiation];
/** The finish reason by lot status if none of our clients bought the car. */
const REASONS: Record<number, string> = {
  [LOT_STATUS.sold]: 'sold_to_other',
  [LOT_STATUS.soldByNegotiation]: 'sold_to_other',
  [LOT_STATUS.cancelled]: 'cancelled',
  [LOT_STATUS.removed]: 'removed',
  [LOT_STATUS.unsold]: 'unsold',
};

/**
 * Applies a reported result to the bids of its lot (business-rules.md#outcomes); a repeat changes nothing.
 * An earlier transaction must have written the result to the lot's row: a bid in progress locks that row, so no bid can
 * follow the result, and clients are still locked before their lot. Throws Field.Invalid for an order key that was
 * never sent.
 */
export async function applyLotResult(tx: Tx, result: LotResult): Promise<AppliedLotResult> {
  const bids = await lockLotBids(tx, result.lotId);
  // A settled bid is bought: only a correction in the ledger reverses it, never a later report of the auction house.
  const settled = bids.find(({ status }) => status === BID_STATUS.won);
  const reported = settled ? null : await findWinner(tx, result, bids);
  const winner = settled ?? reported?.bid ?? null;
  const soldPriceYen = result.soldPriceYen ?? reported?.negotiatedYen ?? null;
  const planned = bids.flatMap((bid) => {
    const change = bid === winner ? winOf(bid, soldPriceYen) : lossOf(bid, winner, result);
    return change ? [{ bid, change }] : [];
  });
  // Lost bids end first: a client may have a newer live bid beside the winning one, and only one may be live.
  planned.sort((a, b) => (b.change.status === a.change.status ? 0 : a.change.status === BID_STATUS.win ? 1 : -1));
  await bypassExposureGuard(tx);
  for (const { bid, change } of planned) {
    await writeOutcome(tx, historyState(bid), bid.bidId, change, 'outcome');
    await notifyClient(tx, bid.status, { ...bid, ...change, version: bid.version + 1 });
  }
  await recomputeExposure(tx, ascending(planned.map(({ bid }) => bid.userId)));
  await wakeGroups(tx, clientsOfGroups(bids));
  if (planned.length > 0 && !winner) await syncAgentOrder(tx, result.lotId, result.now);
  return {
    wonBidId: winner?.bidId ?? null,
    changed: planned.map(({ bid, change }) => ({
      bidId: bid.bidId,
      userId: bid.userId,
      from: bid.status,
      to: change.status,
    })),
  };
}

/** The bid of the order that the auction house names; a key never sent for this lot is refused, since money depends on it. */
async function findWinner(tx: Tx, { lotId, status, buyerOrderKey }: LotResult, bids: readonly BidState[]) {
  if (buyerOrderKey === null || !SOLD.includes(status)) return null;
  const [, keyLot, version] = /^(\d+):(\d{1,9})$/.exec(buyerOrderKey) ?? [];
  const order = Number(keyLot) === lotId ? await findOrderVersion(tx, lotId, Number(version)) : undefined;
  const bid = order && bids.find(({ bidId }) => bidId === order.bidId);
  if (!bid) throw new ApiError('Field.Invalid', { fields: { 'buyer.orderKey': ['Field.Invalid'] } });
  return { bid, negotiatedYen: order.negotiatedYen };
}

/** A negotiated sale reported without a price costs the amount the client consented to. */
function winOf(bid: BidState, soldPriceYen: number | null): OutcomeChange | null {
  const isKnown =
    bid.status === BID_STATUS.won ||
    (bid.status === BID_STATUS.win && (soldPriceYen === null || bid.soldPriceYen === soldPriceYen));
  return isKnown
    ? null
    : { status: BID_STATUS.win, finishReason: 'won', soldPriceYen: soldPriceYen ?? bid.soldPriceYen };
}

function lossOf(bid: BidState, winner: BidState | null, { status }: LotResult): OutcomeChange | null {
  const finished = (finishReason: string) => ({ status: BID_STATUS.finished, finishReason, soldPriceYen: null });
  // A later report reverses a reported win. A win set by a manager ends only if another client of ours bought the car.
  if (bid.status === BID_STATUS.win) {
    if (winner) return finished('other_client');
    const isTakenBack = bid.finishReason === 'won' && (status in REASONS || status === LOT_STATUS.notSold);
    return isTakenBack ? finished('reversed') : null;
  }
  if (bid.status > BID_STATUS.dontBid) return null;
  const reason = winner ? 'other_client' : REASONS[status];
  return reason ? finished(reason) : null;
}

const clientsOfGroups = (bids: readonly BidState[]) =>
  bids.filter(({ groupRound }) => groupRound !== null).map(({ userId }) => userId);

const ascending = (ids: readonly number[]) => [...new Set(ids)].sort((a, b) => a - b);

/**
 * Releases the exposure held for older orders once the agent has acknowledged the newest version
 * (business-rules.md#replacing-a-bid); each returned order frees a slot of its group (business-rules.md#bid-groups).
 */
export async function releaseHeld(tx: Tx, lotId: number): Promise<void> {
  const bids = await lockLotBids(tx, lotId);
  const order = await findAcknowledgedOrder(tx, lotId);
  if (!order) return;
  const inGroups = clientsOfGroups(bids);
  await wakeGroups(tx, inGroups);
  const stillOrdered = (bid: BidState) =>
    bid.status === BID_STATUS.new && order.kind === 'order' && order.bidId === bid.bidId;
  const released = bids.filter((bid) => bid.heldYen > 0 && !stillOrdered(bid));
  if (released.length === 0) return recomputeExposure(tx, inGroups);
  await releaseHeldOf(
    tx,
    released.map(({ bidId }) => bidId),
  );
  await recomputeExposure(tx, [...inGroups, ...released.map(({ userId }) => userId)]);
}
