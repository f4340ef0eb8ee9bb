import { expect, test } from 'vitest';
import { median, rankTest } from './rank-test.ts';

const run = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => from + i);

test('does not distinguish two samples of the same values', () => {
  expect(rankTest(run(0, 50), run(0, 50))).toBeGreaterThan(0.99);
  expect(rankTest(Array(30).fill(7), Array(30).fill(7))).toBe(1);
});

test('detects a small difference that all values share', () => {
  expect(
    rankTest(
      run(0, 500),
      run(0, 500).map((value) => value + 40),
    ),
  ).toBeLessThan(0.01);
  expect(rankTest(run(0, 100), run(100, 200))).toBeLessThan(1e-9);
});

test('matches the published tables', () => {
  // Ranks 1 to 20 against 11 to 30 with ties: U = 50 of 400, z = 4.05 after both corrections.
  expect(rankTest(run(1, 21), run(11, 31))).toBeCloseTo(0.000051, 5);
  // Interleaved, one step apart: U = 190 of 400, z = 0.2569.
  expect(
    rankTest(
      run(0, 20).map((i) => 2 * i),
      run(0, 20).map((i) => 2 * i + 1),
    ),
  ).toBeCloseTo(0.7972, 2);
});

test('takes the middle value as median, or the mean of the two middle ones', () => {
  expect(median([9, 1, 5])).toBe(5);
  expect(median([4, 1, 3, 2])).toBe(2.5);
});
