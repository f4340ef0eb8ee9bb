import { isSalesPage } from '@seri/contract/lots/page-types.ts';
import { AveragePrice } from '../../lots/sales/similar-sales-panel.tsx';
import { useNow } from '../../shell/i18n/clock.ts';
import { decisionTime, zonedTime } from '../../shell/i18n/format.ts';
import { t } from '../../shell/i18n/i18n.ts';
import { JapanTime } from '../../ui/data/japan-time.tsx';
import { Money } from '../../ui/data/money.tsx';
import { TimeLeft } from '../../ui/data/time-left.tsx';
import type { BidLot } from '../core/bid-lot.ts';
import css from '../core/panel.module.css';

/** Deadline, or the price of a past sale, on the left; the value of the vehicle on the right. */
export function PanelHead({ lot }: { lot: BidLot }) {
  const { startPrice, averagePrice, soldPrice } = lot.bidInfo;
  const isPast = isSalesPage(lot.pageType);
  return (
    <div className={css.head}>
      <div className={css.deadline}>{isPast ? <Paid lot={lot} /> : <Deadline lot={lot} />}</div>
      <dl className={css.prices}>
        <dt>{t('bids.panel.startPrice')}</dt>
        <dd>
          <b>
            <Money yen={startPrice} />
          </b>
        </dd>
        {soldPrice !== null && !isPast && (
          <>
            <dt>{t('bids.panel.soldPrice')}</dt>
            <dd>
              <Money yen={soldPrice} />
            </dd>
          </>
        )}
        <div className={css.likely}>
          <dt>{t('bids.panel.average')}</dt>
          <dd>
            <AveragePrice pageType={lot.pageType} lotId={lot.id} averageYen={averagePrice} price={lot.bidInfo.price} />
          </dd>
        </div>
      </dl>
    </div>
  );
}

function Deadline({ lot }: { lot: BidLot }) {
  const nowMs = useNow();
  const { biddingDeadline } = lot.bidInfo;
  const isOpen = nowMs < Date.parse(biddingDeadline);
  // The result of a finished lot is shown once, below.
  return (
    <>
      <div className="quiet small">{t(isOpen ? 'bids.panel.closesIn' : 'bids.panel.deadline')}</div>
      {isOpen && <TimeLeft phrase to={biddingDeadline} now={nowMs} ended="" announced className={css.countdown} />}
      <div className="quiet small">{isOpen ? decisionTime(biddingDeadline) : zonedTime(biddingDeadline)}</div>
    </>
  );
}

function Paid({ lot }: { lot: BidLot }) {
  return (
    <>
      <div className="quiet small">{t('bids.panel.soldPrice')}</div>
      <Money yen={lot.bidInfo.soldPrice} none={t('bids.panel.notSold')} className={css.countdown} />
      <div className="quiet small">
        <JapanTime at={lot.lotInfo.auctionDate} shape="date" zone />
      </div>
    </>
  );
}
