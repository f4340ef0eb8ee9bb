import { lotStateOfBid } from '@seri/contract/bids/lot-of-bid.ts';
import type { BidRow } from '@seri/contract/bids/records.ts';
import type { LotState } from '@seri/contract/lots/lot-state.ts';
import { useByClock } from '../../shell/i18n/clock.ts';
import { StateLabel } from '../../shell/lot-state.tsx';
import { useSession } from '../../shell/session/session.ts';

export type LotOfBid = Pick<BidRow, 'status' | 'auctionDate' | 'biddingDeadline'> &
  Partial<Pick<BidRow, 'lotSource' | 'bidStatus'>>;

/** State of a bid's lot by the server's clock; renders only when it changes. */
export function useLotOfBid(row: LotOfBid): LotState {
  const hasDeadline = useSession().permissions.bidDeadlineCheck;
  return useByClock((nowMs) => lotStateOfBid(row, nowMs, hasDeadline));
}

export const LotStatus = ({ row }: { row: LotOfBid }) => <StateLabel state={useLotOfBid(row)} />;
