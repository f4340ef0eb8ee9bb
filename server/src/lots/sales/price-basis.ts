import { LIKENESS_LEVEL, type Likeness, type PriceOfAlike } from '@seri/contract/lots/likeness.ts';
import type { priceBasis } from '@seri/contract/lots/records.ts';
import type * as z from 'zod/mini';

type PriceBasis = z.infer<typeof priceBasis>;

/** The bounds of the columns `condition_band` and `mileage_band` of `lots`. */
const CONDITIONS: Record<number, string[]> = {
  5: ['S', '6', '5'],
  4: ['4.5', '4'],
  3: ['3.5', '3'],
  2: ['2', '1'],
  0: ['R', 'RA', 'RB', 'R2', 'R?', '***', 'WR'],
};
const BEST_BAND = 5;
export const MILEAGE_BOUNDS_KM = [10_000, 30_000, 50_000, 80_000, 120_000, 200_000];

/** The properties that all counted sales share with the lot. */
export function basisOf({ model, ...lot }: Likeness & { model: string }, { level }: PriceOfAlike): PriceBasis {
  const { year } = lot;
  const years = level >= LIKENESS_LEVEL.anyMileage ? 2 : 1;
  return {
    model,
    trim: trimOf(lot, level),
    yearFrom: year - years,
    yearTo: year + years,
    conditions: conditionsOf(lot, level),
    ...mileageOf(lot, level),
  };
}

function trimOf({ trimWords: words }: Likeness, level: number): string {
  if (level >= LIKENESS_LEVEL.anyTrim) return '';
  return level >= LIKENESS_LEVEL.firstTrimWord ? (words.split(' ', 1)[0] ?? '') : words;
}

function conditionsOf({ conditionBand: band }: Likeness, level: number): string[] {
  const spread = level >= LIKENESS_LEVEL.nextCondition ? 1 : 0;
  const bands = Array.from({ length: BEST_BAND + 1 }, (_, index) => BEST_BAND - index);
  return bands.filter((other) => Math.abs(other - band) <= spread).flatMap((other) => CONDITIONS[other] ?? []);
}

function mileageOf({ mileageBand: band }: Likeness, level: number) {
  if (level >= LIKENESS_LEVEL.anyMileage || band < 0) return { mileageFrom: null, mileageTo: null };
  const spread = level >= LIKENESS_LEVEL.nextMileage ? 1 : 0;
  return {
    mileageFrom: MILEAGE_BOUNDS_KM[band - spread - 1] ?? 0,
    mileageTo: MILEAGE_BOUNDS_KM[band + spread] ?? null,
  };
}
