import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AgentOrder } from '@seri/contract/agent/orders.ts';
import type { FeedRow, LotRow, ResultRow } from '@seri/contract/feed/rows.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { demoDay, demoReturns, demoStock } from '../market/catalogue.ts';
import { negotiatedLotId, readNegotiatedLot } from '../market/negotiated-lots.ts';
import { openInbox } from './inbox.ts';
import { openLotCatalogue } from './known-lots.ts';
import { type OrderBook, openOrderBook } from './order-book.ts';
import { openRig } from './rig.ts';
import { openHouse } from './run-house.ts';

const SALE = { intervalMs: 40_000, aheadMinutes: 45 };
const MONDAY_EVENING = Date.parse('2026-11-23T20:00:00+09:00');
const HOUR = 3_600_000;
/** Writes and reads tens of thousands of rows. */
const LONG = 90_000;

let folder: string;
let book: OrderBook;
let read: Set<string>;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'seri-house-'));
  book = await openOrderBook(join(folder, 'orders.ndjson'));
  read = new Set();
});
afterEach(async () => {
  await book.close();
  rmSync(folder, { recursive: true, force: true });
});

const open = (nowMs: number) =>
  openHouse({
    stateFile: join(folder, 'progress.json'),
    inbox: openInbox(join(folder, 'inbox')),
    lots: openLotCatalogue(openRig(undefined), SALE.intervalMs),
    book,
    sale: SALE,
    nowMs,
  });

/** Files since the last call, each as its rows. */
function newFiles(): FeedRow[][] {
  const names = readdirSync(join(folder, 'inbox'))
    .filter((name) => !read.has(name))
    .sort();
  for (const name of names) read.add(name);
  return names.map((name) =>
    readFileSync(join(folder, 'inbox', name), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as FeedRow),
  );
}
const results = (rows: FeedRow[]) => rows.filter((row): row is ResultRow => row.kind === 'result');
const lots = (rows: FeedRow[]) => rows.filter((row): row is LotRow => row.kind === 'lot');

const orderFor = (row: LotRow, maxYen: number): AgentOrder => ({
  orderKey: '41:1',
  kind: 'order',
  lotId: '41',
  version: 1,
  source: row.source,
  sourceId: row.sourceId,
  house: row.house,
  lotNo: row.lotNo,
  auctionAt: row.auctionDate,
  maxYen,
  overbidYen: 10_000,
  afterSale: false,
});

test('lists the cars of the continuous sale at least twenty minutes ahead and publishes each result once', {
  timeout: LONG,
}, async () => {
  const house = open(MONDAY_EVENING);
  await house.runSale(MONDAY_EVENING);
  const first = lots(newFiles().flat());
  expect(first.length).toBeGreaterThan(60);
  const published: ResultRow[] = [];
  const listed = [...first];
  for (let at = MONDAY_EVENING + 1_000; at <= MONDAY_EVENING + 10 * 60_000; at += 1_000) {
    await house.runSale(at);
    const rows = newFiles().flat();
    for (const row of lots(rows)) expect(Date.parse(row.auctionDate) - at).toBeGreaterThan(20 * 60_000);
    listed.push(...lots(rows));
    published.push(...results(rows));
  }
  expect(new Set(listed.map(({ sourceId }) => sourceId)).size).toBe(listed.length);
  const steps = published.map(({ sourceId, updatedAt }) => `${sourceId} ${updatedAt}`);
  expect(new Set(steps).size).toBe(steps.length);
  const called = first.filter(({ auctionDate }) => Date.parse(auctionDate) <= MONDAY_EVENING + 9 * 60_000);
  for (const { sourceId } of called) expect(published.map((row) => row.sourceId)).toContain(sourceId);
});

test('after a pause of four days it publishes all results, in files of at most 5,000 rows, and lists seven days ahead', {
  timeout: LONG,
}, async () => {
  const before = open(MONDAY_EVENING);
  await before.runSale(MONDAY_EVENING);
  await before.runHouses(MONDAY_EVENING);
  newFiles();
  const back = MONDAY_EVENING + 4 * 24 * HOUR;
  const house = open(back);
  await house.runSale(back);
  await house.runHouses(back);
  const files = newFiles();
  for (const rows of files) expect(rows.length).toBeLessThanOrEqual(5_000);
  const published = new Set(results(files.flat()).map(({ sourceId }) => sourceId));
  for (const day of ['2026-11-24', '2026-11-25', '2026-11-26', '2026-11-27'])
    expect(demoDay(day).filter(({ sourceId }) => !published.has(sourceId))).toEqual([]);
  const listedDays = new Set(lots(files.flat()).map(({ auctionDate }) => auctionDate.slice(0, 10)));
  expect([...listedDays]).toEqual(expect.arrayContaining(['2026-12-01', '2026-12-02', '2026-12-03', '2026-12-04']));
  await house.runHouses(back + 1_000);
  expect(newFiles()).toEqual([]);
});

