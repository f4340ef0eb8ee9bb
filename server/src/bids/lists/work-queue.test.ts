import { BID_STATUS } from '@seri/contract/bids/statuses.ts';
import { queuePlaceOf } from '@seri/contract/bids/work-queue.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BidFixture, bidFixture } from '../../testing/bidding/bid-fixture.ts';
import { createLot } from '../../testing/fixtures/lots.ts';

const HOUR_MS = 3_600_000;
let fixture: BidFixture;
/** Bids by name, each on its own lot. */
const ids: Record<string, number> = {};
const lots: Record<string, number> = {};
const hourStart = (ms: number) => Math.floor(ms / HOUR_MS) * HOUR_MS;

/** A bid with this status whose agent cut-off is at this instant. */
async function bidAt(name: string, status: number, cutoffMs: number): Promise<void> {
  const { db, anna } = fixture;
  lots[name] = await createLot(db, { auctionInMinutes: 3_000 });
  ids[name] = await fixture.placed(anna, lots[name], 300_000);
  await db.updateTable('bids').set({ status }).where('id', '=', ids[name]).execute();
  await db
    .updateTable('lots')
    .set({ agent_cutoff_at: new Date(cutoffMs) })
    .where('id', '=', lots[name])
    .execute();
}

beforeAll(async () => {
  fixture = await bidFixture();
  await fixture.db.updateTable('bid_clients').set({ credit_limit_yen: -1 }).execute();
  const next = hourStart(Date.now()) + 26 * HOUR_MS;
  await bidAt('late in the hour', BID_STATUS.new, next + 50 * 60_000);
  await bidAt('decided in the hour', BID_STATUS.bid, next + 5 * 60_000);
  await bidAt('early in the hour', BID_STATUS.new, next + 10 * 60_000);
  await bidAt('next hour', BID_STATUS.new, next + HOUR_MS);
  await bidAt('passed', BID_STATUS.new, Date.now() - 60_000);
  await bidAt('sent', BID_STATUS.bid, Date.now() - 90_000);
  await bidAt('sent later', BID_STATUS.bid, Date.now() - 80_000);
  await bidAt('dropped', BID_STATUS.dontBid, Date.now() - 70_000);
  await bidAt('won', BID_STATUS.win, Date.now() - 5_000_000);
});
afterAll(() => fixture.close());

const ORDER = [
  ...['passed', 'early in the hour', 'late in the hour', 'decided in the hour', 'next hour'],
  ...['won', 'sent later', 'sent', 'dropped'],
];
const index = async (query = '') => (await fixture.ask(fixture.maria, 'GET', `/v1/bid/index${query}`)).body;
const idsIn = (body: { cars: { bidId: number }[] }) => body.cars.map(({ bidId }) => bidId);

test('only the bid manager has the queue: without an account and for a client there is no answer', async () => {
  expect((await fixture.ask(null, 'GET', '/v1/bid/index')).status).toBe(401);
  expect((await fixture.ask(fixture.anna, 'GET', '/v1/bid/index')).status).toBe(403);
  expect((await fixture.ask(fixture.anna, 'GET', '/v1/bid/my-bid')).body.queue).toBeUndefined();
});

// @covers MGMT-36
test('passed cut-offs come first, then hours with undecided bids first, then results; pages follow the same order', async () => {
  const expected = ORDER.map((name) => ids[name]);
  expect(idsIn(await index('?pageSize=50'))).toEqual(expected);
  // Beyond the last page of a small list there is nothing, and the parts are still counted.
  const beyond = await index('?page=2&pageSize=20');
  expect(beyond.cars).toEqual([]);
  expect(beyond.queue).toHaveLength(4);
});

// @covers MGMT-36
test('each part has its hour, its first cut-off and its bids by status, whatever tab is open', async () => {
  const { queue, cars } = await index('?bidStatus=2');
  expect(cars).toHaveLength(3);
  expect(queue.map(({ kind }: { kind: string }) => kind)).toEqual(['passed', 'hour', 'hour', 'results']);
  const [passed, hour, , results] = queue;
  expect(passed).toEqual({ kind: 'passed', hour: null, firstCutoff: null, counters: [{ status: 1, count: 1 }] });
  expect(hour.counters).toEqual([
    { status: 1, count: 2 },
    { status: 2, count: 1 },
  ]);
  expect(Date.parse(hour.firstCutoff) - Date.parse(hour.hour)).toBe(5 * 60_000);
  expect(results.counters).toContainEqual({ status: 6, count: 1 });
  expect((await index('?sort=lotNo')).queue).toBeUndefined();
});

