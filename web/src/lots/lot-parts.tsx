import { isSalesPage, type PageType } from '@seri/contract/lots/page-types.ts';
import { conditionTone, LOT_STATUS, lotStatusTone, myBidTone } from '@seri/contract/lots/statuses.ts';
import { japanDay } from '../shell/format.ts';
import { t } from '../shell/i18n.ts';
import { Mileage } from '../shell/mileage.tsx';
import { GradeSquare } from '../ui/grade-square.tsx';
import { Hint } from '../ui/hint.tsx';
import { JapanTime } from '../ui/japan-time.tsx';
import { Money } from '../ui/money.tsx';
import { StatusDot } from '../ui/status-dot.tsx';
import { showsPrices } from './listing-page.ts';
import css from './lot-parts.module.css';
import { LotTimeLeft } from './lot-time-left.tsx';
import { gradeMeaning, isDayOnly, statusText } from './lot-words.ts';
import type { ListedLot } from './queries.ts';

// What a lot says of itself in every layout of a listing: row, card and phone.

interface LotProps {
  lot: ListedLot;
}

interface PagedLotProps extends LotProps {
  pageType: PageType;
}

export const LotStatus = ({ lot }: LotProps) => (
  <StatusDot tone={lotStatusTone(lot.status)}>{statusText(lot.status)}</StatusDot>
);

export function Condition({ lot }: LotProps) {
  return (
    <span className={css.condition}>
      {lot.condition && (
        <GradeSquare grade={lot.condition} tone={conditionTone(lot.condition)} meaning={gradeMeaning(lot.condition)} />
      )}
      <Mileage of={lot} className="strong" />
    </span>
  );
}

/** No own bid reads as a dash with its words for screen readers (lots specification section 4). */
export function MyBid({ lot }: LotProps) {
  if (lot.myBidAmount === null) {
    return (
      <span role="img" className="quiet small" aria-label={t('lots.noBid')}>
        –
      </span>
    );
  }
  return (
    <span className={css.myBid} data-tone={myBidTone(lot.status)}>
      {t('lots.myBid')} <Money yen={lot.myBidAmount} />
    </span>
  );
}

/** What was paid where sales are listed; elsewhere the sold price once there is one, before it the start price. */
export function Price({ pageType, lot, className = '' }: PagedLotProps & { className?: string | undefined }) {
  if (!showsPrices(pageType)) return null;
  if (isSalesPage(pageType)) return <Money yen={lot.soldPrice} className={className} />;
  return (
    <span>
      {lot.soldPrice !== null && <span className="quiet small">{t('lots.soldShort')} </span>}
      <Money yen={lot.soldPrice ?? lot.startPrice} none={t('lots.notGiven')} className={className} />
    </span>
  );
}

/** What similar lots sold for; too few of them make no average, and that is said. */
export function Average({ pageType, lot }: PagedLotProps) {
  if (!showsPrices(pageType)) return null;
  if (lot.averagePrice === null) {
    return (
      <Hint text={t('lots.averageNone.why')} className="quiet small nowrap">
        {t('lots.averageNone')}
      </Hint>
    );
  }
  return (
    <span className="quiet small nowrap">
      {t('lots.averageShort')} <Money yen={lot.averagePrice} />
    </span>
  );
}

/** How long one may still bid; on statistics the day of the sale, and elsewhere what became of the lot. */
export function Moment({ pageType, lot }: PagedLotProps) {
  if (isSalesPage(pageType)) return <AuctionDay lot={lot} />;
  return (
    <span className="nowrap">
      <LotTimeLeft biddingDeadline={lot.biddingDeadline} status={lot.status} />
      {isDayOnly(lot.auctionDate) && <span className="quiet small"> {t('lots.time.notSet')}</span>}
    </span>
  );
}

export const AuctionDay = ({ lot }: LotProps) =>
  isDayOnly(lot.auctionDate) ? (
    <span className="nowrap">{japanDay(lot.auctionDate)}</span>
  ) : (
    <JapanTime at={lot.auctionDate} />
  );

export const isOpen = ({ status }: ListedLot): boolean =>
  status === LOT_STATUS.upcoming || status === LOT_STATUS.ongoing;
