import type { DoorVerdict } from '@seri/contract/costs/verdicts.ts';
import { describe, expect, test } from 'vitest';
import { comparedLotsIn } from '../core/comparison.ts';
import { compareLots, ownEquipment, type RowMarks } from './compare-rows.ts';
import type { ComparedLot } from './compared-lot.ts';

const prius = {
  year: 2018,
  grade: 'S',
  mileage: 61_000,
  engineCc: 1_800,
  powerPs: null,
  gearbox: 'CVT',
  drive: '2WD',
  color: 'Pearl',
  equipment: ['Air conditioning', 'Navigation'],
  chassis: 'ZVW50',
  sheet: '/s/1',
  info: '',
  lotInfo: { lotNumber: 4021, auctionName: 'USS Tokyo', auctionDate: '2026-11-24', condition: '4.5', status: 4532 },
  bidInfo: { startPrice: 300_000, soldPrice: null, averagePrice: 720_000, feesYen: 42_000 },
} as ComparedLot;

const row = (rows: readonly RowMarks[], name: RowMarks['row']) => rows.find((each) => each.row === name);

describe('a comparison of lots', () => {
  // @covers LIST-43
  test('rows show whether they differ and which lot is best', () => {
    const rows = compareLots([prius, { ...prius, year: 2020, mileage: 90_000, color: 'Black' }]);
    expect(row(rows, 'year')).toEqual({ row: 'year', differs: true, best: 'newest', bestAt: [1] });
    expect(row(rows, 'mileage')).toEqual({ row: 'mileage', differs: true, best: 'lowest', bestAt: [0] });
    expect(row(rows, 'color')).toEqual({ row: 'color', differs: true, best: null, bestAt: [] });
    expect(row(rows, 'gearbox')).toEqual({ row: 'gearbox', differs: false, best: null, bestAt: [] });
  });

  test('values unknown for all lots have no row; a single known value is not the best', () => {
    const rows = compareLots([prius, { ...prius, mileage: null }]);
    expect(row(rows, 'power')).toBeUndefined();
    expect(row(rows, 'soldPrice')).toBeUndefined();
    expect(row(rows, 'remarks')).toBeUndefined();
    expect(row(rows, 'mileage')).toMatchObject({ differs: true, bestAt: [] });
  });

  // @covers FACT-09
  test('a doubtful mileage is never the best and differs from the same number without a mark', () => {
    const marked = { ...prius, mileage: 10_000, mileageMark: 'rolledBack' as const };
    const rows = compareLots([prius, { ...prius, mileage: 90_000 }, marked]);
    expect(row(rows, 'mileage')?.bestAt).toEqual([0]);
    expect(row(compareLots([prius, { ...prius, mileageMark: 'unknown' as const }]), 'mileage')).toMatchObject({
      differs: true,
      bestAt: [],
    });
  });

  // @covers DOOR-04
  test('the lowest total is the one with the cheapest dearest case, never an open or a prohibited one', () => {
    const at = (leastYen: number, mostYen: number | null, verdict: DoorVerdict = 'allowed'): ComparedLot => ({
      ...prius,
      door: { leastYen, mostYen, verdict },
    });
    const bestOf = (...lots: ComparedLot[]) => row(compareLots(lots), 'door')?.bestAt;
    expect(bestOf(at(900_000, 1_500_000), at(1_000_000, 1_200_000))).toEqual([1]);
    expect(bestOf(at(500_000, null, 'depends'), at(1_000_000, 1_000_000), at(1_100_000, 1_100_000))).toEqual([1]);
    expect(bestOf(at(500_000, 500_000, 'forbidden'), at(1_000_000, 1_000_000))).toEqual([]);
    expect(row(compareLots([{ ...prius, door: null }]), 'door')).toBeUndefined();
  });

  test('several lots can share the best value', () => {
    const rows = compareLots([prius, { ...prius, mileage: 90_000 }, prius]);
    expect(row(rows, 'mileage')?.bestAt).toEqual([0, 2]);
  });

  test('the order of equipment does not matter; equipment that not all lots have is marked', () => {
    const turned = { ...prius, equipment: [...prius.equipment].reverse() };
    expect(row(compareLots([prius, turned]), 'equipment')?.differs).toBe(false);
    const bare = { ...prius, equipment: ['Air conditioning', 'Camera'] };
    expect(row(compareLots([prius, bare]), 'equipment')?.differs).toBe(true);
    expect(ownEquipment(prius, [prius, bare])).toEqual(['Navigation']);
    expect(ownEquipment(bare, [prius, bare])).toEqual(['Camera']);
  });
});

test('an address contains at most four lots without duplicates', () => {
  const lots = ['car-auction:1', 'stats:2', 'car-auction:1', 'bikes:3', 'stock:4', 'stock:5'];
  expect(comparedLotsIn(lots)).toEqual([
    { pageType: 'car-auction', id: '1' },
    { pageType: 'stats', id: '2' },
    { pageType: 'bikes', id: '3' },
    { pageType: 'stock', id: '4' },
  ]);
  expect(comparedLotsIn(undefined)).toEqual([]);
});