test('after a pause longer than the listed week the missed days appear as past sales', { timeout: LONG }, async () => {
  await open(MONDAY_EVENING).runHouses(MONDAY_EVENING);
  newFiles();
  const back = MONDAY_EVENING + 9 * 24 * HOUR;
  await open(back).runHouses(back);
  const rows = newFiles().flat();
  const missed = lots(rows).filter(({ auctionDate }) => auctionDate.startsWith('2026-12-01'));
  expect(missed.length).toBeGreaterThan(3_000);
  expect(missed.filter(({ status }) => status === undefined)).toEqual([]);
  expect(results(rows).filter(({ sourceId }) => sourceId.startsWith('2026-12-01'))).toEqual([]);
});

test('an order placed before a pause is decided after it, by its own amount', { timeout: LONG }, async () => {
  const tuesday = demoDay('2026-11-24').filter(({ market }) => market.fate === 'auctioned');
  const [won, lost] = [tuesday[10], tuesday[11]];
  if (!won || !lost) throw new Error('no lots on Tuesday');
  const enough = Math.max(won.market.reserveYen, won.market.rivalYen);
  await book.receive(orderFor(won.row(), enough), won.times, MONDAY_EVENING);
  await book.receive({ ...orderFor(lost.row(), 5_000), orderKey: '42:1', lotId: '42' }, lost.times, MONDAY_EVENING);
  await open(MONDAY_EVENING).runHouses(MONDAY_EVENING);
  const back = MONDAY_EVENING + 2 * 24 * HOUR;
  await open(back).runHouses(back);
  const published = results(newFiles().flat());
  const mine = published.find(({ sourceId }) => sourceId === won.sourceId);
  expect(mine).toMatchObject({ status: 4533, buyer: { orderKey: '41:1' } });
  expect(mine?.soldPrice).toBeLessThanOrEqual(enough + 10_000);
  expect(published.filter(({ buyer }) => buyer).length).toBe(1);
  expect(published.some(({ sourceId }) => sourceId === lost.sourceId)).toBe(true);
});

test('a withdrawn order buys nothing', async () => {
  const lot = demoDay('2026-11-24').find(({ market }) => market.fate === 'auctioned');
  if (!lot) throw new Error('no lot on Tuesday');
  const order = orderFor(lot.row(), 90_000_000);
  await book.receive(order, lot.times, MONDAY_EVENING);
  await book.receive({ ...order, kind: 'withdraw', version: 2, orderKey: '41:2' }, lot.times, MONDAY_EVENING);
  expect(book.inForce('demo', lot.sourceId)).toBeNull();
  const late = await book.receive({ ...order, version: 3, orderKey: '41:3' }, lot.times, lot.times.auctionAtMs);
  expect(late).toMatchObject({ accepted: false, reason: 'late' });
});

test("after the sale a consent can still buy, at the seller's price, until the negotiation ends", {
  timeout: LONG,
}, async () => {
  const missed = demoDay('2026-11-24').find(
    ({ market }) => market.fate === 'auctioned' && !market.wouldAgree && market.rivalYen < market.reserveYen * 0.9,
  );
  if (!missed) throw new Error('nothing is left unsold on Tuesday');
  const { times, market, sourceId } = missed;
  const order = orderFor(missed.row(), market.rivalYen);
  await book.receive(order, times, MONDAY_EVENING);
  const house = open(MONDAY_EVENING);
  await house.runHouses(MONDAY_EVENING);
  const afterSaleMs = times.auctionAtMs + times.resultDelayMs + 1;
  await house.runHouses(afterSaleMs);
  const resultsOf = () => results(newFiles().flat()).filter((row) => row.sourceId === sourceId);
  expect(resultsOf()).toMatchObject([{ status: 4535 }]);
  const consent = { ...order, version: 2, orderKey: '41:2', maxYen: market.reserveYen, overbidYen: 0, afterSale: true };
  expect(await book.receive(consent, times, afterSaleMs)).toMatchObject({ accepted: true });
  const end = times.auctionAtMs + times.negotiationDelayMs;
  const late = await book.receive({ ...consent, version: 3, orderKey: '41:3' }, times, end);
  expect(late).toMatchObject({ accepted: false, reason: 'late' });
  await house.runHouses(end);
  expect(resultsOf()).toMatchObject([{ status: 4534, soldPrice: market.reserveYen, buyer: { orderKey: '41:2' } }]);
});

