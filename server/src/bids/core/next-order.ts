import { BID_STATUS } from '@seri/contract/bids/statuses.ts';

/** The newest version of the order for a lot, as sent to the agent. */
export interface StandingOrder {
  version: number;
  kind: 'order' | 'withdraw';
  bidId: number;
  clientId: number;
  maxYen: number;
  overbidYen: number;
  /** Written after the auction: it accepts the seller's offer, or withdraws that acceptance. */
  afterSale?: boolean;
}

/** The part of a bid that decides which bid leads its lot. */
export interface Candidate {
  bidId: number;
  userId: number;
  status: number;
  amountYen: number;
  adjustmentYen: number;
  /** A bid of a round is ordered only while its group clears it (business-rules.md#bid-groups). */
  groupRound: number | null;
  groupCleared: boolean;
  statusAt: Date;
  amountAt: Date;
}

export type CompanyRule = 'first' | 'highest';

/** The order of the leading bid, or null if the agent already has it: one order per lot (business-rules.md#one-order-per-lot). */
export function nextOrder(
  standing: StandingOrder | null,
  candidates: readonly Candidate[],
  rule: CompanyRule,
): StandingOrder | null {
  const version = (standing?.version ?? 0) + 1;
  const leader = leaderOf(standing, candidates, rule);
  if (!leader) return standing?.kind === 'order' ? withdrawalOf(standing) : null;
  const same =
    standing?.kind === 'order' &&
    standing.bidId === leader.bidId &&
    standing.maxYen === leader.maxYen &&
    standing.overbidYen === leader.overbidYen;
  return same ? null : { version, kind: 'order', ...leader };
}

export const withdrawalOf = (order: StandingOrder): StandingOrder => ({
  ...order,
  version: order.version + 1,
  kind: 'withdraw',
  maxYen: 0,
  overbidYen: 0,
});

interface Offer {
  bidId: number;
  clientId: number;
  maxYen: number;
  overbidYen: number;
  /** Start of the current amount, and time of the acceptance. */
  offeredMs: number;
  acceptedMs: number;
}

function leaderOf(standing: StandingOrder | null, candidates: readonly Candidate[], rule: CompanyRule) {
  // A bought lot needs no order.
  if (candidates.some((bid) => bid.status === BID_STATUS.win || bid.status === BID_STATUS.won)) return null;
  const offers = candidates.flatMap((bid) => offerOf(bid, standing) ?? []);
  const [first] = offers.sort(
    rule === 'first'
      ? (a, b) => a.acceptedMs - b.acceptedMs || a.bidId - b.bidId
      : (a, b) => b.maxYen - a.maxYen || a.offeredMs - b.offeredMs || a.bidId - b.bidId,
  );
  if (!first) return null;
  const { bidId, clientId, maxYen, overbidYen } = first;
  return { bidId, clientId, maxYen, overbidYen };
}

function offerOf(bid: Candidate, standing: StandingOrder | null): Offer | null {
  if (bid.groupRound !== null && !bid.groupCleared) return null;
  if (bid.status === BID_STATUS.bid)
    return {
      bidId: bid.bidId,
      clientId: bid.userId,
      maxYen: bid.amountYen,
      overbidYen: bid.adjustmentYen,
      offeredMs: Math.max(bid.statusAt.getTime(), bid.amountAt.getTime()),
      acceptedMs: bid.statusAt.getTime(),
    };
  // A replaced bid keeps its old order and amounts until it is accepted again (business-rules.md#replacing-a-bid).
  if (bid.status !== BID_STATUS.new || standing?.kind !== 'order' || standing.bidId !== bid.bidId) return null;
  const { bidId, clientId, maxYen, overbidYen } = standing;
  return { bidId, clientId, maxYen, overbidYen, offeredMs: 0, acceptedMs: 0 };
}
