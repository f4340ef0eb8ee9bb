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
  /** Lot status 4531 to 4539. */
  status: number;
  soldPriceYen: number | null;
  /** `<lotId>:<version>` of our order when the house says that we bought it. */
  buyerOrderKey: string | null;
  now: Date;
}

export interface AppliedLotResult {
  /** The bid that holds the win now, settled or not. */
  wonBidId: number | null;
  /** Bids whose status this call changed, and whose they are: nobody is told twice. */
  changed: { bidId: number; userId: number; from: number; to: number }[];
}

const SOLD: readonly number[] = [LOT_STATUS.sold, LOT_STATUS.soldByNegotiation];
/** Why a bid is finished when nobody of ours bought the car. */
const REASONS: Record<number, string> = {
  [LOT_STATUS.sold]: 'sold_to_other',
  [LOT_STATUS.soldByNegotiation]: 'sold_to_other',
  [LOT_STATUS.cancelled]: 'cancelled',
  [LOT_STATUS.removed]: 'removed',
  [LOT_STATUS.unsold]: 'unsold',
};

/**
 * Writes a reported result to the bids of its lot (business-rules.md#outcomes); a repeat changes nothing.
 * The lot's own row must carry the result since an earlier transaction: a bid in flight holds that row, so no bid can
 * slip in behind the result, and clients are still locked before their lot.
 */
export async function applyLotResult(tx: Tx, outcome: LotResult): Promise<AppliedLotResult> {
  const bids = await lockLotBids(tx, outcome.lotId);
  // What is settled is bought: only a correction in the ledger undoes it, never a later word of the house.
  const settled = bids.find(({ status }) => status === 7);
  const named = settled ? null : await findWinner(tx, outcome, bids);
  const winner = settled ?? named?.bid ?? null;
  const soldPriceYen = outcome.soldPriceYen ?? named?.negotiatedYen ?? null;
  const planned = bids.flatMap((bid) => {
    const change = bid === winner ? winOf(bid, soldPriceYen) : lossOf(bid, winner, outcome);
    return change ? [{ bid, change }] : [];
  });
  // Losers leave first: a client may have a newer live bid beside the one that won.
  planned.sort((a, b) => (b.change.status === a.change.status ? 0 : a.change.status === 6 ? 1 : -1));
  await bypassExposureGuard(tx);
  for (const { bid, change } of planned) {
    await writeOutcome(tx, historyState(bid), bid.bidId, change, 'outcome');
    await notifyClient(tx, bid.status, { ...bid, ...change, version: bid.version + 1 });
  }
  await recomputeExposure(tx, ascending(planned.map(({ bid }) => bid.userId)));
  await wakeGroups(tx, clientsOfGroups(bids));
  if (planned.length > 0 && !winner) await syncAgentOrder(tx, outcome.lotId, outcome.now);
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

/** The bid of the order that the house names; a key we never sent for this lot is refused, since money hangs on it. */
async function findWinner(tx: Tx, { lotId, status, buyerOrderKey }: LotResult, bids: readonly BidState[]) {
  if (buyerOrderKey === null || !SOLD.includes(status)) return null;
  const [, keyLot, version] = /^(\d+):(\d{1,9})$/.exec(buyerOrderKey) ?? [];
  const order = Number(keyLot) === lotId ? await findOrderVersion(tx, lotId, Number(version)) : undefined;
  const bid = order && bids.find(({ bidId }) => bidId === order.bidId);
  if (!bid) throw new ApiError('Field.Invalid', { fields: { 'buyer.orderKey': ['Field.Invalid'] } });
  return { bid, negotiatedYen: order.negotiatedYen };
}

/** Without a price of its own a negotiated sale costs what the client consented to. */
function winOf(bid: BidState, soldPriceYen: number | null): OutcomeChange | null {
  const isKnown =
    bid.status === 7 || (bid.status === 6 && (soldPriceYen === null || bid.soldPriceYen === soldPriceYen));
  return isKnown ? null : { status: 6, finishReason: 'won', soldPriceYen: soldPriceYen ?? bid.soldPriceYen };
}

function lossOf(bid: BidState, winner: BidState | null, { status }: LotResult): OutcomeChange | null {
  const finished = (finishReason: string) => ({ status: 5, finishReason, soldPriceYen: null });
  // A win that the house itself reported falls with its word; one that a manager set by hand only when another of ours bought it.
  if (bid.status === 6) {
    if (winner) return finished('other_client');
    const isTakenBack = bid.finishReason === 'won' && (status in REASONS || status === LOT_STATUS.notSold);
    return isTakenBack ? finished('reversed') : null;
  }
  if (bid.status > 3) return null;
  const reason = winner ? 'other_client' : REASONS[status];
  return reason ? finished(reason) : null;
}

const clientsOfGroups = (bids: readonly BidState[]) =>
  bids.filter(({ groupRound }) => groupRound !== null).map(({ userId }) => userId);

const ascending = (ids: readonly number[]) => [...new Set(ids)].sort((a, b) => a - b);

/**
 * Once the agent has acknowledged the newest version, no older order of this lot can cost anything any more
 * (business-rules.md#replacing-a-bid), and a group has a place again for each order returned (business-rules.md#bid-groups).
 */
export async function releaseHeld(tx: Tx, lotId: number): Promise<void> {
  const bids = await lockLotBids(tx, lotId);
  const order = await findAcknowledgedOrder(tx, lotId);
  if (!order) return;
  const inGroups = clientsOfGroups(bids);
  await wakeGroups(tx, inGroups);
  const stillOrdered = (bid: BidState) => bid.status === 1 && order.kind === 'order' && order.bidId === bid.bidId;
  const released = bids.filter((bid) => bid.heldYen > 0 && !stillOrdered(bid));
  if (released.length === 0) return recomputeExposure(tx, inGroups);
  await releaseHeldOf(
    tx,
    released.map(({ bidId }) => bidId),
  );
  await recomputeExposure(tx, [...inGroups, ...released.map(({ userId }) => userId)]);
}
