import type { BidInfo } from '@seri/contract/lots/records.ts';
import { t } from '../../shell/i18n/i18n.ts';
import { DataList, DataRow } from '../../ui/data/data-row.tsx';
import { Money } from '../../ui/data/money.tsx';
import { groupThousands } from '../../ui/theme/number-text.ts';
import css from '../core/panel.module.css';

interface BidCostsProps {
  amountYen: number | null;
  info: BidInfo;
}

/** Maximum cost of the bid, with the fees in Japan. */
export function BidCosts({ amountYen, info }: BidCostsProps) {
  const overbidYen = info.bidAdjustmentPrice;
  const maxYen = amountYen === null ? null : amountYen + overbidYen;
  return (
    <DataList plain className="small">
      <DataRow
        strong
        label={
          overbidYen > 0 ? t('bids.cost.atMostWith', { amount: groupThousands(overbidYen) }) : t('bids.cost.atMost')
        }
      >
        <Money yen={maxYen} />
      </DataRow>
      <DataRow label={t('bids.cost.withFees')}>
        <Money yen={maxYen === null ? null : maxYen + info.feesYen} />
      </DataRow>
    </DataList>
  );
}

interface BidLimitProps {
  amountYen: number | null;
  limitYen: number;
  /** Maximum total cost of all live bids; only the highest counts within a group. */
  exposureYen: number;
}

/** Limit for this lot and the rest of it, as text and as a bar. */
export function BidLimit({ amountYen, limitYen, exposureYen }: BidLimitProps) {
  const bidYen = amountYen ?? 0;
  const isOver = bidYen > limitYen;
  const share = limitYen > 0 ? Math.min(1, bidYen / limitYen) : Number(bidYen > 0);
  return (
    <div className={css.limit}>
      {exposureYen > 0 && (
        <div className={css.pair}>
          <span className="quiet">{t('bids.cost.exposure')}</span>
          <Money yen={exposureYen} />
        </div>
      )}
      <div className={css.pair}>
        <span className="quiet">{t(isOver ? 'bids.cost.over' : 'bids.cost.left')}</span>
        <span>
          <b data-tone={isOver ? 'red' : undefined}>
            <Money yen={Math.abs(limitYen - bidYen)} />
          </b>{' '}
          <span className="quiet">{t('bids.cost.ofLimit', { amount: groupThousands(limitYen) })}</span>
        </span>
      </div>
      <div
        className={css.meter}
        role="img"
        aria-label={t('bids.cost.meter', { amount: groupThousands(bidYen), limit: groupThousands(limitYen) })}
      >
        <i style={{ width: `${share * 100}%` }} />
      </div>
    </div>
  );
}
