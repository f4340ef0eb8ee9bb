import { t } from '../shell/i18n.ts';
import { Money } from '../ui/money.tsx';
import type { BidLot } from './bid-lot.ts';
import { ManagerContact } from './manager-contact.tsx';
import css from './panel.module.css';
import { Why } from './why.tsx';

/** A car at a fixed price: what it costs and who sells it. */
export function StockPanel({ lot }: { lot: BidLot }) {
  const { soldPrice, startPrice, feesYen, auctionFinished } = lot.bidInfo;
  const priceYen = startPrice ?? soldPrice;
  return (
    <section className={css.panel} aria-label={t('bids.stock.label')}>
      <div className={css.head}>
        <div className={css.deadline}>
          <div className="quiet small">{t('bids.stock.price')}</div>
          <Money yen={priceYen} none={t('bids.stock.onRequest')} className={css.countdown} />
          {priceYen !== null && (
            <div className="quiet small">
              {t('bids.cost.withFees')} <Money yen={priceYen + feesYen} />
            </div>
          )}
        </div>
      </div>
      <div className={css.body}>
        <Why
          tone="grey"
          title={t(auctionFinished ? 'bids.stock.gone' : 'bids.stock.order')}
          ways={<ManagerContact size="md" />}
        >
          {t(auctionFinished ? 'bids.stock.goneText' : 'bids.stock.orderText', { lotNo: lot.lotInfo.lotNumber })}
        </Why>
      </div>
    </section>
  );
}
