import type { BidRow } from '@seri/contract/bids/records.ts';
import { expect, test } from 'vitest';
import { checkedList } from './checked-list.ts';

const row: BidRow = {
  ...{ bidId: 901, id: 'L1', lotNo: 4021, lotType: 'car', lotSource: 'auction', auctionDate: '2026-11-24' },
  ...{ auctionName: 'USS Tokyo', maker: 'TOYOTA', model: 'PRIUS', year: 2018, engine: 1800, chassis: 'ZVW50' },
  ...{ grade: 'S', color: 'PEARL', condition: '4.5', gearbox: 'AT', mileage: 61_000, equip: '', startPrice: 300_000 },
  ...{ soldPrice: null, bidDate: '2026-11-20T03:11:00Z', status: 4532, bidAmount: 650_000, bidStatus: 1, bidGroup: 1 },
  ...{ groupWaits: false, isRead: true, message: null, images: [], version: 3, manager: null, user: null },
  ...{ biddingDeadline: '', agentCutoff: '', cancellationAllowed: true, archived: false, notForwarded: false },
  ...{ negotiation: null, unreadMessages: 0 },
};
const list = {
  counters: [{ status: 'All', count: 2 }],
  totalBids: 2,
  pageInfo: { page: 1, pageSize: 20, totalSearchResults: 2, totalResults: 2 },
};

// @covers MGMT-32
test('a valid answer stays unchanged', () => {
  expect(checkedList({ ...list, cars: [row] })).toEqual({ ...list, cars: [row], problems: [] });
});

// @covers MGMT-22
test('an invalid row is left out and reported, the others stay', () => {
  const bad = { ...row, bidId: 902, bidAmount: 'much', images: null };
  const { cars, problems } = checkedList({ ...list, cars: [bad, row] });
  expect(cars).toEqual([row]);
  expect(problems).toEqual([
    { path: 'bid 902, bidAmount', expected: expect.any(String) },
    { path: 'bid 902, images', expected: 'array' },
  ]);
});

test('an invalid answer is an empty list with its problems', () => {
  for (const answer of [null, 'gone', { cars: 7 }, { ...list, cars: [row], pageInfo: null }]) {
    const { problems, counters } = checkedList(answer);
    expect(problems.length).toBeGreaterThan(0);
    expect(counters).toEqual([]);
  }
});