test('a seller in negotiation sells at the asked price days later, and only to the consent', {
  timeout: LONG,
}, async () => {
  const calledAtMs = MONDAY_EVENING - 30 * HOUR;
  const sourceId = negotiatedLotId({ calledAtMs, askedYen: 320_000, lotId: 7 });
  const lot = demoDay('2026-11-24')[0];
  const known = readNegotiatedLot(sourceId);
  if (!lot || !known) throw new Error('no lot to talk about');
  const house = open(MONDAY_EVENING);
  await house.runHouses(MONDAY_EVENING);
  newFiles();
  const consent = { ...orderFor(lot.row(), 320_000), sourceId, overbidYen: 0, afterSale: true };
  expect(await book.receive(consent, known.times, MONDAY_EVENING + HOUR)).toMatchObject({ accepted: true });
  await house.runHouses(MONDAY_EVENING + 2 * HOUR);
  const published = results(newFiles().flat()).filter((row) => row.sourceId === sourceId);
  expect(published).toMatchObject([{ status: 4533, soldPrice: 320_000, buyer: { orderKey: '41:1' } }]);
  for (const other of ['talk.x.1.2', '2026-11-24.uss-tokyo.1', 'hall.4'])
    expect(readNegotiatedLot(other), other).toBeNull();
});

test('drops a line of the order book cut short by a crash and reads the rest', async () => {
  const lot = demoDay('2026-11-24')[3];
  if (!lot) throw new Error('no lot on Tuesday');
  await book.receive(orderFor(lot.row(), 500_000), lot.times, MONDAY_EVENING);
  await book.close();
  appendFileSync(join(folder, 'orders.ndjson'), '{"order":{"orderKey":"9');
  book = await openOrderBook(join(folder, 'orders.ndjson'));
  expect(book.effects()).toHaveLength(1);
  await book.receive({ ...orderFor(lot.row(), 600_000), version: 2, orderKey: '41:2' }, lot.times, MONDAY_EVENING);
  await book.close();
  book = await openOrderBook(join(folder, 'orders.ndjson'));
  expect(book.inForce('demo', lot.sourceId)).toMatchObject({ maxYen: 600_000, version: 2 });
});

test('a yard sells a fixed-price car on request, at once, and only for its price', {
  timeout: LONG,
}, async () => {
  const [bought, missed] = demoStock('2026-11-24');
  if (!bought || !missed) throw new Error('the yards are empty');
  const priceYen = bought.market.startYen;
  const house = open(MONDAY_EVENING);
  await house.runHouses(MONDAY_EVENING);
  newFiles();
  const asked = MONDAY_EVENING + HOUR;
  await book.receive(orderFor(bought.row(), priceYen), bought.times, asked);
  const low = { ...orderFor(missed.row(), missed.market.startYen - 50_000), orderKey: '42:1', lotId: '42' };
  await book.receive(low, missed.times, asked);
  await house.runHouses(asked + 60_000);
  const published = results(newFiles().flat());
  expect(published.filter(({ sourceId }) => sourceId === bought.sourceId)).toMatchObject([
    { status: 4533, soldPrice: priceYen, buyer: { orderKey: '41:1' } },
  ]);
  expect(published.find(({ sourceId, status }) => sourceId === missed.sourceId && status === 4533)).toBeUndefined();
});

test('a vehicle that we bought is not offered again', { timeout: LONG }, async () => {
  const again = demoReturns('2026-12-01').find(({ returnOf }) => returnOf?.market.fate === 'auctioned');
  if (!again?.returnOf) throw new Error('nothing comes again');
  const { row, times, sourceId } = again.returnOf;
  await open(MONDAY_EVENING).runHouses(MONDAY_EVENING);
  await book.receive(orderFor(row(), 90_000_000), times, MONDAY_EVENING);
  newFiles();
  const back = MONDAY_EVENING + 2 * 24 * HOUR;
  await open(back).runHouses(back);
  const rows = newFiles().flat();
  expect(results(rows).find((published) => published.sourceId === sourceId)).toMatchObject({ status: 4533 });
  expect(lots(rows).filter((lot) => lot.sourceId === again.sourceId)).toEqual([]);
  const listed = new Set(lots(rows).map((lot) => lot.sourceId));
  expect(demoReturns('2026-12-01').filter((other) => listed.has(other.sourceId)).length).toBeGreaterThan(20);
});
