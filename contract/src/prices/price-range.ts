import type { CommonEffects, PriceScore } from './price-model.ts';

/** A range with its middle, in whole thousands of yen; in whole hundreds below 100,000. */
export interface PriceRange {
  lowYen: number;
  middleYen: number;
  highYen: number;
  /** Too few sales for a range that helps. */
  isRefused: boolean;
}

/** Fewer sales of the trim than this need a narrow range. */
export const ENOUGH_TRIM_SALES = 3;
/** Widest range, relative to its middle, with fewer sales. */
export const MAX_WIDTH = 0.6;
const STEP_YEN = 1_000;
/** Of prices so low that the nearest thousand would move the ends of a range: sales at that thousand would be inside. */
const SMALL_STEP_YEN = 100;
const SMALL_BELOW_YEN = 100_000;
const MAX_YEN = 999_999_000;

function toStep(yen: number): number {
  const stepYen = yen < SMALL_BELOW_YEN ? SMALL_STEP_YEN : STEP_YEN;
  return Math.min(MAX_YEN, Math.max(stepYen, Math.round(yen / stepYen) * stepYen));
}

/** The 10, 50 and 90 % points of the price. */
export function rangeOf(score: PriceScore, common: CommonEffects): PriceRange {
  const stratum = common.strata[score.stratum] ?? { low: -1.5, middle: 0, high: 1.5, sales: 0 };
  const at = (z: number) => toStep(Math.exp(score.logYen + z * score.scale));
  const [lowYen, middleYen, highYen] = [at(stratum.low), at(stratum.middle), at(stratum.high)];
  return {
    lowYen,
    middleYen,
    highYen,
    isRefused:
      (common.withheld ?? []).includes(score.stratum) ||
      (score.trimSales < ENOUGH_TRIM_SALES && highYen - lowYen > MAX_WIDTH * middleYen),
  };
}

/** A reason of the middle of a range: signed yen; all reasons add up to the middle. */
export interface PriceDriver {
  kind: 'typical' | 'mileage' | 'condition' | 'house' | 'market' | 'word';
  yen: number;
  /** The word of equipment or trim. */
  word?: string;
  /** Sales with the word. */
  sales?: number;
}

/** Effects smaller than this share of the middle are not worth a line. */
const MIN_SHARE = 0.003;

/** The middle as a sum: the typical vehicle of its model and year, then what makes this one cost more or less. */
export function driversOf(score: PriceScore, middleYen: number, common: CommonEffects): PriceDriver[] {
  const { parts } = score;
  const logs: [PriceDriver['kind'], number, string?][] = [
    ['mileage', parts.mileage],
    ['condition', parts.condition],
    ...parts.words.map(([word, effect]): ['word', number, string] => ['word', effect, word]),
    ['house', parts.house],
    ['market', parts.market],
  ];
  const shown = logs.filter(([, effect]) => Math.abs(effect) >= MIN_SHARE);
  let yen = middleYen / Math.exp(shown.reduce((sum, [, effect]) => sum + effect, 0));
  const drivers = shown.map(([kind, effect, word]): PriceDriver => {
    const next = yen * Math.exp(effect);
    const change = Math.round((next - yen) / STEP_YEN) * STEP_YEN;
    yen = next;
    return { kind, yen: change, ...(word === undefined ? {} : { word, sales: common.words[word]?.sales ?? 0 }) };
  });
  const rest = middleYen - drivers.reduce((sum, driver) => sum + driver.yen, 0);
  return [{ kind: 'typical', yen: rest }, ...drivers.filter((driver) => driver.yen !== 0)];
}
