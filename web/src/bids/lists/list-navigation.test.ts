import { expect, test } from 'vitest';
import { type ListSearch, listNavigation } from './list-navigation.ts';

interface Search extends ListSearch {
  auction?: string;
  bidStatus?: number;
  pageSize?: number;
}

/** Returns the address after a change on page three, sorted and filtered, and whether it replaced the history entry. */
function after(move: (moves: ReturnType<typeof listNavigation<Search>>) => unknown) {
  const search: Search = { page: 3, sort: 'year', order: 'ASC', auction: 'USS Tokyo', lotNo: '12' };
  const done = { address: search, isReplaced: false };
  move(
    listNavigation(search, (patch, how) => {
      done.address = JSON.parse(JSON.stringify({ ...search, ...patch }));
      done.isReplaced = how?.replace ?? false;
    }),
  );
  return done;
}

// @covers MGMT-23
test.each([
  ['a filter', { auction: 'USS Osaka' }],
  ['a tab', { bidStatus: 2 }],
  ['the page size', { pageSize: 70 }],
])('a change of %s goes to page 1 without the column sort and keeps the rest', (_, patch) => {
  expect(after((moves) => moves.change(patch)).address).toEqual({ auction: 'USS Tokyo', lotNo: '12', ...patch });
});

// @covers MGMT-23
test('a search goes to page 1 without the sort, and typing adds no history entries', () => {
  expect(after((moves) => moves.searchLot('34'))).toEqual({
    address: { auction: 'USS Tokyo', lotNo: '34' },
    isReplaced: true,
  });
});

// @covers MGMT-23
test('another sort goes to page 1 under the same filters', () => {
  expect(after((moves) => moves.sortBy('mileage')).address).toEqual({
    auction: 'USS Tokyo',
    lotNo: '12',
    sort: 'mileage',
    order: 'ASC',
  });
});
