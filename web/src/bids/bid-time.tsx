import type { BidRow } from '@seri/contract/bids/records.ts';
import { BID_STATUS } from '@seri/contract/bids/statuses.ts';
import { LOT_STATUS } from '@seri/contract/lots/statuses.ts';
import { useNowUntil } from '../shell/clock.ts';
import { t } from '../shell/i18n.ts';
import { TimeLeft } from '../ui/time-left.tsx';
import { startOf } from './bid-dates.ts';
import css from './lists.module.css';
import { isOrdered } from './lot-status.tsx';

interface BidTimeProps {
  row: Pick<BidRow, 'status' | 'auctionDate' | 'biddingDeadline' | 'agentCutoff'> &
    Partial<Pick<BidRow, 'lotSource' | 'bidStatus'>>;
  /** Clients count to the end of bidding, managers to the agent's cut-off and then to the start. */
  forClient: boolean;
}

const DROPPED: readonly number[] = [BID_STATUS.dontBid, BID_STATUS.cancel];
const RUNNING: readonly number[] = [LOT_STATUS.ongoing, LOT_STATUS.upcoming];

export function BidTime({ row, forClient }: BidTimeProps) {
  const startMs = startOf(row.auctionDate);
  const firstEnd = forClient ? row.biddingDeadline : row.agentCutoff;
  // Two clocks that stand still while nothing is said anew: seventy rows would be drawn each second.
  const nowToFirstMs = useNowUntil(firstEnd);
  const nowToStartMs = useNowUntil(startMs);
  const { lotSource = 'auction', bidStatus = null } = row;
  // Of a bid that nobody will place the time matters no more.
  const weight = bidStatus !== null && DROPPED.includes(bidStatus) ? 'quiet' : '';
  if (isOrdered({ lotSource, bidStatus })) return <span className="quiet">{t('bids.row.ordered')}</span>;
  if (!RUNNING.includes(row.status)) return <span className="quiet">{t('bids.row.ended')}</span>;
  if (nowToStartMs >= startMs) return <span className={css.live}>{t('bids.row.live')}</span>;
  if (nowToFirstMs < Date.parse(firstEnd))
    return <TimeLeft to={firstEnd} now={nowToFirstMs} ended="" className={weight} />;
  if (forClient) return <span className="quiet">{t('bids.panel.closed')}</span>;
  return <TimeLeft to={row.auctionDate} now={nowToStartMs} ended={t('bids.row.live')} className="hot" />;
}
