import type { CarLot } from '@seri/contract/lots/records.ts';
import { useNow } from '../shell/clock.ts';
import { t } from '../shell/i18n.ts';
import { JapanTime } from '../ui/japan-time.tsx';
import { Money } from '../ui/money.tsx';
import { TimeLeft } from '../ui/time-left.tsx';
import css from './panel.module.css';

/** Deadline on the left, what the car is worth on the right. */
export function PanelHead({ lot }: { lot: CarLot }) {
  const nowMs = useNow();
  const { biddingDeadline, startPrice, averagePrice, soldPrice } = lot.bidInfo;
  const isOpen = nowMs < Date.parse(biddingDeadline);
  return (
    <div className={css.head}>
      <div className={css.deadline}>
        {isOpen && <div className="quiet small">{t('bids.panel.closesIn')}</div>}
        <TimeLeft
          to={biddingDeadline}
          now={nowMs}
          ended={t('bids.panel.closed')}
          announced
          className={isOpen ? css.countdown : css.over}
        />
        <div className="quiet small">
          <JapanTime at={biddingDeadline} shape="full" zone />
        </div>
      </div>
      <dl className={css.prices}>
        <dt>{t('bids.panel.startPrice')}</dt>
        <dd>
          <b>
            <Money yen={startPrice} />
          </b>
        </dd>
        <dt>{t(soldPrice === null ? 'bids.panel.average' : 'bids.panel.soldPrice')}</dt>
        <dd>
          <Money yen={soldPrice ?? averagePrice} />
        </dd>
      </dl>
    </div>
  );
}
