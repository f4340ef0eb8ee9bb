import type { PriceRange } from './price-range.ts';

/** Numbers that a lot carries, from which a browser computes the chance of any bid. */
export interface ChanceNumbers {
  middleYen: number;
  /** Standard deviation of the logarithm of the price. */
  scale: number;
  intercept: number;
  /** Per standard deviation of the bid above the middle; never negative. */
  slope: number;
}

/** Effects of the logistic model (docs/price-model.md). */
export interface ChanceEffects {
  intercept: number;
  slope: number;
  /** Per unit of the logarithm of start price over middle. */
  start: number;
  /** Per unit of the logarithm of the scale. */
  scale: number;
  houses: Record<string, number>;
  /** Lots and own bids that it was fitted to. */
  lots: number;
  bids: number;
}

/** Before any result is known: the hammer price is about normal in the logarithm. */
export const DEFAULT_CHANCE: ChanceEffects = {
  intercept: 0.35,
  slope: 1.75,
  start: 0,
  scale: 0,
  houses: {},
  lots: 0,
  bids: 0,
};

const MIN_CHANCE = 0.01;
const MAX_CHANCE = 0.99;
const MIN_SLOPE = 0.3;
const BID_STEP_YEN = 5_000;
/** Distance of the 10 % and 90 % points in deviations. */
const RANGE_DEVIATIONS = 2.563;
const USUAL_START = Math.log(0.55);
const USUAL_SCALE = Math.log(0.15);

/** An ended auction with its estimate. */
export interface EndedLot extends ChanceContext {
  /** Null: not sold. */
  soldYen: number | null;
}
export interface ChanceContext extends Pick<PriceRange, 'lowYen' | 'middleYen' | 'highYen'> {
  startYen: number | null;
  house: string;
}
/** An own bid with its outcome. */
export interface EndedBid extends ChanceContext {
  bidYen: number;
  won: boolean;
}

const scaleOf = ({ lowYen, highYen }: ChanceContext) =>
  Math.max(0.02, Math.log(highYen / Math.max(1, lowYen)) / RANGE_DEVIATIONS);
const startOf = ({ startYen, middleYen }: ChanceContext) =>
  startYen === null || startYen <= 0 ? 0 : Math.max(-2, Math.min(0.5, Math.log(startYen / middleYen) - USUAL_START));

/** The numbers of a lot for `chanceOf`. */
export function chanceNumbers(lot: ChanceContext, effects: ChanceEffects): ChanceNumbers {
  const scale = scaleOf(lot);
  const intercept =
    effects.intercept +
    effects.start * startOf(lot) +
    effects.scale * (Math.log(scale) - USUAL_SCALE) +
    (effects.houses[lot.house] ?? 0);
  return {
    middleYen: lot.middleYen,
    scale: Math.round(scale * 1e4) / 1e4,
    intercept: Math.round(intercept * 1e4) / 1e4,
    slope: Math.round(Math.max(MIN_SLOPE, effects.slope) * 1e4) / 1e4,
  };
}

const logistic = (x: number) => 1 / (1 + Math.exp(-x));

/** Probability that the bid wins, 0.01 to 0.99; rises with the bid. */
export function chanceOf(bidYen: number, { middleYen, scale, intercept, slope }: ChanceNumbers): number {
  if (bidYen <= 0 || middleYen <= 0) return MIN_CHANCE;
  const z = Math.log(bidYen / middleYen) / scale;
  return Math.min(MAX_CHANCE, Math.max(MIN_CHANCE, logistic(intercept + slope * z)));
}

/** The lowest bid (in steps of 5,000 yen) with at least this chance. */
export function bidForChance(chance: number, { middleYen, scale, intercept, slope }: ChanceNumbers): number {
  const z = (Math.log(chance / (1 - chance)) - intercept) / slope;
  return Math.max(BID_STEP_YEN, Math.ceil((middleYen * Math.exp(z * scale)) / BID_STEP_YEN) * BID_STEP_YEN);
}

const PAID_STEPS = 64;

/** Mean price in yen of the auctions that a bid wins: between nothing and the bid, by the same chances. */
export function expectedPaidYen(bidYen: number, numbers: ChanceNumbers): number {
  if (bidYen <= 0 || numbers.middleYen <= 0) return 0;
  const { middleYen, scale, intercept, slope } = numbers;
  const chanceAt = (yen: number) => logistic(intercept + (slope * Math.log(yen / middleYen)) / scale);
  let sum = 0;
  for (let step = 0; step < PAID_STEPS; step++) sum += chanceAt((bidYen * (step + 0.5)) / PAID_STEPS);
  return Math.round(bidYen * (1 - sum / PAID_STEPS / chanceAt(bidYen)));
}

/** Bids that an ended lot answers, in deviations from the middle. */
const PROBES = [-2, -1.4, -0.9, -0.5, -0.2, 0.1, 0.4, 0.8, 1.3, 2];
/** A reserve lies this many deviations below the middle, give or take. */
const RESERVE_AT = -0.8;
const RESERVE_SPREAD = 0.45;
const RIDGE = 20;
const HOUSE_RIDGE = 150;
const BID_RIDGE = 40;
const ROUNDS = 8;

