import { UNLIMITED } from '@seri/contract/money.ts';
import { IconCheck, IconInfoCircle } from '@tabler/icons-react';
import { t } from '../../shell/i18n/i18n.ts';
import { useSession } from '../../shell/session/session.ts';
import { decisionTime } from '../../ui/data/japan-text.ts';
import { groupThousands } from '../../ui/theme/number-text.ts';
import type { BidLot } from '../core/bid-lot.ts';
import css from '../core/panel.module.css';

interface BidChecksProps {
  lot: BidLot;
  nowMs: number;
}

/** The bidding conditions, shown in place of the refusal reasons. */
export function BidChecks({ lot, nowMs }: BidChecksProps) {
  const { permissions, balanceInfo } = useSession();
  const { myBid, myBidAmount, cancelUntil } = lot.bidInfo;
  const raiseOnly = nowMs >= Date.parse(cancelUntil);
  const limited = permissions.dailyBidLimitCheck && balanceInfo.dailyBidLimit !== UNLIMITED;
  return (
    <ul className={css.checks}>
      <Check>{t('bids.check.open')}</Check>
      {limited && <Check>{t('bids.check.leftToday', { n: balanceInfo.dailyBidLimit })}</Check>}
      {myBid && myBidAmount !== null && (
        <Check>{t('bids.check.replaces', { amount: groupThousands(myBidAmount) })}</Check>
      )}
      {raiseOnly ? (
        <Check tone="amber">{t('bids.check.raiseOnly')}</Check>
      ) : (
        <Check>{t('bids.check.cancelUntil', { time: decisionTime(cancelUntil) })}</Check>
      )}
    </ul>
  );
}

function Check({ tone, children }: { tone?: 'amber'; children: string }) {
  const Icon = tone === 'amber' ? IconInfoCircle : IconCheck;
  return (
    <li data-tone={tone}>
      <Icon size={20} stroke={1.5} aria-hidden />
      {children}
    </li>
  );
}
