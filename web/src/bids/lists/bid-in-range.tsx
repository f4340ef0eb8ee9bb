import type { BidRow } from '@seri/contract/bids/records.ts';
import { t } from '../../shell/i18n/i18n.ts';
import { PriceBar } from '../../ui/data/price-bar.tsx';
import css from './bid-in-range.module.css';

/** A bid as a share of the lot's most likely price, and its place in the range; the chance it had when it was made. */
export function BidInRange({ row }: { row: BidRow }) {
  const { price, bidAmount, startPrice, winChance } = row;
  if (!price) return null;
  const percent = Math.round((bidAmount / price.middleYen) * 100);
  const place = bidAmount < price.lowYen ? 'below' : bidAmount > price.highYen ? 'above' : 'inside';
  return (
    <span className={css.range}>
      <PriceBar {...price} startYen={startPrice} bidYen={bidAmount} />
      <span className={`quiet small ${css.words}`}>
        {t(`bids.range.${place}`, { percent })}
        {winChance !== undefined && ` · ${t('bids.range.said', { percent: winChance })}`}
      </span>
    </span>
  );
}
