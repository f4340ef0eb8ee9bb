import { BID_STATUS } from '@seri/contract/bids/statuses.ts';

/** A stored decision, with instants as text. */
export interface StoredDecision {
  id: number;
  at: string;
  cars: number;
  bids: DecisionBid[];
  decision: { clear: number[]; withdraw: number[]; stop: number[] };
}

interface DecisionBid {
  bidId: number;
  status: number;
  auctionAt: string;
  agentCutoffAt: string;
  isCleared: boolean;
  mayBeBought: boolean;
}

/**
 * Validates a group decision against invariants, independently of the decision code: it counts slots instead of choosing
 * bids. Returns the first violation, null if valid.
 */
export function findFault({ at, cars, bids, decision }: StoredDecision): string | null {
  const { clear, withdraw, stop } = decision;
  const settled = bids.filter(({ status }) => status === BID_STATUS.won).length;
  const waiting = bids
    .filter(({ status }) => status === BID_STATUS.new || status === BID_STATUS.bid)
    .map(({ bidId }) => bidId);
  const limit = cars === -1 ? Number.POSITIVE_INFINITY : cars;
  if (settled >= limit)
    return clear.length + withdraw.length === 0 && sameIds(stop, waiting) ? null : 'all cars of the group are settled';
  if (stop.length > 0) return 'bids are ended before all cars of the group are settled';

  const nowMs = Date.parse(at);
  const inTime = (bid: DecisionBid) => Date.parse(bid.agentCutoffAt) > nowMs;
  const slotsUsed = bids.filter(
    ({ bidId, status, isCleared, mayBeBought }) =>
      status >= BID_STATUS.win || mayBeBought || clear.includes(bidId) || (isCleared && !withdraw.includes(bidId)),
  ).length;
  if (clear.length > 0 && slotsUsed > limit) return `${slotsUsed} may be bought, the group buys ${cars}`;
  for (const bid of bids) {
    const isCleared = clear.includes(bid.bidId);
    if (isCleared && (bid.status !== BID_STATUS.bid || bid.isCleared || !inTime(bid)))
      return `bid ${bid.bidId} cannot be ordered`;
    if (withdraw.includes(bid.bidId) && !bid.isCleared) return `bid ${bid.bidId} was not cleared`;
    const isLeft =
      bid.status === BID_STATUS.bid && inTime(bid) && !isCleared && (!bid.isCleared || withdraw.includes(bid.bidId));
    if (isLeft && slotsUsed < limit) return `bid ${bid.bidId} waits although a slot is free`;
    if (isLeft && clear.some((other) => runsBefore(bid, byId(bids, other))))
      return `bid ${bid.bidId} runs before a cleared bid`;
  }
  return null;
}

const byId = (bids: readonly DecisionBid[], id: number) => bids.find(({ bidId }) => bidId === id);

function runsBefore(a: DecisionBid, b: DecisionBid | undefined): boolean {
  if (!b || b.mayBeBought) return false;
  return a.auctionAt < b.auctionAt || (a.auctionAt === b.auctionAt && a.bidId < b.bidId);
}

const sameIds = (a: readonly number[], b: readonly number[]) =>
  a.length === b.length && a.every((id) => b.includes(id));