test('the contract puts every row into the part that the server put it in', async () => {
  const { cars, queue } = await index('?pageSize=50');
  const nowMs = Date.now();
  const counted = new Map<string, number>();
  for (const row of cars) {
    const { kind, hourMs } = queuePlaceOf(row, nowMs);
    const key = `${kind} ${hourMs}`;
    counted.set(key, (counted.get(key) ?? 0) + 1);
  }
  type Part = { kind: string; hour: string | null; counters: { count: number }[] };
  const parts = (queue as Part[]).map(({ kind, hour, counters }) => [
    `${kind} ${hour && Date.parse(hour)}`,
    counters.reduce((sum, { count }) => sum + count, 0),
  ]);
  expect([...counted]).toEqual(parts);
});

test('a row has the number of live bids on its lot and its place among them; clients do not see it', async () => {
  const lot = lots['next hour'] ?? 0;
  const rival = await fixture.placed(fixture.boris, lot, 305_000);
  const rows = (await index(`?pageSize=50`)).cars as { bidId: number; rivals: unknown }[];
  const rivalsOf = (bidId: number | undefined) => rows.find((row) => row.bidId === bidId)?.rivals;
  expect(rivalsOf(ids['next hour'])).toEqual({ bids: 2, place: 2 });
  expect(rivalsOf(rival)).toEqual({ bids: 2, place: 1 });
  expect(rivalsOf(ids.passed)).toBeNull();
  const mine = (await fixture.ask(fixture.boris, 'GET', '/v1/bid/my-bid')).body.cars;
  expect(mine.every((row: object) => !('rivals' in row) && !('shortYen' in row))).toBe(true);
});

test('a client whose limit no longer covers the open bids is short by the difference', async () => {
  const short = async (limitYen: number) => {
    await fixture.db
      .updateTable('bid_clients')
      .set({ credit_limit_yen: limitYen, balance_yen: 0, exposure_yen: 900_000 })
      .where('user_id', '=', fixture.anna.id)
      .execute();
    return (await index()).cars.find(({ bidId }: { bidId: number }) => bidId === ids.passed).shortYen;
  };
  expect([await short(-1), await short(1_000_000), await short(650_000)]).toEqual([0, 0, 250_000]);
});

/** A mileage on the auction sheet that the list does not have, and a decision about it. */
async function differsOn(lotId: number, picture: string, decision: 'both' | 'sheet' | null): Promise<void> {
  const { db } = fixture;
  const reading = await db
    .insertInto('sheet_readings')
    .values({ picture_hash: picture, lot_id: lotId, state: 'read' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const item = await db
    .insertInto('sheet_items')
    .values({ reading_id: reading.id, field: 'mileage', value: '81000', confidence: 0.9, box: [0, 0, 10, 10] })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('sheet_contradictions')
    .values({
      ...{ lot_id: lotId, field: 'mileage', item_id: item.id, sheet_value: '81000', list_value: '61000' },
      ...{ decision, decided_at: decision && new Date(), decided_by: decision && fixture.maria.id },
    })
    .execute();
}

// @covers FACT-07
test('a row names what the auction sheet says otherwise, until a manager decides for one side; clients do not see it', async () => {
  const signs = [
    ['passed', null],
    ['sent', 'both'],
    ['won', 'sheet'],
  ] as const;
  for (const [name, decision] of signs) await differsOn(lots[name] ?? 0, name, decision);
  const rows = (await index('?pageSize=50')).cars as { bidId: number; sheetDiffers?: unknown }[];
  const signOf = (name: string) => rows.find(({ bidId }) => bidId === ids[name])?.sheetDiffers;
  const differs = [{ field: 'mileage', sheetValue: '81000', listValue: '61000' }];
  expect(signOf('passed')).toEqual(differs);
  expect(signOf('sent')).toEqual(differs);
  expect(signOf('won')).toBeUndefined();
  expect(signOf('next hour')).toBeUndefined();
  const mine = (await fixture.ask(fixture.anna, 'GET', '/v1/bid/my-bid')).body.cars;
  expect(mine.length).toBeGreaterThan(0);
  expect(mine.every((row: object) => !('sheetDiffers' in row))).toBe(true);
});

// @covers MGMT-36
test('a row has the range of its lot, or where it was refused the sales of the trim', async () => {
  const set = (name: string, values: object) =>
    fixture.db
      .updateTable('lots')
      .set(values)
      .where('id', '=', lots[name] ?? 0)
      .execute();
  const range = { price_low_yen: 480_000, price_middle_yen: 555_000, price_high_yen: 640_000 };
  await set('passed', { ...range, average_price_yen: 555_000, average_sales: 12 });
  await set('sent', { ...range, average_price_yen: null, average_sales: 2 });
  const { cars } = await index('?pageSize=50');
  const priceOf = (name: string) => {
    const { price, priceSales } = cars.find(({ bidId }: { bidId: number }) => bidId === ids[name]);
    return { price, priceSales };
  };
  const price = { lowYen: 480_000, middleYen: 555_000, highYen: 640_000 };
  expect(priceOf('passed')).toEqual({ price, priceSales: undefined });
  expect(priceOf('sent')).toEqual({ price: undefined, priceSales: 2 });
});
