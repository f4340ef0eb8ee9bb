import type { BidRow } from '@seri/contract/bids/records.ts';
import { BID_STATUS } from '@seri/contract/bids/statuses.ts';
import { startOfSale } from '@seri/contract/lots/lot-state.ts';
import { useNowUntil } from '../../shell/i18n/clock.ts';
import { StateLabel } from '../../shell/lot-state.tsx';
import { TimeLeft } from '../../ui/data/time-left.tsx';
import { type LotOfBid, useLotOfBid } from './lot-status.tsx';

interface BidTimeProps {
  row: LotOfBid & Pick<BidRow, 'agentCutoff'>;
  /** Clients count to the end of bidding, managers to the agent's cut-off and then to the start. */
  forClient: boolean;
  /** The state stands elsewhere in the row; here only what is left of the time. */
  timeOnly?: boolean;
  phrase?: boolean;
}

const DROPPED: readonly number[] = [BID_STATUS.dontBid, BID_STATUS.cancel];

/** What is left until nothing can be changed any more; afterwards the state of the lot. */
export function BidTime({ row, forClient, timeOnly = false, phrase = false }: BidTimeProps) {
  const state = useLotOfBid(row);
  const startMs = startOfSale(row.auctionDate);
  const firstEnd = forClient ? row.biddingDeadline : row.agentCutoff;
  // Two clocks that stand still while nothing is said anew: seventy rows would be drawn each second.
  const nowToFirstMs = useNowUntil(firstEnd);
  const nowToStartMs = useNowUntil(startMs);
  const isCounting = state === 'open' || (state === 'closed' && !forClient);
  if (isCounting && nowToFirstMs < Date.parse(firstEnd)) {
    // Of a bid that nobody will place the time matters no more.
    const isDropped = row.bidStatus != null && DROPPED.includes(row.bidStatus);
    return <TimeLeft phrase={phrase} to={firstEnd} now={nowToFirstMs} ended="" className={isDropped ? 'quiet' : ''} />;
  }
  if (isCounting && !forClient)
    return (
      <TimeLeft phrase={phrase} to={new Date(startMs).toISOString()} now={nowToStartMs} ended="" className="hot" />
    );
  return timeOnly ? null : <StateLabel state={state} />;
}
