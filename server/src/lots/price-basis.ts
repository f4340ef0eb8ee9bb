import type { priceBasis } from '@seri/contract/lots/records.ts';
import type * as z from 'zod/mini';
import type { PriceOfAlike } from './sale-queries.ts';

type PriceBasis = z.infer<typeof priceBasis>;

/** Levels of docs/decisions/012-average-price.md: from this one on, the named thing may differ that much. */
const NEXT_MILEAGE = 1;
const NEXT_CONDITION = 2;
const ANY_MILEAGE = 3;
const FIRST_WORD = 4;
const ANY_TRIM = 5;

/** The bands as lots.condition_band and lots.mileage_band draw them. */
const CONDITIONS: Record<number, string[]> = {
  5: ['S', '6', '5'],
  4: ['4.5', '4'],
  3: ['3.5', '3'],
  2: ['2', '1'],
  0: ['R', 'RA', 'RB', 'R2', 'R?', '***', 'WR'],
};
const BEST_BAND = 5;
export const MILEAGE_BOUNDS_KM = [10_000, 30_000, 50_000, 80_000, 120_000, 200_000];

/** What every counted sale has in common with the lot. */
export function basisOf(model: string, price: PriceOfAlike): PriceBasis {
  const { level, year } = price;
  const years = level >= ANY_MILEAGE ? 2 : 1;
  return {
    model,
    trim: trimOf(price),
    yearFrom: year - years,
    yearTo: year + years,
    conditions: conditionsOf(price),
    ...mileageOf(price),
  };
}

function trimOf({ level, trim_words: words }: PriceOfAlike): string {
  if (level >= ANY_TRIM) return '';
  return level >= FIRST_WORD ? (words.split(' ', 1)[0] ?? '') : words;
}

function conditionsOf({ level, condition_band: band }: PriceOfAlike): string[] {
  const spread = level >= NEXT_CONDITION ? 1 : 0;
  const bands = Array.from({ length: BEST_BAND + 1 }, (_, index) => BEST_BAND - index);
  return bands.filter((other) => Math.abs(other - band) <= spread).flatMap((other) => CONDITIONS[other] ?? []);
}

function mileageOf({ level, mileage_band: band }: PriceOfAlike) {
  if (level >= ANY_MILEAGE || band < 0) return { mileageFrom: null, mileageTo: null };
  const spread = level >= NEXT_MILEAGE ? 1 : 0;
  return {
    mileageFrom: MILEAGE_BOUNDS_KM[band - spread - 1] ?? 0,
    mileageTo: MILEAGE_BOUNDS_KM[band + spread] ?? null,
  };
}
