import { type LotState, lotStateAt } from '../lots/lot-state.ts';
import type { BidRow } from './records.ts';
import { BID_STATUS } from './statuses.ts';

type Ordered = Pick<BidRow, 'lotSource' | 'bidStatus'>;

/** A fixed-price car whose order was accepted: nobody else can order it. */
export const isOrdered = ({ lotSource, bidStatus }: Ordered): boolean =>
  lotSource === 'stock' && (bidStatus === BID_STATUS.win || bidStatus === BID_STATUS.won);

type LotOfBid = Pick<BidRow, 'status' | 'auctionDate' | 'biddingDeadline'> & Partial<Ordered>;

/** State of the lot of a bid at `nowMs` (milliseconds since 1970), as every bid list shows it. */
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
