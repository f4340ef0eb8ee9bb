import type { Yen } from '../money.ts';
import { lotStateOfBid } from './lot-of-bid.ts';
import type { BidRow } from './records.ts';
import { BID_STATUS } from './statuses.ts';

/** The outcome of a bid, as its buyer sees it. Amounts are whole yen. */
export type BidOutcome =
  | { kind: 'won'; priceYen: Yen; underYen: Yen }
  | { kind: 'outbid'; priceYen: Yen; byYen: Yen }
  | { kind: 'soldToOther'; priceYen: Yen | null }
  | { kind: 'asked'; offerYen: Yen; moreYen: Yen }
  | { kind: 'negotiating' | 'offerDeclined' | 'notSold' | 'unsold' | 'withdrawn' | 'canceled' | 'declined' | 'ended' }
  | { kind: 'running' | 'resultDue' | 'noResult' };

type Row = Pick<
  BidRow,
  | 'bidStatus'
  | 'bidAmount'
  | 'soldPrice'
  | 'negotiation'
  | 'status'
  | 'auctionDate'
  | 'biddingDeadline'
  | 'lotSource'
  | 'groupWaits'
>;

/**
 * The outcome of a bid at `nowMs` (milliseconds since 1970), or null while its lot has not been auctioned. Each bid has
 * exactly one, so that lists, notifications and exports agree.
 */
export function outcomeOf(row: Row, nowMs: number, hasDeadline = true): BidOutcome | null {
  const { bidStatus, bidAmount, soldPrice } = row;
  if (bidStatus === BID_STATUS.win || bidStatus === BID_STATUS.won) {
    const priceYen = soldPrice ?? bidAmount;
    return { kind: 'won', priceYen, underYen: Math.max(0, bidAmount - priceYen) };
  }
  if (bidStatus === BID_STATUS.cancel) return { kind: 'canceled' };
  if (bidStatus === BID_STATUS.dontBid) return { kind: 'declined' };
  const state = lotStateOfBid(row, nowMs, hasDeadline);
  if (state === 'cancelled' || state === 'removed') return { kind: 'withdrawn' };
  if (state === 'sold' || state === 'soldByNegotiation' || state === 'ordered') {
    return soldPrice !== null && soldPrice > bidAmount
      ? { kind: 'outbid', priceYen: soldPrice, byYen: soldPrice - bidAmount }
      : { kind: 'soldToOther', priceYen: soldPrice };
  }
  const asked = negotiationOutcome(row);
  if (asked) return asked;
  if (state === 'notSold' || state === 'unsold') return { kind: state };
  if (bidStatus === BID_STATUS.finished) return { kind: 'ended' };
  if (state === 'negotiating') return { kind: 'negotiating' };
  return state === 'running' || state === 'resultDue' || state === 'noResult' ? { kind: state } : null;
}

function negotiationOutcome({ negotiation, bidAmount }: Row): BidOutcome | null {
  if (!negotiation) return null;
  const { state, offerYen } = negotiation;
  if (state === 'declined') return { kind: 'offerDeclined' };
  if (state === 'asked' && offerYen !== null) return { kind: 'asked', offerYen, moreYen: offerYen - bidAmount };
  return { kind: 'negotiating' };
}
