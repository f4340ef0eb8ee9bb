import { MAX_PAGE } from '@seri/contract/http.ts';
import { expect, test } from 'vitest';
import { type Listing, pageAfter } from './queries.ts';

const listing = (lots: number, pageInfo: Partial<Listing['pageInfo']>): Listing => ({
  lots: Array.from({ length: lots }, (_, id) => ({ id: String(id) }) as Listing['lots'][number]),
  pageInfo: { page: 1, pageSize: 20, totalSearchResults: 100, totalResults: 100, ...pageInfo },
});

test('there is a next page while page times size is below the total', () => {
  expect(pageAfter(listing(20, { page: 4 }))).toBe(5);
  expect(pageAfter(listing(20, { page: 5 }))).toBeUndefined();
  expect(pageAfter(listing(20, { totalSearchResults: 20 }))).toBeUndefined();
});

test('a total that is not exact ends nothing: a page that is not full does', () => {
  expect(pageAfter(listing(20, { page: 5, approximate: true }))).toBe(6);
  expect(pageAfter(listing(19, { page: 2, approximate: true, totalSearchResults: 61_240 }))).toBeUndefined();
  expect(pageAfter(listing(20, { page: MAX_PAGE, approximate: true, totalSearchResults: 999_999 }))).toBeUndefined();
});
