import { lotListing } from '@seri/contract/lots/filter.ts';
import { expect, test } from 'vitest';
import { parseSearch, searchOf, stringifySearch } from './search.ts';

const read = (address: string) => searchOf(lotListing)(parseSearch(address));

// @covers LIST-25
test('a filter of two makers and a year round-trips through the address', () => {
  const address = '?maker=TOYOTA&maker=NISSAN&yearFrom=2018&search=lotNo-4021&page=3';
  const search = read(address);
  expect(search).toMatchObject({ maker: ['TOYOTA', 'NISSAN'], yearFrom: 2018, search: 'lotNo-4021', page: 3 });
  expect(searchOf(lotListing)(parseSearch(stringifySearch(search)))).toEqual(search);
});

test('one maker alone is a list of one, and is written as plain text', () => {
  const search = read('?maker=TOYOTA');
  expect(search.maker).toEqual(['TOYOTA']);
  expect(stringifySearch({ maker: search.maker })).toBe('?maker=TOYOTA');
});

test('letters, signs and Japanese text round-trip through the address', () => {
  const address = stringifySearch({ model: ['C-HR & 86', 'プリウス', 'a=b+c'] });
  expect(parseSearch(address).model).toEqual(['C-HR & 86', 'プリウス', 'a=b+c']);
});

// @covers LIST-25
test('an invalid value alone falls back to its default, and unknown keys are ignored', () => {
  const search = read('?page=-5&pageSize=33&yearFrom=abc&maker=TOYOTA&utm_source=mail');
  expect(search).toMatchObject({ page: 1, pageSize: 20, maker: ['TOYOTA'] });
  expect(search.yearFrom).toBeUndefined();
  expect(search).not.toHaveProperty('utm_source');
});

test('an invalid date of a list keeps the valid ones', () => {
  expect(read('?date=2026-11-24&date=yesterday').date).toEqual(['2026-11-24']);
});

test('numbers set by a screen are read as from the address', () => {
  expect(searchOf(lotListing)({ page: 2, status: [4532, 4531] })).toMatchObject({ page: 2, status: [4532, 4531] });
});

test('an empty address stays empty', () => {
  expect(stringifySearch({ maker: [], yearFrom: undefined, search: '' })).toBe('');
});
