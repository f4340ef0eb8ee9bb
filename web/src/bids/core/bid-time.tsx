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
  /** Show only the remaining time; the row shows the state elsewhere. */
  timeOnly?: boolean;
  phrase?: boolean;
}

const DROPPED: readonly number[] = [BID_STATUS.dontBid, BID_STATUS.cancel];

/** Time left until the last change; afterwards the state of the lot. */
export function BidTime({ row, forClient, timeOnly = false, phrase = false }: BidTimeProps) {
  const state = useLotOfBid(row);
  const startMs = startOfSale(row.auctionDate);
  const firstEnd = forClient ? row.biddingDeadline : row.agentCutoff;
  // Clocks that update only when their text changes: otherwise seventy rows would render each second.
  const nowToFirstMs = useNowUntil(firstEnd);
  const nowToStartMs = useNowUntil(startMs);
  const isCounting = state === 'open' || (state === 'closed' && !forClient);
  if (isCounting && nowToFirstMs < Date.parse(firstEnd)) {
    // The remaining time no longer matters for a dropped bid.
    const isDropped = row.bidStatus != null && DROPPED.includes(row.bidStatus);
    return <TimeLeft phrase={phrase} to={firstEnd} now={nowToFirstMs} ended="" className={isDropped ? 'quiet' : ''} />;
  }
  if (isCounting && !forClient)
    return (
      <TimeLeft phrase={phrase} to={new Date(startMs).toISOString()} now={nowToStartMs} ended="" className="hot" />
    );
  return timeOnly ? null : <StateLabel state={state} />;
}
