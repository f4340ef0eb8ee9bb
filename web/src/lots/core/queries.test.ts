import { expect, test } from 'vitest';
import { type Listing, lotsOfPages } from './queries.ts';

const page = (...ids: string[]): Listing => ({
  lots: ids.map((id) => ({ id }) as Listing['lots'][number]),
  pageInfo: { page: 1, pageSize: 20, totalSearchResults: 100, totalResults: 100 },
});

// @covers FIND-08, LIST-32
test('a lot on two pages is shown once, at its first position', () => {
  const lots = lotsOfPages([page('1', '2'), page('3', '1'), page('2', '4')]);
  expect(lots.map(({ id }) => id)).toEqual(['1', '2', '3', '4']);
});