/**
 * Fits the chance to ended lots and own bids. A lot sold at p teaches that a bid below p loses and one from p on wins.
 * An unsold lot teaches that a bid below its start price loses; above it, the reserve is unknown and assumed to lie below
 * the middle. The own bids, which met real reserves, correct intercept and slope.
 */
export function fitChance(lots: readonly EndedLot[], bids: readonly EndedBid[]): ChanceEffects {
  const rows: { x: number[]; y: number; house: string }[] = [];
  for (const lot of lots) {
    const scale = scaleOf(lot);
    for (const z of PROBES) {
      const bidYen = lot.middleYen * Math.exp(z * scale);
      rows.push({ x: featuresOf(lot, z, scale), y: outcomeOf(lot, bidYen, z), house: lot.house });
    }
  }
  if (rows.length === 0 && bids.length === 0) return DEFAULT_CHANCE;
  const prior = [DEFAULT_CHANCE.intercept, DEFAULT_CHANCE.slope, 0, 0];
  const beta = rows.length === 0 ? prior : fitLogistic(rows, prior, RIDGE);
  const houses: Record<string, number> = {};
  for (const [house, of] of Map.groupBy(rows, (row) => row.house)) {
    let [gradient, curvature] = [0, HOUSE_RIDGE];
    for (const { x, y } of of) {
      const p = logistic(dot(beta, x));
      gradient += y - p;
      curvature += p * (1 - p);
    }
    const effect = gradient / curvature;
    if (Math.abs(effect) > 0.01) houses[house] = Math.round(effect * 1e3) / 1e3;
  }
  const [intercept = 0, slope = 1, start = 0, ofScale = 0] = beta;
  const own = bids.map((bid) => {
    const scale = scaleOf(bid);
    const z = Math.max(-4, Math.min(4, Math.log(bid.bidYen / bid.middleYen) / scale));
    const base = dot(beta, featuresOf(bid, z, scale)) + (houses[bid.house] ?? 0);
    return { x: [1, z], y: Number(bid.won), base };
  });
  const [more = 0, steeper = 0] = own.length === 0 ? [] : fitLogistic(own, [0, 0], BID_RIDGE);
  return {
    intercept: intercept + more,
    slope: Math.max(MIN_SLOPE, slope + steeper),
    start,
    scale: ofScale,
    houses,
    lots: lots.length,
    bids: bids.length,
  };
}

const featuresOf = (lot: ChanceContext, z: number, scale: number) => [
  1,
  z,
  startOf(lot),
  Math.log(scale) - USUAL_SCALE,
];
const dot = (a: readonly number[], b: readonly number[]) => a.reduce((sum, value, i) => sum + value * (b[i] ?? 0), 0);

function outcomeOf({ soldYen, startYen }: EndedLot, bidYen: number, z: number): number {
  if (soldYen !== null) return Number(bidYen >= soldYen);
  if (startYen !== null && bidYen < startYen) return 0;
  return logistic((1.7 * (z - RESERVE_AT)) / RESERVE_SPREAD);
}

/** Newton's method with a ridge around the prior. */
function fitLogistic(
  rows: readonly { x: readonly number[]; y: number; base?: number }[],
  prior: readonly number[],
  ridge: number,
): number[] {
  const size = prior.length;
  const beta = [...prior];
  for (let round = 0; round < ROUNDS; round++) {
    const gradient = beta.map((value, i) => -ridge * (value - (prior[i] ?? 0)));
    const curvature = beta.map((_, i) => beta.map((_value, j) => (i === j ? ridge : 0)));
    for (const { x, y, base = 0 } of rows) {
      const p = logistic(base + dot(beta, x));
      const w = p * (1 - p);
      for (let i = 0; i < size; i++) {
        gradient[i] = (gradient[i] ?? 0) + (y - p) * (x[i] ?? 0);
        const row = curvature[i] as number[];
        for (let j = 0; j < size; j++) row[j] = (row[j] ?? 0) + w * (x[i] ?? 0) * (x[j] ?? 0);
      }
    }
    const step = solve(curvature, gradient);
    for (let i = 0; i < size; i++) beta[i] = (beta[i] ?? 0) + Math.max(-2, Math.min(2, step[i] ?? 0));
  }
  return beta;
}

function solve(matrix: readonly number[][], right: readonly number[]): number[] {
  const rows = matrix.map((row, i) => [...row, right[i] ?? 0]);
  for (let i = 0; i < rows.length; i++) {
    const pivotRow = rows[i] as number[];
    const pivot = pivotRow[i] || 1e-9;
    for (let j = 0; j < rows.length; j++) {
      if (j === i) continue;
      const row = rows[j] as number[];
      const factor = (row[i] ?? 0) / pivot;
      for (let k = i; k < row.length; k++) row[k] = (row[k] ?? 0) - factor * (pivotRow[k] ?? 0);
    }
  }
  return rows.map((row, i) => (row.at(-1) ?? 0) / (row[i] || 1e-9));
}
