import type { LotRow } from '@seri/contract/feed/rows.ts';
import { shiftDay } from '@seri/server/platform/i18n/japan-time.ts';
import { expect, test } from 'vitest';
import { demoDay, demoReturns, demoStock } from './catalogue.ts';
import { saleLot } from './continuous-sale.ts';
import { implausible } from './implausible.ts';
import { carVersions } from './vehicles/draw-car.ts';

const MONDAY = '2026-11-23';
const days = [...Array.from({ length: 7 }, (_, i) => shiftDay(MONDAY, i)), '2025-06-12', '2026-01-21'];
const lots = days.flatMap((day) => [...demoDay(day), ...demoReturns(day), ...demoStock(day)]);
const rows = lots.map((lot) => lot.row());
const cars = rows.filter(({ vehicle }) => vehicle === 'car');
const saleRows = Array.from({ length: 2_160 }, (_, i) => saleLot(44_900_000 + i, 40_000).row());

test('every lot of a week, of distant days, of the yards and of the continuous sale is plausible', () => {
  const wrong = [...rows, ...saleRows].flatMap((row) => implausible(row).map((what) => `${row.sourceId}: ${what}`));
  expect(wrong).toEqual([]);
  expect(rows.length).toBeGreaterThan(25_000);
});

test('popular models are frequent, none of them more than one lot in twelve', () => {
  const counts = new Map<string, number>();
  for (const { maker, model } of cars) counts.set(`${maker} ${model}`, (counts.get(`${maker} ${model}`) ?? 0) + 1);
  const asked =
    'TOYOTA LAND CRUISER|TOYOTA LAND CRUISER PRADO|TOYOTA HIACE VAN|TOYOTA ALPHARD|TOYOTA HARRIER|TOYOTA CROWN|' +
    'TOYOTA PRIUS|TOYOTA AQUA|TOYOTA VITZ|TOYOTA YARIS|TOYOTA COROLLA|TOYOTA COROLLA FIELDER|TOYOTA HILUX|' +
    'SUZUKI JIMNY|SUZUKI CARRY TRUCK|DAIHATSU HIJET TRUCK|MITSUBISHI DELICA D:5|HONDA FIT|HONDA VEZEL|HONDA N-BOX|' +
    'HONDA FREED|NISSAN NOTE|NISSAN SERENA|NISSAN X-TRAIL|SUBARU FORESTER|MAZDA CX-5';
  for (const name of asked.split('|')) expect(counts.get(name) ?? 0, name).toBeGreaterThan(50);
  expect(Math.max(...counts.values())).toBeLessThan(cars.length / 12);
  expect(counts.size).toBeGreaterThan(200);
});

test('every car has a trim, and prices fall with age and mileage', () => {
  expect(cars.filter(({ grade }) => grade === '')).toEqual([]);
  const worth = (wanted: (row: LotRow) => boolean) => {
    const found = lots.filter((_, place) => wanted(rows[place] as LotRow)).map(({ market }) => market.marketYen);
    expect(found.length).toBeGreaterThan(5);
    return found.reduce((sum, yen) => sum + yen, 0) / found.length;
  };
  const prius = (row: LotRow) => row.model === 'PRIUS' && row.chassis.startsWith('ZVW30');
  expect(worth((row) => prius(row) && (row.year ?? 0) <= 2010)).toBeLessThan(
    worth((row) => prius(row) && (row.year ?? 0) >= 2014) * 0.8,
  );
  const note = (row: LotRow) => row.model === 'NOTE' && row.year === 2018;
  expect(worth((row) => note(row) && (row.mileage ?? 0) > 90_000)).toBeLessThan(
    worth((row) => note(row) && (row.mileage ?? 0) < 60_000),
  );
});

test('the source tables contain no contradictory car', () => {
  for (const version of carVersions) {
    const name = `${version.maker} ${version.model} ${version.codes.join('/')}`;
    expect(version.toYear, name).toBeGreaterThanOrEqual(version.fromYear);
    expect(version.engineCc === null, name).toBe(version.fuel === 'electric');
    for (const code of version.codes) expect(code, name).toMatch(/^[0-9A-Z]+$/);
    expect(version.grades.join(''), name).toMatch(/^[\x20-\x7e]+$/);
    expect(version.newYen, name).toBeGreaterThan(700_000);
    if (version.body.startsWith('kei-') && version.newYen < 1_000_000)
      expect(version.engineCc, name).toBeLessThanOrEqual(660);
  }
});

const sound = cars.find(({ condition, mileage }) => condition === '4.5' && (mileage ?? 0) > 30_000) as LotRow;
const changed = (change: Partial<LotRow>) => implausible({ ...sound, ...change });

test('refuses implausible rows, such as those found in reviews', () => {
  expect(implausible(sound)).toEqual([]);
  expect(changed({ model: sound.maker })).not.toEqual([]);
  expect(changed({ grade: '' })).not.toEqual([]);
  expect(changed({ engine: 1_199 })).not.toEqual([]);
  expect(changed({ engine: null })).not.toEqual([]);
  expect(changed({ year: 1975 })).not.toEqual([]);
  expect(changed({ chassis: 'ABC12-1234567' })).not.toEqual([]);
  expect(changed({ gearbox: 'DCT' })).not.toEqual([]);
  expect(changed({ drive: 'RR' })).not.toEqual([]);
  expect(changed({ mileage: 610 })).not.toEqual([]);
  expect(changed({ mileage: 900_000 })).not.toEqual([]);
  expect(changed({ condition: 'S' })).not.toEqual([]);
  expect(changed({ condition: '6' })).not.toEqual([]);
  expect(changed({ condition: 'R' })).not.toEqual([]);
  expect(changed({ soldPrice: (sound.startPrice ?? 0) - 5_000 })).not.toEqual([]);
  expect(changed({ startPrice: null })).not.toEqual([]);
  const leaf = cars.find(({ model }) => model === 'LEAF') as LotRow;
  expect(implausible(leaf)).toEqual([]);
  expect(implausible({ ...leaf, engine: 1_200 })).not.toEqual([]);
  const jimny = cars.find(({ model }) => model === 'JIMNY') as LotRow;
  expect(implausible({ ...jimny, engine: 1_328 })).not.toEqual([]);
});
