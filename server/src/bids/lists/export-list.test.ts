import { BID_SORTS } from '@seri/contract/bids/list-routes.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BidFixture, bidFixture } from '../../testing/bidding/bid-fixture.ts';
import { createLot } from '../../testing/fixtures/lots.ts';
import { createPerson } from '../../testing/http/people.ts';
import { readRows } from './export-list.ts';
import type { BidListFilter } from './list-conditions-queries.ts';
import { findBidIds } from './list-queries.ts';

const BIDS = 30;
const PORTIONS = [
  { keys: 1, rows: 1 },
  { keys: 7, rows: 3 },
  { keys: BIDS, rows: 4 },
];

let fixture: BidFixture;
const everybodys = (list: BidListFilter['list'], lotNo?: string): BidListFilter => ({
  ...{ list, lotNo, scope: { kind: 'everybody' }, statuses: [], user: [], managerId: null, bidGroups: [] },
  ...{ auctionDate: [], auctionDateFrom: undefined, auctionDateTo: undefined, auction: [], chassisId: [] },
  ...{ condition: [], mileage: [], lotStatus: [] },
});

beforeAll(async () => {
  fixture = await bidFixture();
  const client = () => createPerson(fixture.db, { creditLimitYen: -1 });
  const [anna, boris] = [await client(), await client()];
  // For every sort key, some bids share a value and some have none.
  for (let no = 0; no < BIDS; no++) {
    const lotId = await createLot(fixture.db, {
      ...{
        lot_no: (no * 7) % BIDS,
        year: no % 3 === 0 ? null : 2010 + (no % 3),
        mileage_km: no % 4 === 0 ? null : no % 5,
      },
      ...{ condition: ['R', '4.5', '', '5'][no % 4] as string, start_price_yen: no % 5 === 0 ? null : 100_000 },
      ...{ auctionInMinutes: 2_880 + (no % 6), house: ['USS Tokyo', 'TAA Kinki'][no % 2] as string },
      ...{ chassis_code: ['JB74W', 'ZVW50'][no % 2] as string, time_known: no % 7 !== 0 },
    });
    await fixture.placed(no % 2 ? anna : boris, lotId, 300_000 + (no % 3) * 10_000);
  }
});
afterAll(() => fixture.close());

const read = async (...asked: Parameters<typeof readRows>): Promise<number[]> => {
  const ids: number[] = [];
  for await (const row of readRows(...asked)) ids.push(row.bid_id);
  return ids;
};

test.each(
  ['active' as const, 'archive' as const].flatMap((list) => [undefined, ...BID_SORTS].map((sort) => ({ list, sort }))),
)('read in portions, the $list list by $sort is the one read at once', async ({ list, sort }) => {
  const filter = everybodys(list);
  if (list === 'archive') await fixture.db.updateTable('bids').set({ status: 7 }).execute();
  for (const order of ['ASC', 'DESC'] as const) {
    const whole = await findBidIds(fixture.db, filter, { sort, order }, { limit: 2 * BIDS, offset: 0 });
    expect(whole.length).toBe(BIDS);
    for (const atOnce of PORTIONS) expect(await read(fixture.db, filter, { sort, order }, atOnce)).toEqual(whole);
  }
});

test('a list without bids gives a file without rows', async () => {
  for (const list of ['active', 'archive'] as const)
    expect(await read(fixture.db, everybodys(list, '999'), {})).toEqual([]);
});
