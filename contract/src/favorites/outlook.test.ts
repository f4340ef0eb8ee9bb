import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type LikelyLot, outlookOf } from './outlook.ts';

const lot = (chance: number, paidYen = 500_000): LikelyLot => ({ chance, paidYen });

test('one of two even chances is three in four, both are one in four', () => {
  expect(outlookOf([lot(0.5), lot(0.5)], 1)).toEqual({ chance: 0.75, spendYen: 375_000 });
  expect(outlookOf([lot(0.5), lot(0.5)], 2)).toEqual({ chance: 0.25, spendYen: 500_000 });
});

test('buying stops at the target: lots after a certain one cost nothing', () => {
  expect(outlookOf([lot(1, 300_000), lot(1, 900_000)], 1)).toEqual({ chance: 1, spendYen: 300_000 });
});

test('fewer lots than needed never suffice, and none cost nothing', () => {
  expect(outlookOf([lot(1)], 2)).toEqual({ chance: 0, spendYen: 500_000 });
  expect(outlookOf([], 1)).toEqual({ chance: 0, spendYen: 0 });
});

const lots = fc.array(
  fc.record({ chance: fc.double({ min: 0, max: 1, noNaN: true }), paidYen: fc.integer({ min: 1, max: 9_000_000 }) }),
  { maxLength: 9 },
);

/** Enumerates all possible results. */
function counted(list: readonly LikelyLot[], cars: number) {
  let [chance, spendYen] = [0, 0];
  for (let outcome = 0; outcome < 2 ** list.length; outcome++) {
    let [probability, wins, paid] = [1, 0, 0];
    for (const [index, one] of list.entries()) {
      const isWon = Boolean(outcome & (1 << index));
      probability *= isWon ? one.chance : 1 - one.chance;
      if (isWon && wins < cars) {
        wins++;
        paid += one.paidYen;
      }
    }
    if (wins === cars) chance += probability;
    spendYen += probability * paid;
  }
  return { chance, spendYen };
}

// @covers LIST-42
test('equals an enumeration of all results', () => {
  fc.assert(
    fc.property(lots, fc.integer({ min: 1, max: 4 }), (list, cars) => {
      const { chance, spendYen } = outlookOf(list, cars);
      const slow = counted(list, cars);
      expect(chance).toBeCloseTo(slow.chance, 9);
      expect(Math.abs(spendYen - slow.spendYen)).toBeLessThanOrEqual(1);
    }),
  );
});
