import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import * as lists from './list-routes.ts';

const LISTS = { index: lists.bidIndex, mine: lists.myBids, dealer: lists.dealerBids, archive: lists.bidHistory };
type List = keyof typeof LISTS;
const fieldsOf = (list: List): string[] =>
  Object.keys(z.toJSONSchema(LISTS[list].query, { io: 'input', unrepresentable: 'any' }).properties ?? {});
const listsWith = (field: string) => (Object.keys(LISTS) as List[]).filter((list) => fieldsOf(list).includes(field));

// @covers API-05
test.each([
  ['dates', 'auctionDate', ['index', 'mine']],
  ['auctions', 'auction', ['index', 'mine', 'dealer', 'archive']],
  ['clients', 'user', ['index', 'dealer', 'archive']],
  ['group', 'bidGroups', ['index', 'mine', 'dealer', 'archive']],
  ['qSearch', 'lotNo', ['index', 'mine', 'dealer', 'archive']],
])(
  "the screens' filter %s is sent as %s, in the lists that have it, and never under its own name",
  (own, sent, where) => {
    expect(listsWith(sent)).toEqual(where);
    expect(listsWith(own)).toEqual([]);
  },
);

// @covers API-05
test('asks only a dealer for the bidder, only the archive for the final status, and both for typed days', () => {
  expect(listsWith('bidType')).toEqual(['dealer']);
  expect(listsWith('archiveStatus')).toEqual(['archive']);
  for (const field of ['auctionDateFrom', 'auctionDateTo']) expect(listsWith(field)).toEqual(['dealer', 'archive']);
  for (const field of ['bidStatus', 'page', 'pageSize', 'sort', 'order'])
    expect(listsWith(field).length).toBeGreaterThan(2);
});
