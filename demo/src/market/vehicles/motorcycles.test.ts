import type { LotRow } from '@seri/contract/feed/rows.ts';
import { feedRow } from '@seri/contract/feed/rows.ts';
import { findingIn, partIn, remarkIn } from '@seri/contract/lots/inspection-words.ts';
import { colorIn, driveIn, equipmentIn, gearboxIn } from '@seri/contract/lots/vehicle-words.ts';
import { shiftDay } from '@seri/server/platform/i18n/japan-time.ts';
import { expect, test } from 'vitest';
import { parsePictureKey, parseTurnKey } from '../../drawings/picture-key.ts';
import { demoDay, demoMotorcycles } from '../catalogue.ts';
import { saleLot } from '../continuous-sale.ts';

const MONDAY = '2026-11-23';
const week = Array.from({ length: 7 }, (_, i) => shiftDay(MONDAY, i));
const lots = week.flatMap((day) => demoDay(day)).map((lot) => ({ lot, row: lot.row() }));
const bikes = lots.filter(({ row }) => row.vehicle === 'bike');
const rows = bikes.map(({ row }) => row);

test('1,200 motorcycles run in a week, at auction houses that sell nothing else', () => {
  expect(bikes.length).toBe(1_200);
  const houses = new Set(rows.map(({ house }) => house));
  expect(houses.size).toBe(6);
  expect(lots.filter(({ row }) => row.vehicle === 'car' && houses.has(row.house))).toEqual([]);
});

test('offers about a hundred models of eight makers, each within its years and with its engine', () => {
  expect(demoMotorcycles.length).toBeGreaterThanOrEqual(80);
  const makers = new Set(rows.map(({ maker }) => maker));
  for (const maker of ['HONDA', 'YAMAHA', 'SUZUKI', 'KAWASAKI', 'HARLEY-DAVIDSON', 'BMW', 'DUCATI', 'TRIUMPH'])
    expect([...makers]).toContain(maker);
  for (const row of rows) {
    const model = demoMotorcycles.find((each) => each.maker === row.maker && each.model === row.model);
    expect(row.year, row.sourceId).toBeGreaterThanOrEqual(model?.fromYear ?? Number.NaN);
    expect(row.year, row.sourceId).toBeLessThanOrEqual(model?.toYear ?? Number.NaN);
    expect([row.engine, row.horsePower, row.drive]).toEqual([model?.engineCc, model?.horsePower, model?.drive]);
    expect(row.mileage).toBeGreaterThan(0);
    expect(row.mileage).toBeLessThanOrEqual(95_000);
  }
});

test('prices are realistic: a scooter costs less than a large tourer, an old one less than a new one', () => {
  const worth = (wanted: (row: LotRow) => boolean) => {
    const found = bikes.filter(({ row }) => wanted(row)).map(({ lot }) => lot.market.marketYen);
    expect(found.length).toBeGreaterThan(5);
    return found.reduce((sum, yen) => sum + yen, 0) / found.length;
  };
  expect(worth(({ engine }) => (engine ?? 0) < 130)).toBeLessThan(worth(({ engine }) => (engine ?? 0) > 900) / 2);
  expect(worth(({ model, year }) => model.startsWith('CB') && (year ?? 0) < 2014)).toBeLessThan(
    worth(({ model, year }) => model.startsWith('CB') && (year ?? 0) > 2021),
  );
  for (const { lot } of bikes) {
    expect(lot.market.marketYen).toBeGreaterThan(40_000);
    expect(lot.market.marketYen).toBeLessThan(4_000_000);
  }
});

test('every motorcycle is a row that the feed accepts, with pictures that can be drawn', () => {
  for (const row of rows) {
    expect(feedRow.safeParse(row).success, row.sourceId).toBe(true);
    expect(row.images).toHaveLength(7);
    for (const image of row.images) expect(parsePictureKey(image.replace('/p/demo/', '')), image).not.toBeNull();
    expect(row.chassis).toMatch(/^[A-Z0-9]+-\d{7}$/);
  }
});

test('two in five motorcycles have a video', () => {
  const films = rows.flatMap(({ videos = [] }) => videos);
  expect(films.length / rows.length).toBeGreaterThan(0.35);
  expect(films.length / rows.length).toBeLessThan(0.45);
  for (const film of films) expect(parseTurnKey(film.replace('/p/demo/', '')), film).not.toBeNull();
});

test('an inspection rates six zones, names findings and letters its remarks, worse for a worse grade', () => {
  const ratingOf = (grade: string) => {
    const points = rows
      .filter(({ condition }) => condition === grade)
      .flatMap(({ inspection }) => inspection?.zones.map(({ rating }) => Number(rating)) ?? []);
    return points.reduce((sum, point) => sum + point, 0) / points.length;
  };
  for (const { inspection, images, sourceId } of rows) {
    expect(inspection?.zones.map(({ zone }) => zone)).toEqual([
      'engine',
      'electro',
      'exterior',
      'front',
      'rear',
      'chassis',
    ]);
    for (const { rating, notes, images: shown } of inspection?.zones ?? []) {
      expect(rating, sourceId).toMatch(/^[2-6]$/);
      expect(notes.length).toBeGreaterThanOrEqual(4);
      for (const image of shown) expect(images).toContain(image);
    }
    expect(inspection?.remarks.length).toBeGreaterThanOrEqual(2);
    expect(inspection?.remarks.length).toBeLessThanOrEqual(26);
  }
  expect(ratingOf('5')).toBeGreaterThan(ratingOf('4') + 0.5);
  expect(ratingOf('4')).toBeGreaterThan(ratingOf('3') + 0.5);
  const noted = rows.filter(({ mileageNote }) => mileageNote).length;
  expect(noted / rows.length).toBeGreaterThan(0.05);
  expect(noted / rows.length).toBeLessThan(0.14);
});

// @covers L10N-07
test('every term of a demonstration lot has a translation', () => {
  const cyrillic = /[а-яё]/i;
  const untranslated = new Set<string>();
  const check = (value: string, text: string) => {
    if (!cyrillic.test(text)) untranslated.add(value);
  };
  for (const { row } of lots) {
    check(row.color, colorIn(row.color, 'ru'));
    if (row.gearbox !== '') check(row.gearbox, gearboxIn(row.gearbox, 'ru').replace('DCT', 'я'));
    if (row.vehicle === 'bike') check(row.drive ?? '', driveIn(row.drive ?? '', 'ru'));
    for (const { code, text } of equipmentIn(row.equip, 'ru')) if (code !== 'ABS') check(code, text);
    for (const remark of row.info.split(', ').filter(Boolean)) check(remark, remarkIn(remark, 'ru'));
    for (const { notes } of row.inspection?.zones ?? [])
      for (const { part, finding } of notes) {
        check(part, partIn(part, 'ru'));
        check(finding, findingIn(finding, 'ru'));
      }
    for (const remark of row.inspection?.remarks ?? []) check(remark, remarkIn(remark, 'ru'));
    if (row.mileageNote) check(row.mileageNote, remarkIn(row.mileageNote, 'ru'));
  }
  expect([...untranslated]).toEqual([]);
});

test('the continuous sale sometimes offers an affordable motorcycle', () => {
  const called = Array.from({ length: 300 }, (_, i) => saleLot(44_900_000 + i, 40_000).row());
  const share = called.filter(({ vehicle }) => vehicle === 'bike').length / called.length;
  expect(share).toBeGreaterThan(0.05);
  expect(share).toBeLessThan(0.2);
});
