import { isNegotiable } from '@seri/contract/bids/negotiation.ts';
import { BID_STATUS } from '@seri/contract/bids/statuses.ts';
import type { BidState, ResolvedBidContext } from './context.ts';
import { type Candidate, nextOrder, type StandingOrder, withdrawalOf } from './next-order.ts';

/** Accepted, won or bought. */
const LEADING: readonly number[] = [BID_STATUS.bid, BID_STATUS.win, BID_STATUS.won];

interface Terms {
  status: number;
  amountYen: number;
  adjustmentYen: number;
  groupRound: number | null;
  groupCleared: boolean;
}

/** Exposure still held for a previous, higher order the agent may have; 0 if the new bid covers it (business-rules.md#replacing-a-bid). */
export function heldAmountAfter(
  { order }: ResolvedBidContext,
  before: BidState | null,
  after: Pick<Terms, 'status' | 'amountYen' | 'adjustmentYen'>,
): number {
  if (!before || (after.status !== BID_STATUS.new && after.status !== BID_STATUS.bid)) return 0;
  const ordered = order?.kind === 'order' && order.bidId === before.bidId ? order.maxYen + order.overbidYen : 0;
  const heldYen = Math.max(before.heldYen, ordered);
  return heldYen > after.amountYen + after.adjustmentYen ? heldYen : 0;
}

type ChangedBid = Terms & { bidId: number; userId: number };

/**
 * The order to send to the agent once this bid is written; null if the agent's order does not change or the cut-off has passed.
 * `keepsOrder`: a replaced bid keeps its order until it is accepted again; a bid that a manager sets back to New does not.
 */
export function agentOrderAfter(context: ResolvedBidContext, bid: ChangedBid, { keepsOrder }: { keepsOrder: boolean }) {
  const { now, lot, rivals, order, settings } = context;
  // A fixed-price car is bought from its seller, without the agent.
  if (lot.lotSource === 'stock') return null;
  if (now >= lot.agentCutoffAt) return endsNegotiation(context, bid) ? withdrawalAfterSale(order) : null;
  const before = [context.bid, context.live].find((known) => known?.bidId === bid.bidId);
  const candidate: Candidate = {
    ...bid,
    statusAt: before?.status === bid.status ? before.statusAt : now,
    amountAt: before?.amountYen === bid.amountYen ? before.amountAt : now,
  };
  const others = rivals.filter((rival) => rival.bidId !== bid.bidId);
  const leaves = bid.status === BID_STATUS.new && !keepsOrder;
  return nextOrder(order, leaves ? others : [...others, candidate], settings.bidRule);
}

/** Whether an accepted bid ends during a negotiation: the agent must no longer buy the car (business-rules.md#negotiation). */
const endsNegotiation = ({ now, lot, order, bid: before }: ResolvedBidContext, bid: ChangedBid): boolean =>
  before?.bidId === bid.bidId &&
  order?.bidId === bid.bidId &&
  isNegotiable({ lot, bidStatus: before.status, now }) &&
  !LEADING.includes(bid.status);

const withdrawalAfterSale = (order: StandingOrder | null): StandingOrder | null =>
  order?.kind === 'order' ? { ...withdrawalOf(order), afterSale: true } : null;

/** The part of a bid that its history records, with the keys of `bid_state` in the database. */
export const historyState = (bid: BidState) => ({
  version: bid.version,
  status: bid.status,
  amountYen: bid.amountYen,
  adjustmentYen: bid.adjustmentYen,
  groupValue: bid.groupValue,
  exportType: bid.exportType,
  autoBid: bid.autoBid,
  soldPriceYen: bid.soldPriceYen,
  finishReason: bid.finishReason,
  notForwarded: bid.notForwarded,
  ...(bid.groupRound === null ? {} : { groupRound: bid.groupRound }),
});
