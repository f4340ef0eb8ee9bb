import type { CommonEffects } from './price-model.ts';

/** An estimate frozen before an auction, and its result. */
export interface ScoredLot {
  day: string;
  stratum: string;
  lowYen: number;
  middleYen: number;
  highYen: number;
  soldYen: number | null;
}
export type RangeCorrections = Record<string, { widen: number; shift: number }>;

/** Bounds of the coverage that a correction aims at, and those outside which ranges are withheld. */
export const AIM = { low: 0.78, high: 0.82 } as const;
export const BOUNDS = { low: 0.72, high: 0.88 } as const;
const TARGET = 0.8;
const CORRECTION_DAYS = 30;
const MIN_LOTS = 100;
/** Fewer results do not decide whether a stratum is out of bounds. */
export const MIN_JUDGED = 300;
const MAX_WIDEN = 2.5;

/** Where a result lies in its range: 0 is the middle, 1 and -1 are the ends, as logarithms. */
function placeOf({ lowYen, middleYen, highYen }: ScoredLot, soldYen: number): number {
  const distance = Math.log(soldYen / middleYen);
  const half = distance >= 0 ? Math.log(highYen / middleYen) : Math.log(middleYen / lowYen);
  return distance / Math.max(0.005, half);
}

/** Whether the lot sold within its range. */
export const isInside = ({ lowYen, highYen, soldYen }: ScoredLot): boolean =>
  soldYen !== null && soldYen >= lowYen && soldYen <= highYen;

/**
 * New corrections by stratum. A stratum whose last 30 days lie outside 78 to 82 % is widened or narrowed to the distance
 * that would have covered 80 % of them.
 */
export function correctionsFrom(lots: readonly ScoredLot[], old: RangeCorrections): RangeCorrections {
  const newest =
    lots
      .map(({ day }) => day)
      .toSorted()
      .at(-1) ?? '';
  const since =
    newest === '' ? '' : new Date(Date.parse(newest) - CORRECTION_DAYS * 86_400_000).toISOString().slice(0, 10);
  const result: RangeCorrections = { ...old };
  for (const [stratum, of] of Map.groupBy(
    lots.filter(({ day, soldYen }) => soldYen !== null && day > since),
    (lot) => lot.stratum,
  )) {
    if (of.length < MIN_LOTS) continue;
    const covered = of.filter(isInside).length / of.length;
    const known = old[stratum] ?? { widen: 1, shift: 0 };
    const shift = medianOf(of.map((lot) => Math.log((lot.soldYen ?? 1) / lot.middleYen)));
    const isAimed = covered >= AIM.low && covered <= AIM.high;
    const distances = of.map((lot) => Math.abs(placeOf(lot, lot.soldYen ?? 1))).sort((a, b) => a - b);
    const needed = distances[Math.floor(TARGET * distances.length)] ?? 1;
    result[stratum] = {
      widen: isAimed ? known.widen : clamp(known.widen * needed, 1 / MAX_WIDEN, MAX_WIDEN),
      // Half of the shift: the other half may be chance.
      shift: clamp(known.shift + 0.5 * shift, -0.2, 0.2),
    };
  }
  return result;
}

const clamp = (value: number, low: number, high: number) =>
  Math.max(low, Math.min(high, Math.round(value * 1e4) / 1e4));
function medianOf(values: number[]): number {
  values.sort((a, b) => a - b);
  return values[values.length >> 1] ?? 0;
}

/** Strata with at least 300 results in the last 90 days of which too few or too many lay inside. */
export const withheldStrata = (lots: readonly ScoredLot[]): string[] =>
  [
    ...Map.groupBy(
      lots.filter(({ soldYen }) => soldYen !== null),
      ({ stratum }) => stratum,
    ),
  ]
    .filter(([, of]) => of.length >= MIN_JUDGED && !isWithinBounds(of.filter(isInside).length / of.length))
    .map(([stratum]) => stratum);

/** Whether a share of sales within their ranges is acceptable. */
export const isWithinBounds = (coverage: number): boolean => coverage >= BOUNDS.low && coverage <= BOUNDS.high;

/** The effects with corrected quantiles. */
export function corrected(common: CommonEffects, corrections: RangeCorrections): CommonEffects {
  const strata = Object.fromEntries(
    Object.entries(common.strata).map(([name, stratum]) => {
      const { widen = 1, shift = 0 } = corrections[name] ?? {};
      const usual = Math.sqrt(common.variance);
      const middle = stratum.middle + shift / usual;
      return [
        name,
        {
          ...stratum,
          middle,
          low: middle + (stratum.low - stratum.middle) * widen,
          high: middle + (stratum.high - stratum.middle) * widen,
        },
      ];
    }),
  );
  return { ...common, strata };
}
