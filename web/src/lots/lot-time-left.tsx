import { LOT_STATUS } from '@seri/contract/lots/statuses.ts';
import { useNowUntil } from '../shell/clock.ts';
import { TimeLeft } from '../ui/time-left.tsx';
import { endedText } from './lot-words.ts';

interface LotTimeLeftProps {
  biddingDeadline: string;
  status: number;
  className?: string;
}

/** Counts to the end of bidding; then Live while the lot runs, else what became of it. */
export function LotTimeLeft({ biddingDeadline, status, className = '' }: LotTimeLeftProps) {
  const now = useNowUntil(biddingDeadline);
  const isLive = status === LOT_STATUS.ongoing;
  if (status !== LOT_STATUS.upcoming) {
    return <span className={`nowrap ${isLive ? 'strong hot' : 'quiet'} ${className}`}>{endedText(status)}</span>;
  }
  return <TimeLeft to={biddingDeadline} now={now} ended={endedText(status)} className={className} />;
}
