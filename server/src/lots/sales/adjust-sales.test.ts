import { describe, expect, test } from 'vitest';
import { type Average, adjustSale, type Market, spanOf } from './adjust-sales.ts';

const NOW = '2026-11';
const average = (averageYen: number, sales = 5): Average => ({ sales, averageYen });
/** Averages of the bands in order; their middles are 5, 20, 40, 65, 100 and 160 thousand km. */
const market = (bands: readonly (Average | null)[], months: Record<string, Average> = {}): Market => ({
  bands: new Map(bands.flatMap((band, index) => (band ? [[index, band] as const] : []))),
  months: new Map(Object.entries(months)),
});
/** 20 yen a km between 20 000 and 40 000 km, 10 yen a km from there on. */
const FALLING = [null, average(1_000_000), average(600_000), average(350_000)];

const byMileage = (saleKm: number | null, lotKm: number | null, bands = FALLING, priceYen = 1_000_000) =>
  adjustSale({ priceYen, mileageKm: saleKm, month: NOW }, lotKm, market(bands)).mileageYen;
const byMonths = (month: string, months: Record<string, Average>, priceYen = 1_000_000) =>
  adjustSale({ priceYen, mileageKm: null, month }, null, market([], months)).monthsYen;

describe('for mileage', () => {
  test.each([
    ['inside a band, each kilometre at what it costs there', 40_000, 49_000, -90_000],
    ['the other way it is added', 49_000, 40_000, 90_000],
    ['across the bound of two bands', 35_000, 55_000, -100_000 - 150_000],
    ['before the first middle as after it', 12_000, 20_000, -160_000],
    ['after the last middle as before it', 65_000, 75_000, -100_000],
    ['nothing for the same mileage', 40_000, 40_000, 0],
    ['whole thousands', 40_000, 40_149, -1_000],
    ['and zero has no sign', 40_000, 40_049, 0],
  ])('%s', (_, saleKm, lotKm, yen) => {
    expect(byMileage(saleKm, lotKm)).toBe(yen);
  });

  test.each([
    ['the mileage of the sale is unknown', null, 40_000, FALLING],
    ['that of the lot is unknown', 40_000, null, FALLING],
    ['the band of the lot has no sales', 40_000, 90_000, FALLING],
    ['that of the sale has none', 90_000, 40_000, FALLING],
    ['a band has only four', 40_000, 60_000, [null, null, average(600_000), average(350_000, 4)]],
    ['no neighbour has five', 40_000, 45_000, [null, average(1, 4), average(600_000), average(1, 4)]],
    ['a band between them has only four', 25_000, 60_000, [null, average(9), average(8, 4), average(7), average(6)]],
    ['the band has no end', 150_000, 210_000, [null, null, null, null, average(9), average(8), average(7)]],
  ])('zero where %s', (_, saleKm, lotKm, bands) => {
    expect(byMileage(saleKm, lotKm, bands)).toBeNull();
  });

  test('more mileage never raises the price', () => {
    const rising = [null, average(500_000), average(600_000), average(450_000)];
    expect(byMileage(25_000, 40_000, rising)).toBe(0);
    expect(byMileage(25_000, 65_000, rising)).toBe(-50_000);
  });

  // @covers STAT-07
  test('at most 30 % of the price, rounded down to whole thousands', () => {
    expect(byMileage(20_000, 65_000, FALLING, 805_001)).toBe(-241_000);
    expect(byMileage(65_000, 20_000, FALLING, 805_001)).toBe(241_000);
    expect(byMileage(65_000, 20_000, FALLING, 3_000)).toBe(0);
  });
});

describe('for the months since', () => {
  const MONTHS = { '2026-08': average(500_000), '2026-09': average(600_000, 4), '2026-10': average(550_000) };

  test.each([
    ['2026-08', 100_000],
    ['2026-10', 0],
  ])('a sale of %s, compared with the latest month with five sales', (month, yen) => {
    expect(byMonths(month, MONTHS)).toBe(yen);
    expect(byMonths(month, { ...MONTHS, [NOW]: average(1, 4) })).toBe(yen);
  });

  test('negative where prices fell, at most 30 %', () => {
    expect(byMonths('2026-08', { ...MONTHS, [NOW]: average(450_000) }, 777_000)).toBe(-78_000);
    expect(byMonths('2026-08', { ...MONTHS, [NOW]: average(100_000) }, 777_000)).toBe(-233_000);
    expect(byMonths('2026-08', { ...MONTHS, [NOW]: average(900_000) }, 777_000)).toBe(233_000);
  });

  test('none where its month has fewer than five sales, or no month has five', () => {
    expect(byMonths('2026-09', MONTHS)).toBeNull();
    expect(byMonths(NOW, MONTHS)).toBeNull();
    expect(byMonths('2026-08', {})).toBeNull();
  });
});

describe('the adjusted price', () => {
  const months = { '2026-10': average(500_000), [NOW]: average(550_000) };
  const sale = { priceYen: 805_001, mileageKm: 40_000, month: '2026-10' };

  test('has both adjustments, the known one, or none', () => {
    expect(adjustSale(sale, 45_000, market(FALLING, months))).toEqual({
      mileageYen: -50_000,
      monthsYen: 81_000,
      adjustedYen: 836_001,
    });
    expect(adjustSale(sale, 45_000, market(FALLING))).toMatchObject({ monthsYen: null, adjustedYen: 755_001 });
    expect(adjustSale(sale, null, market(FALLING, months))).toMatchObject({ mileageYen: null, adjustedYen: 886_001 });
    expect(adjustSale(sale, null, market([]))).toEqual({ mileageYen: null, monthsYen: null, adjustedYen: null });
  });

  test('ranges from the lowest to the highest with the median, without unknown ones', () => {
    expect(spanOf([3, null, 1, 10])).toEqual({ sales: 3, lowYen: 1, medianYen: 3, highYen: 10 });
    expect(spanOf([4, 1, 10, 2])).toEqual({ sales: 4, lowYen: 1, medianYen: 3, highYen: 10 });
    expect(spanOf([1, 2])).toMatchObject({ medianYen: 2 });
    expect(spanOf([7])).toEqual({ sales: 1, lowYen: 7, medianYen: 7, highYen: 7 });
    expect(spanOf([null])).toBeNull();
    expect(spanOf([])).toBeNull();
  });
});
