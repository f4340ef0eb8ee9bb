import { acceptsBidsNow } from '@seri/contract/lots/lot-state.ts';
import { isSalesPage, type PageType } from '@seri/contract/lots/page-types.ts';
import { conditionTone, myBidTone } from '@seri/contract/lots/statuses.ts';
import { groupThousands, japanDay } from '../../shell/i18n/format.ts';
import { t } from '../../shell/i18n/i18n.ts';
import { priceRangeText } from '../../shell/i18n/price-range-text.ts';
import { LotStateLabel, type StatedLot, useLotState } from '../../shell/lot-state.tsx';
import { Mileage } from '../../shell/mileage.tsx';
import { GradeSquare } from '../../ui/data/grade-square.tsx';
import { JapanTime } from '../../ui/data/japan-time.tsx';
import { Money } from '../../ui/data/money.tsx';
import { PriceBar } from '../../ui/data/price-bar.tsx';
import { Hint } from '../../ui/overlays/hint.tsx';
import { showsPrices } from './listing-page.ts';
import css from './lot-parts.module.css';
import { gradeMeaning, isDayOnly } from './lot-texts.ts';
import { LotTimeLeft } from './lot-time-left.tsx';
import type { ListedLot } from './queries.ts';

// Parts of a lot shared by all layouts of a listing: row, card and phone.

interface LotProps {
  lot: ListedLot;
}

interface PagedLotProps extends LotProps {
  pageType: PageType;
}

const statedOf = ({ lotType, ...lot }: ListedLot): StatedLot => ({
  ...lot,
  source: lotType === 'stock' ? 'stock' : 'auction',
});

export const LotStatus = ({ lot }: LotProps) => <LotStateLabel lot={statedOf(lot)} />;

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

/** Without an own bid: a dash with text for screen readers (business-rules.md#own-amount-colors). */
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

/** The range in which 8 of 10 similar vehicles sell; null with too few sales. */
const rangeOf = ({ averagePrice, price }: ListedLot) =>
  averagePrice === null || price === undefined || price.lowYen === null || price.highYen === null
    ? null
    : { lowYen: price.lowYen, middleYen: averagePrice, highYen: price.highYen };

/**
 * Sold price where sales are listed. Elsewhere the sold price once there is one, before it the most likely price, and the
 * start price where there are too few sales.
 */
export function Price({ pageType, lot, className = '' }: PagedLotProps & { className?: string | undefined }) {
  if (!showsPrices(pageType)) return null;
  if (isSalesPage(pageType)) return <Money yen={lot.soldPrice} className={className} />;
  const range = rangeOf(lot);
  if (lot.soldPrice === null && range)
    return (
      <span>
        <span className="visually-hidden">{t('lots.sort.averagePrice')} </span>
        <Money yen={range.middleYen} className={className} />
      </span>
    );
  return (
    <span>
      {lot.soldPrice !== null && <span className="quiet small">{t('lots.soldShort')} </span>}
      <Money yen={lot.soldPrice ?? lot.startPrice} none={t('lots.notGiven')} className={className} />
    </span>
  );
}

/** The range around the likely price, with the start price as a mark and in words; says if there are too few sales. */
export function Average({ pageType, lot }: PagedLotProps) {
  if (!showsPrices(pageType)) return null;
  const range = rangeOf(lot);
  const sales = lot.price?.sales ?? 0;
  if (!range) {
    return (
      <Hint text={t('lots.averageNone.why')} className="quiet small wrapping">
        {sales > 0 ? t('lots.range.tooFew', { count: sales }) : t('lots.averageNone')}
      </Hint>
    );
  }
  return (
    <span className={css.range}>
      <PriceBar {...range} startYen={lot.startPrice} />
      <span className={`quiet small ${css.ends}`}>
        {lot.startPrice !== null && (
          <span className="nowrap">{t('lots.range.start', { amount: groupThousands(lot.startPrice) })}</span>
        )}{' '}
        <span className="nowrap">
          <span className="visually-hidden">{t('lots.range.name')} </span>
          {priceRangeText(range.lowYen, range.highYen)}
        </span>
      </span>
    </span>
  );
}

/** Time left for bidding, afterwards the time of the auction; on statistics the day of the sale. */
export function Moment({ pageType, lot }: PagedLotProps) {
  if (isSalesPage(pageType)) return <AuctionDay lot={lot} />;
  return (
    <span className="nowrap">
      <LotTimeLeft {...statedOf(lot)} />
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

/** True if the lot accepts a bid or an order now. */
export const useIsOpen = (lot: ListedLot): boolean => acceptsBidsNow(useLotState(statedOf(lot)));
