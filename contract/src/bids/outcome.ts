import type { Yen } from '../money.ts';
import { lotStateOfBid } from './lot-of-bid.ts';
import type { BidRow } from './records.ts';
import { BID_STATUS } from './statuses.ts';

/** The outcome of a bid, as its buyer sees it. Amounts are whole yen. */
export type BidOutcome =
  | { kind: 'won'; priceYen: Yen; underYen: Yen }
  | { kind: 'outbid'; priceYen: Yen; byYen: Yen }
  | { kind: 'soldToOther'; priceYen: Yen | null }
  | { kind: 'negotiating' | 'notSold' | 'unsold' | 'withdrawn' | 'canceled' | 'declined' | 'ended' }
  | { kind: 'running' | 'resultDue' | 'noResult' };

type Row = Pick<
  BidRow,
  'bidStatus' | 'bidAmount' | 'soldPrice' | 'status' | 'auctionDate' | 'biddingDeadline' | 'lotSource'
>;

/**
 * The outcome of a bid at `nowMs` (milliseconds since 1970), or null while its lot has not been auctioned. Offers of
 * a seller are in the bid's negotiation.
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
  if (state === 'notSold' || state === 'unsold') return { kind: state };
  if (bidStatus === BID_STATUS.finished) return { kind: 'ended' };
  if (state === 'negotiating') return { kind: 'negotiating' };
  return state === 'running' || state === 'resultDue' || state === 'noResult' ? { kind: state } : null;
}
