import type { BidInfo } from '@seri/contract/lots/records.ts';
import { UNLIMITED } from '@seri/contract/money.ts';
import { t } from '../../shell/i18n/i18n.ts';
import { useSession } from '../../shell/session/session.ts';
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
  /** Null while it loads. */
  limitYen: number | null;
  /** Maximum total cost of all live bids; only the highest counts within a group. Null while it loads. */
  exposureYen: number | null;
}

/** Limit for this lot and the rest of it, as text and as a bar. */
export function BidLimit({ amountYen, limitYen, exposureYen }: BidLimitProps) {
  const bidYen = amountYen ?? 0;
  const isOver = limitYen !== null && bidYen > limitYen;
  const share = limitYen ? Math.min(1, bidYen / limitYen) : Number(isOver);
  return (
    <div className={css.limit}>
      {exposureYen !== 0 && (
        <div className={css.pair}>
          <span className="quiet">{t('bids.cost.exposure')}</span>
          <Money yen={exposureYen} />
        </div>
      )}
      <div className={css.pair}>
        <span className="quiet">{t(isOver ? 'bids.cost.over' : 'bids.cost.left')}</span>
        <span>
          <b data-tone={isOver ? 'red' : undefined}>
            <Money yen={limitYen === null ? null : Math.abs(limitYen - bidYen)} />
          </b>{' '}
          {limitYen !== null && (
            <span className="quiet">{t('bids.cost.ofLimit', { amount: groupThousands(limitYen) })}</span>
          )}
        </span>
      </div>
      <div
        className={css.meter}
        role="img"
        aria-hidden={limitYen === null}
        aria-label={t('bids.cost.meter', { amount: groupThousands(bidYen), limit: groupThousands(limitYen ?? 0) })}
      >
        <i style={{ width: `${share * 100}%` }} />
      </div>
    </div>
  );
}

/** As high as the limit, so that nothing below moves under a finger when it arrives. */
export function LimitRoom({ isExpected }: { isExpected: boolean }) {
  const { permissions, balanceInfo } = useSession();
  const isLimited = permissions.creditLimitCheck && balanceInfo.bidAllow !== UNLIMITED;
  if (!isExpected || !isLimited) return null;
  return <BidLimit amountYen={null} limitYen={null} exposureYen={balanceInfo.activeBids > 0 ? null : 0} />;
}
