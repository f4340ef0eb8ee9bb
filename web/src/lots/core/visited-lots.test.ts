import { afterEach, expect, test, vi } from 'vitest';
import { readStored } from '../../shell/i18n/storage.ts';
import { rememberVisit, type Visit, withVisit } from './visited-lots.ts';

afterEach(() => vi.unstubAllGlobals());

const visit = (id: string, pageType: Visit['pageType'] = 'car-auction'): Visit => ({
  id,
  pageType,
  name: `Lot ${id}`,
  place: 'USS Tokyo',
  image: null,
});

// @covers OTHER-03
test('the last opened lot comes first, without duplicates, under its newest name, and up to the maximum', () => {
  const visits = Array.from({ length: 25 }, (_, index) => visit(`L${index}`));
  const remembered = visits.reduce<Visit[]>((before, each) => withVisit(before, each, 20), []);
  expect(remembered).toHaveLength(20);
  expect(remembered[0]?.id).toBe('L24');
  const renamed = { ...visit('L10'), name: 'A better name' };
  expect(withVisit(remembered, renamed, 20)).toEqual([renamed, ...remembered.filter(({ id }) => id !== 'L10')]);
});

// @covers LIST-10
test('twenty cars and twenty-one motorcycles are remembered across their pages', () => {
  const store = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => store.get(key) ?? null,
    setItem: (key: string, value: string) => store.set(key, value),
  });
  for (let id = 1; id <= 30; id++) {
    rememberVisit(visit(`car ${id}`, id % 2 ? 'car-auction' : 'stats'));
    rememberVisit(visit(`bike ${id}`, id % 2 ? 'bikes' : 'bike-stats'));
  }
  const idsOf = (key: 'visitedCars' | 'visitedBikes') =>
    (JSON.parse(readStored(key) ?? '[]') as Visit[]).map(({ id }) => id);
  const [cars, bikes] = [idsOf('visitedCars'), idsOf('visitedBikes')];
  expect([cars.length, cars[0], cars.at(-1)]).toEqual([20, 'car 30', 'car 11']);
  expect([bikes.length, bikes[0], bikes.at(-1)]).toEqual([21, 'bike 30', 'bike 10']);
});
