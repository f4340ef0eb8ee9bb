import { groupLabel } from '@seri/contract/bids/groups.ts';
import { useState } from 'react';
import { ChatButton } from '../../chat/chat-button-panel.tsx';
import { useNow } from '../../shell/i18n/clock.ts';
import { zonedTime } from '../../shell/i18n/format.ts';
import { t } from '../../shell/i18n/i18n.ts';
import { ActionButton } from '../../ui/actions/action-button.tsx';
import { Money } from '../../ui/data/money.tsx';
import type { BidLot } from '../core/bid-lot.ts';
import { BidStatus } from '../core/bid-status.tsx';
import css from '../core/panel.module.css';
import { CancelBid } from './cancel-bid.tsx';

interface MyBidBlockProps {
  lot: BidLot;
  /** True while the form below accepts a new amount. */
  canChange: boolean;
}

/** The client's own bid on this lot: amount, status, date, and the cancel button while cancelling is possible. */
export function MyBidBlock({ lot, canChange }: MyBidBlockProps) {
  const info = lot.bidInfo;
  const nowMs = useNow();
  const [isCancelling, setIsCancelling] = useState(false);
  const isLive = info.bidStatusId === 1 || info.bidStatusId === 2;
  const isOrder = lot.lotType === 'stock';
  const title = t(isOrder ? 'bids.mine.order' : 'bids.mine.title');
  const canCancel = info.cancellationAllowed && nowMs < Date.parse(info.cancelUntil);
  return (
    <section className={css.mine} aria-label={title}>
      <div className={css.pair}>
        <span className="quiet small">{title}</span>
        <BidStatus status={info.bidStatusId} forClient />
      </div>
      <Money yen={info.myBidAmount} className={css.mineAmount} />
      {info.myBidDate && (
        <div className="quiet small">{t('bids.mine.placed', { time: zonedTime(info.myBidDate) })}</div>
      )}
      {info.myBidGroup !== null && (
        <div className="quiet small">
          {t(info.groupWaits ? 'bids.group.waits' : 'bids.group.of', { group: groupLabel(info.myBidGroup) })}
        </div>
      )}
      {info.jasId !== null && <ChatButton bidId={info.jasId} />}
      {isLive && (
        <div className={css.mineWays}>
          {canChange && <span className="small">{t(canCancel ? 'bids.mine.change' : 'bids.mine.raise')}</span>}
          <ActionButton kind={canCancel ? 'plain' : 'quiet'} size="sm" onClick={() => setIsCancelling(true)}>
            {canCancel ? t(isOrder ? 'bids.mine.cancelOrder' : 'PlaceBid.Cancel') : t('bids.mine.whyNotCancel')}
          </ActionButton>
        </div>
      )}
      <CancelBid lot={lot} opened={isCancelling} canCancel={canCancel} onClose={() => setIsCancelling(false)} />
    </section>
  );
}
