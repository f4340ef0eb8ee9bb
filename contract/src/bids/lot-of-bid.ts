import { type LotState, lotStateAt } from '../lots/lot-state.ts';
import type { BidRow } from './records.ts';
import { BID_STATUS } from './statuses.ts';

type Ordered = Pick<BidRow, 'lotSource' | 'bidStatus'>;

/** A car at a fixed price whose order was accepted: its offer would go on, but nobody else can have it. */
export const isOrdered = ({ lotSource, bidStatus }: Ordered): boolean =>
  lotSource === 'stock' && (bidStatus === BID_STATUS.win || bidStatus === BID_STATUS.won);

type LotOfBid = Pick<BidRow, 'status' | 'auctionDate' | 'biddingDeadline'> & Partial<Ordered>;

/** State of the lot a bid is on (milliseconds since 1970), as every list of bids shows it. */
export function lotStateOfBid(row: LotOfBid, nowMs: number, hasDeadline = true): LotState {
  const { lotSource = 'auction', bidStatus = null, status, auctionDate, biddingDeadline } = row;
  return lotStateAt(
    {
      ...{ source: lotSource, status, auctionDate, biddingDeadline, hasDeadline },
      isOrdered: isOrdered({ lotSource, bidStatus }),
      isNegotiated: bidStatus === BID_STATUS.bid,
    },
    nowMs,
  );
}
