import { type CommonEffects, type ModelEffects, type PriceFacts, type PriceScore, scorePrice } from './price-model.ts';

/** A range with its middle, in whole thousands of yen. */
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
const MAX_YEN = 999_999_000;

const toStep = (yen: number): number => Math.min(MAX_YEN, Math.max(STEP_YEN, Math.round(yen / STEP_YEN) * STEP_YEN));

export const scoreOf = (facts: PriceFacts, common: CommonEffects, own: ModelEffects | null): PriceScore =>
  scorePrice(facts, common, own);

/** The 10, 50 and 90 % points of the price. */
export function rangeOf(score: PriceScore, common: CommonEffects): PriceRange {
  const stratum = common.strata[score.stratum] ?? { low: -1.5, middle: 0, high: 1.5, sales: 0 };
  const at = (z: number) => toStep(Math.exp(score.logYen + z * score.scale));
  const [lowYen, middleYen, highYen] = [at(stratum.low), at(stratum.middle), at(stratum.high)];
  return {
    lowYen,
    middleYen,
    highYen,
    isRefused: score.trimSales < ENOUGH_TRIM_SALES && highYen - lowYen > MAX_WIDTH * middleYen,
  };
}
