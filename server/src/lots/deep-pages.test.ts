import type { PageType } from '@seri/contract/lots/page-types.ts';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { createLot } from '../testing/lots.ts';
import { ownLotPortal } from '../testing/own-lot-portal.ts';
import { startOf } from './deep-pages.ts';

/** More than twice the 2,500 rows after which the remembered rows of a list are looked for anew. */
const LOTS = 5_400;
const SIZE = 70;
const { portal, client } = ownLotPortal();

beforeAll(async () => {
  const { db } = portal.database;
  const on = (day: string) => ({ auction_day: day, auction_at: new Date(`${day}T09:00:00+09:00`) });
  await copies(await createLot(db, { maker: 'MANY', ...on('2099-06-01') }));
  await copies(await createLot(db, { maker: 'SOLD', status: 4533, sold_price_yen: 1, ...on('2026-01-05') }));
}, 120_000);

/** The same lot again and again, many of them alike in all that they are sorted by; in steps a statement has time for. */
async function copies(id: number): Promise<void> {
  for (let from = 2; from <= LOTS; from += 500)
    await sql`insert into lots (vehicle, lot_source, source, source_id, source_updated_at, house_id, lot_no, auction_day,
        auction_at, time_known, bids_close_at, agent_cutoff_at, cancel_until, status, maker, model, year, sold_price_yen)
      select vehicle, lot_source, source, source_id || '.' || n, source_updated_at, house_id, lot_no + 10 * n, auction_day,
        auction_at + n % 500 * interval '1 minute', n % 7 > 0, bids_close_at + n % 500 * interval '1 minute', agent_cutoff_at, cancel_until, status, maker,
        model, case when n % 5 > 0 then 2000 + n % 20 end, case when n % 5 > 0 then n % 300 * 1000 end
      from lots, generate_series(${from}::integer, ${Math.min(from + 499, LOTS)}::integer) n where id = ${id}`.execute(
      portal.database.db,
    );
}

const TIME_UP = 'auction_day, time_known desc, case when time_known then auction_at end, id';
const TIME_DOWN = 'auction_day desc, time_known desc, case when time_known then auction_at end desc, id desc';
const ORDERS: [PageType, string, string, string][] = [
  ['car-auction', 'MANY', '', 'bids_close_at, id'],
  ['car-auction', 'MANY', 'sort=auctionDate&order=ASC', TIME_UP],
  ['car-auction', 'MANY', 'sort=auctionDate&order=DESC', TIME_DOWN],
  ['car-auction', 'MANY', 'sort=year&order=ASC', 'year, id'],
  ['car-auction', 'MANY', 'sort=year&order=DESC', 'year desc nulls last, id desc'],
  ['stats', 'SOLD', '', TIME_DOWN],
  ['stats', 'SOLD', 'sort=soldPrice&order=DESC', 'sold_price_yen desc nulls last, id desc'],
  ['stats', 'SOLD', 'sort=auctionDate&order=ASC', TIME_UP],
];

describe('a page far behind', () => {
  test.each(ORDERS)(
    'of %s, %s sorted by "%s", holds the rows that a whole list has there',
    async (pageType, maker, sorting, order) => {
      const { rows } = await sql<{ id: number }>`
      select id from lots where maker = ${maker} order by ${sql.raw(order)}`.execute(portal.database.db);
      const all = rows.map(({ id }) => String(id));
      expect(all).toHaveLength(LOTS);
      for (const page of [1, 15, 16, 29, 64, 71, 72, 73, 78, 79]) {
        const query = `maker=${maker}&pageSize=${SIZE}&page=${page}&${sorting}`;
        const { body } = await portal.ask(client, 'GET', `/v1/${pageType}/listing?${query}`);
        const found = body.carsList.map((row: { id: string }) => row.id);
        expect([page, found]).toEqual([page, all.slice((page - 1) * SIZE, page * SIZE)]);
        expect(body.pageInfo).toMatchObject({ totalSearchResults: LOTS });
      }
    },
  );
});

describe('where a page begins', () => {
  const remembered = new Map<string, Promise<unknown>>();
  /** A list of so many rows, each known by its place. */
  const listOf = (rows: number) => {
    const scanned: number[] = [];
    const list = {
      key: String(rows),
      remember: <T>(key: string, find: () => Promise<T>) => {
        const found = remembered.get(key) ?? find();
        remembered.set(key, found);
        return found as Promise<T>;
      },
      findAnchors: async ({ anchor, step, most }: { anchor: { id: number } | null; step: number; most: number }) => {
        const from = anchor?.id ?? 0;
        scanned.push(from);
        const places = Array.from({ length: most / step }, (_, index) => from + (index + 1) * step);
        return places.filter((place) => place <= rows).map((id) => ({ part: 0, key: null, id }));
      },
    };
    return { list, scanned };
  };

  test('is never more than the rows of a step behind a remembered one', async () => {
    const { list } = listOf(70_000);
    for (const offset of [501, 980, 9_999, 10_000, 10_499, 10_500, 19_980, 69_930]) {
      const start = await startOf(list, offset);
      expect((start?.anchor?.id ?? 0) + (start?.skip ?? 0)).toBe(offset);
      expect(start?.skip).toBeLessThan(100);
    }
  });

  test('is found without asking on the first pages, and once for all pages of 2,500 rows', async () => {
    const { list, scanned } = listOf(30_001);
    expect(await startOf(list, 480)).toEqual({ anchor: null, skip: 480 });
    expect(scanned).toEqual([]);
    for (const offset of [10_000, 11_000, 11_500, 6_000, 3_000]) await startOf(list, offset);
    expect(scanned).toEqual([0, 2_500, 5_000, 7_500, 10_000]);
  });

  test('is nowhere behind the end', async () => {
    const { list } = listOf(10_400);
    expect(await startOf(list, 10_499)).toEqual({ anchor: { part: 0, key: null, id: 10_400 }, skip: 99 });
    for (const offset of [10_500, 20_000, 69_930]) expect(await startOf(list, offset)).toBeNull();
  });
});
