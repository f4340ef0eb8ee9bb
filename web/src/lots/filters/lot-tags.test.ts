import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { loadTexts } from '../../shell/i18n/i18n.ts';
import { EMPTY_FILTER } from '../core/lot-search.ts';
import { tagsOf } from './lot-tags.ts';

beforeAll(async () => {
  vi.stubGlobal('document', { documentElement: { lang: 'en' } });
  await loadTexts();
});
afterAll(() => {
  vi.unstubAllGlobals();
});

const FILTER = {
  ...EMPTY_FILTER,
  date: ['2026-11-24', '2026-11-25', '2026-12-01'],
  maker: ['TOYOTA'],
  model: ['PRIUS', 'CROWN'],
  yearFrom: 2016,
  yearTo: 2022,
  mileageTo: 120_000,
  engineFrom: 660,
  search: 'equip-camera',
  condition: ['4.5', '5'],
  status: [4532],
};

// @covers LIST-23
test("each filter is one tag in the reader's language", () => {
  expect(tagsOf(FILTER, () => {}).map((tag) => tag.label)).toEqual([
    'Tue 24, Wed 25 Nov, Tue 1 Dec',
    'TOYOTA',
    'PRIUS',
    'CROWN',
    'Year 2016–2022',
    'up to 120\u202f000\u202fkm',
    'from 660\u202fcc',
    'Equipment: camera',
    'Condition: 4.5, 5',
    'Status: Upcoming',
  ]);
});

test('a date range names the weekday of each end', () => {
  const labelOf = (span: object) => tagsOf({ ...EMPTY_FILTER, ...span }, () => {}).map((tag) => tag.label);
  expect(labelOf({ dateFrom: '2026-11-24', dateTo: '2026-11-28' })).toEqual(['Tue 24 Nov – Sat 28 Nov']);
  expect(labelOf({ dateFrom: '2026-11-24' })).toEqual(['from Tue 24 Nov']);
  expect(labelOf({ dateTo: '2026-11-28' })).toEqual(['up to Sat 28 Nov']);
});

// @covers LIST-23
test('removing a tag removes its filter only; removing the maker also removes model and search', () => {
  const changes = new Map<string, object>();
  for (const tag of tagsOf(FILTER, (change) => changes.set('last', change))) {
    tag.onRemove();
    changes.set(tag.key, changes.get('last') ?? {});
  }
  expect(changes.get('model-PRIUS')).toEqual({ model: ['CROWN'] });
  expect(changes.get('year')).toEqual({ yearFrom: undefined, yearTo: undefined });
  expect(changes.get('status')).toEqual({ status: [] });
  expect(changes.get('maker-TOYOTA')).toMatchObject({ maker: [], model: [], search: undefined, condition: [] });
});

test('a total at the door is written in the currency of the reader', () => {
  const labelsOf = (...money: [((amountYen: number) => string)?]) =>
    tagsOf({ ...EMPTY_FILTER, doorTo: 1_500_000 }, () => {}, ...money).map((tag) => tag.label);
  expect(labelsOf()).toEqual(['Total at my door: up to 1\u202f500\u202f000\u202f¥']);
  expect(labelsOf((amountYen) => `${amountYen / 150} $`)).toEqual(['Total at my door: up to 10000 $']);
});

test('without filters there are no tags', () => {
  expect(tagsOf(EMPTY_FILTER, () => {})).toEqual([]);
});
