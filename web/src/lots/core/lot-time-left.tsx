import { acceptsBidsNow, type LotState, resultDueAt } from '@seri/contract/lots/lot-state.ts';
import { useNowUntil } from '../../shell/i18n/clock.ts';
import { t } from '../../shell/i18n/i18n.ts';
import { type StatedLot, useLotState } from '../../shell/lot-state.tsx';
import { japanClock } from '../../ui/data/japan-text.ts';
import { JapanTime } from '../../ui/data/japan-time.tsx';
import { TimeLeft } from '../../ui/data/time-left.tsx';
import { isDayOnly } from './lot-texts.ts';

/**
 * Counts down to the end of bidding; then shows the time of the auction and when the result is due. The state has its
 * own label.
 */
export function LotTimeLeft({
  className = '',
  zone = false,
  ...lot
}: StatedLot & { className?: string; zone?: boolean }) {
  const state = useLotState(lot);
  // Without a deadline, bidding lasts until the sale begins.
  const end = lot.biddingDeadline ?? lot.auctionDate;
  const now = useNowUntil(end);
  if (acceptsBidsNow(state) && now < Date.parse(end))
    return <TimeLeft phrase to={end} now={now} ended="" className={className} />;
  return <SaleTime state={state} auctionDate={lot.auctionDate} zone={zone} className={className} />;
}

interface SaleTimeProps {
  state: LotState;
  auctionDate: string;
  /** Name the zone if no column heading does. */
  zone?: boolean;
  className?: string | undefined;
}

const UPCOMING_STATES: readonly LotState[] = ['open', 'closed'];
const WITHOUT_SALE: readonly LotState[] = ['cancelled', 'removed', 'available', 'ordered', 'expired', 'unknown'];
const WITHOUT_RESULT: readonly LotState[] = ['closed', 'running', 'resultDue'];

/** `runs at 16:07, result by 17:07` or `ran at 16:07`, in Japan; nothing for a lot without an auction. */
function SaleTime({ state, auctionDate, zone = false, className = '' }: SaleTimeProps) {
  if (WITHOUT_SALE.includes(state) || isDayOnly(auctionDate)) return null;
  const dueAt = WITHOUT_RESULT.includes(state) ? resultDueAt(auctionDate) : null;
  return (
    <span className={`quiet ${className}`}>
      {t(UPCOMING_STATES.includes(state) ? 'lots.time.runsAt' : 'lots.time.ranAt')}{' '}
      <JapanTime at={auctionDate} shape="clock" zone={zone} />
      {dueAt !== null && t('lots.time.resultBy', { time: japanClock(dueAt) })}
    </span>
  );
}
