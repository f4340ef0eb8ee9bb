import css from './price-bar.module.css';

interface PriceBarProps {
  lowYen: number;
  middleYen: number;
  highYen: number;
  startYen?: number | null | undefined;
  /** The own bid, or the amount being typed. */
  bidYen?: number | null | undefined;
  isTall?: boolean;
}

/** The bar shows prices from this share of the middle to that one, so that the bars of a list compare. */
const FROM = 0.3;
const TO = 1.6;

const placeOf = (yen: number, middleYen: number): string => {
  const place = (yen / middleYen - FROM) / (TO - FROM);
  return `${(Math.max(0.01, Math.min(0.99, place)) * 100).toFixed(1)}%`;
};

/** 8 of 10 sales as a band, with marks of the middle, the start price and a bid. The page has its figures as text too. */
export function PriceBar({ lowYen, middleYen, highYen, startYen, bidYen, isTall = false }: PriceBarProps) {
  const left = placeOf(lowYen, middleYen);
  const right = placeOf(highYen, middleYen);
  return (
    <span className={css.bar} data-tall={isTall || undefined} aria-hidden="true">
      <span className={css.band} style={{ left, width: `calc(${right} - ${left})` }} />
      <span className={css.middle} style={{ left: placeOf(middleYen, middleYen) }} />
      {typeof startYen === 'number' && startYen > 0 && (
        <span className={css.start} style={{ left: placeOf(startYen, middleYen) }} />
      )}
      {typeof bidYen === 'number' && bidYen > 0 && (
        <span className={css.bid} style={{ left: placeOf(bidYen, middleYen) }} />
      )}
    </span>
  );
}
