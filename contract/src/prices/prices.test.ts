import { describe, expect, test } from 'vitest';
import { bidForChance, chanceNumbers, chanceOf, DEFAULT_CHANCE, type EndedLot, fitChance } from './price-chance.ts';
import { correctionsFrom, type ScoredLot, withheldStrata } from './scorecard.ts';
import { shiftedSources } from './shifted-sources.ts';

const LOT = { lowYen: 850_000, middleYen: 1_000_000, highYen: 1_180_000, startYen: 500_000, house: '1' };
/** Numbers without chance, evenly spread. */
const spread = (count: number) => Array.from({ length: count }, (_, i) => (i + 0.5) / count);
/** Quantile of a normal distribution, roughly. */
const normal = (share: number) => Math.log(share / (1 - share)) / 1.7;
const ended = (deviation: number): EndedLot[] =>
  spread(2_000).map((share) => ({ ...LOT, soldYen: 1_000_000 * Math.exp(deviation * normal(share)) }));

describe('the chance', () => {
  // @covers STAT-08
  test('rises with the bid, and is never 0 or 100', () => {
    const numbers = chanceNumbers(LOT, DEFAULT_CHANCE);
    const chances = [1, 500_000, 900_000, 1_000_000, 1_200_000, 999_999_999].map((bid) => chanceOf(bid, numbers));
    expect(chances).toEqual(chances.toSorted((a, b) => a - b));
    expect(chances[0]).toBe(0.01);
    expect(chances.at(-1)).toBe(0.99);
  });

  // @covers PRICE-03
  test('fits ended lots: half of them sell below the middle', () => {
    const numbers = chanceNumbers(LOT, fitChance(ended(0.13), []));
    expect(chanceOf(1_000_000, numbers)).toBeCloseTo(0.5, 1);
    expect(chanceOf(1_150_000, numbers)).toBeGreaterThan(0.75);
    for (const chance of [0.6, 0.8]) {
      const bidYen = bidForChance(chance, numbers);
      expect(bidYen % 5_000).toBe(0);
      expect(chanceOf(bidYen, numbers)).toBeGreaterThanOrEqual(chance);
      expect(chanceOf(bidYen - 5_000, numbers)).toBeLessThan(chance);
    }
  });

  test('own bids that lost more often than it says lower it', () => {
    const before = chanceNumbers(LOT, fitChance(ended(0.13), []));
    const lost = Array.from({ length: 400 }, (_, i) => ({ ...LOT, bidYen: 1_000_000, won: i % 5 === 0 }));
    const after = chanceNumbers(LOT, fitChance(ended(0.13), lost));
    expect(chanceOf(1_000_000, after)).toBeLessThan(chanceOf(1_000_000, before) - 0.15);
  });
});

describe('the scorecard', () => {
  const scored = (deviation: number, count = 400): ScoredLot[] =>
    spread(count).map((share) => ({
      ...LOT,
      day: '2026-11-20',
      stratum: '40',
      soldYen: Math.round(1_000_000 * Math.exp(deviation * normal(share))),
    }));
  const coverage = (lots: ScoredLot[], widen: number) =>
    lots.filter(
      ({ soldYen }) => (soldYen ?? 0) >= 1_000_000 * 0.85 ** widen && (soldYen ?? 0) <= 1_000_000 * 1.18 ** widen,
    ).length / lots.length;

  // @covers PRICE-04
  test.each([0.07, 0.2, 0.3])('brings a stratum with deviation %d back to 80 %', (deviation) => {
    const lots = scored(deviation);
    expect(Math.abs(coverage(lots, 1) - 0.8)).toBeGreaterThan(0.03);
    const { widen = 1 } = correctionsFrom(lots, {})['40'] ?? {};
    expect(Math.abs(coverage(lots, widen) - 0.8)).toBeLessThan(0.02);
  });

  test('withholds a stratum only when 300 results are out of bounds', () => {
    expect(withheldStrata(scored(0.4))).toEqual(['40']);
    expect(withheldStrata(scored(0.4, 299))).toEqual([]);
    expect(withheldStrata(scored(0.125))).toEqual([]);
  });
});

test('a source is shifted when a third of the price is missing or too much, from its first such day', () => {
  const sales = (source: string, day: string, ratio: number, count = 20) =>
    Array.from({ length: count }, () => ({ source, day, soldYen: 100_000 * ratio, estimatedYen: 100_000 }));
  expect(shiftedSources([...sales('a', '2026-11-01', 1.1, 60), ...sales('b', '2026-11-01', 1.2, 60)])).toEqual([]);
  const doubled = [...sales('a', '2026-11-01', 1), ...sales('a', '2026-11-02', 2), ...sales('a', '2026-11-03', 2)];
  expect(shiftedSources(doubled)).toEqual([{ source: 'a', firstDay: '2026-11-02', sales: 40, ratio: 2 }]);
  expect(shiftedSources(sales('few', '2026-11-02', 2, 10))).toEqual([]);
});
