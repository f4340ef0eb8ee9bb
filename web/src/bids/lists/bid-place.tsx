import type { BidRow } from '@seri/contract/bids/records.ts';
import { IconAlertTriangle } from '@tabler/icons-react';
import { t } from '../../shell/i18n/i18n.ts';
import { Money } from '../../ui/data/money.tsx';
import css from './bid-place.module.css';

/** The scale begins and ends at these shares of the most likely price, on every row, so that marks compare down a list. */
const FROM = 0.75;
const TO = 1.25;
/** From this share of the most likely price on, the amount may have a zero too many. */
const SUSPICIOUS_PERCENT = 150;
/** With fewer sales a missing estimate is their lack. */
const ENOUGH_SALES = 3;

/** Place of a price on the scale, as a share of its width. */
const placeOf = (yen: number, middleYen: number) =>
  Math.max(0, Math.min(1, (yen / middleYen - FROM) / (TO - FROM))) * 100;

/** The bid as a share of the most likely price of its lot, or null without an estimate. */
export const percentOf = ({ price, bidAmount }: BidRow): number | null =>
  price && price.middleYen > 0 ? Math.round((bidAmount / price.middleYen) * 100) : null;

/** Whether the amount is so far above the most likely price that it may be a typing error. */
export const isSuspicious = (row: BidRow): boolean => (percentOf(row) ?? 0) >= SUSPICIOUS_PERCENT;

interface BidPlaceProps {
  row: BidRow;
  /** Over the whole width, with the most likely price and the range in figures. */
  isWide?: boolean;
}

/** A bid's place in the price range of its lot for managers, or why there is no range. */
export function BidPlace({ row, isWide = false }: BidPlaceProps) {
  const { price, priceSales, bidAmount, winChance } = row;
  const percent = percentOf(row);
  if (!price || percent === null) {
    if (priceSales === undefined) return <span className="quiet">–</span>;
    return (
      <span className="quiet small">
        {priceSales < ENOUGH_SALES ? t('lots.range.tooFew', { count: priceSales }) : t('bids.place.none')}
      </span>
    );
  }
  const { lowYen, middleYen, highYen } = price;
  const share = bidAmount / middleYen;
  const left = placeOf(lowYen, middleYen);
  const words = t(`bids.range.${bidAmount < lowYen ? 'below' : bidAmount > highYen ? 'above' : 'inside'}`, { percent });
  const said = winChance === undefined ? '' : ` · ${t('bids.range.said', { percent: winChance })}`;
  const isTooMuch = isSuspicious(row);
  return (
    <span className={css.place} title={words + said} data-wide={isWide || undefined}>
      <span className={css.words} aria-hidden>
        <b data-tone={isTooMuch ? 'amber' : undefined}>
          {isTooMuch && <IconAlertTriangle size={16} stroke={1.8} />}
          {t('bids.place.percent', { percent })}
        </b>
        <span className={`quiet small ${css.of}`}>
          {t('bids.place.of')} <Money yen={middleYen} />
        </span>
      </span>
      <span className={css.scale} aria-hidden>
        <i className={css.band} style={{ left: `${left}%`, width: `${placeOf(highYen, middleYen) - left}%` }} />
        <i className={css.middle} style={{ left: `${placeOf(middleYen, middleYen)}%` }} />
        {share < FROM ? (
          <i className={css.below} />
        ) : share > TO ? (
          <i className={css.above} />
        ) : (
          <i className={css.bid} style={{ left: `${placeOf(bidAmount, middleYen)}%` }} />
        )}
      </span>
      {isWide && (
        <span className={`quiet small ${css.eight}`}>
          {t('bids.place.eight')}: <Money yen={lowYen} /> – <Money yen={highYen} />
        </span>
      )}
      <span className="visually-hidden">
        {words}
        {said}
        {isTooMuch && ` · ${t('bids.place.zero')}`}
      </span>
    </span>
  );
}
