import { createHash } from 'node:crypto';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { type FeedRow, feedRow, type LotRow } from '@seri/contract/feed/rows.ts';
import { shiftDay, weekday } from '@seri/server/platform/i18n/japan-time.ts';
import { expect, test } from 'vitest';
import { parsePictureKey } from '../drawings/picture-key.ts';
import { PANEL_NAMES } from '../drawings/sheets/diagram.ts';
import { countDemoDay, demoDay, demoHouses } from './catalogue.ts';
import { saleLot } from './continuous-sale.ts';
import { countDemoRows, writeDemoFeed } from './write-feed.ts';

const isAuctionLot = (row: FeedRow): row is LotRow => row.kind === 'lot' && row.lotSource === 'auction';
const MONDAY = '2026-11-23';
const monday = demoDay(MONDAY);
const week = Array.from({ length: 7 }, (_, i) => shiftDay(MONDAY, i));

test('generates identical lots on every machine', () => {
  const first = monday.slice(0, 200).map((lot) => [lot.market, lot.row()]);
  const again = demoDay(MONDAY)
    .slice(0, 200)
    .map((lot) => [lot.market, lot.row()]);
  expect(first).toEqual(again);
  const fingerprint = createHash('sha256').update(JSON.stringify(first)).digest('hex').slice(0, 16);
  expect(fingerprint).toBe('2b0dd6609b8d3b9e');
});

test('about 21,000 lots run in a week at more than 60 auction houses, each on its own weekdays', () => {
  const counts = week.map((day) => countDemoDay(day));
  expect(counts.reduce((sum, count) => sum + count, 0)).toBeGreaterThan(20_500);
  expect(counts.at(-1)).toBe(0);
  expect(demoHouses.length).toBeGreaterThan(60);
  for (const day of [MONDAY, '2026-11-26']) {
    const running = demoHouses.filter(({ weekdays }) => weekdays.includes(weekday(day))).map(({ name }) => name);
    expect(new Set(demoDay(day).map((lot) => lot.row().house))).toEqual(new Set(running));
  }
});

test('a lot has a price in steps, its own day and number, and a row that the feed accepts', () => {
  const rows = monday.map((lot) => lot.row());
  expect(new Set(rows.map(({ house, lotNo }) => `${house} ${lotNo}`)).size).toBe(monday.length);
  for (const [place, { market }] of monday.entries()) {
    const row = rows[place] as LotRow;
    expect(feedRow.safeParse(row).success, row.sourceId).toBe(true);
    expect(row.auctionDate).toMatch(/^2026-11-23T(09|1[0-6]):\d{2}:\d{2}\+09:00$/);
    for (const yen of [row.startPrice, market.reserveYen, market.rivalYen]) expect((yen ?? 1) % 5_000).toBe(0);
    expect(row.chassis).toMatch(/^[A-Z0-9]+-\d{7}$/);
    expect(row.maker + row.model + row.grade).toMatch(/^[\x20-\x7e]+$/);
    expect(row.year).toBeLessThanOrEqual(2026);
  }
});

test('the start price is between 40 and 70 percent of the market value', () => {
  const shares = monday
    .filter(({ market }) => market.marketYen > 200_000)
    .map(({ market }) => market.startYen / market.marketYen);
  expect(Math.min(...shares)).toBeGreaterThan(0.38);
  expect(Math.max(...shares)).toBeLessThan(0.72);
});

test('every picture and every damage of a lot can be drawn', () => {
  for (const row of monday.map((lot) => lot.row())) {
    for (const image of row.images) expect(parsePictureKey(image.replace('/p/demo/', '')), image).not.toBeNull();
    for (const { panel } of row.sheet?.damages ?? []) expect(PANEL_NAMES).toContain(panel);
    expect(
      row.images.some((image) => image.endsWith(`-odometer-${row.mileage}`)),
      row.sourceId,
    ).toBe(true);
  }
});

test('about one in seven past lots is unsold, and sold prices are around the market value', async () => {
  const out = new PassThrough({ highWaterMark: 1 << 28 });
  const days = { from: MONDAY, to: '2026-11-25', now: new Date('2026-12-01T00:00:00+09:00') };
  const lines = text(out);
  await writeDemoFeed({ ...days, out });
  const rows = (await lines)
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as FeedRow);
  expect(rows.length / countDemoRows(days)).toBeGreaterThan(0.97);
  expect(rows.length / countDemoRows(days)).toBeLessThan(1.03);
  // First listings of relisted vehicles are before the span, and all of them are unsold.
  const lots = rows.filter(isAuctionLot).filter(({ auctionDate }) => auctionDate >= MONDAY);
  const called = lots.filter(({ status }) => status === 4533 || status === 4534 || status === 4539);
  const unsold = called.filter(({ status }) => status === 4539);
  expect(unsold.length / called.length).toBeGreaterThan(0.12);
  expect(unsold.length / called.length).toBeLessThan(0.165);
  expect(lots.filter(({ status }) => status === 4536 || status === 4537).length).toBeGreaterThan(20);
  for (const { status, soldPrice, startPrice } of called) {
    if (status === 4539) expect(soldPrice).toBeNull();
    else expect(soldPrice).toBeGreaterThanOrEqual(startPrice ?? 0);
  }
});

test('an upcoming lot has no result', async () => {
  const out = new PassThrough({ highWaterMark: 1 << 28 });
  const lines = text(out);
  const noon = new Date(`${MONDAY}T12:00:00+09:00`);
  await writeDemoFeed({ from: MONDAY, to: MONDAY, now: noon, out });
  const rows = (await lines)
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as FeedRow);
  const upcomingRows = rows.filter(isAuctionLot).filter(({ auctionDate }) => new Date(auctionDate) > noon);
  expect(upcomingRows.length).toBeGreaterThan(100);
  expect(upcomingRows.filter(({ status }) => status === 4533)).toEqual([]);
});

test('the continuous sale offers an affordable car every 40 seconds', () => {
  const [one, next] = [saleLot(44_900_000, 40_000), saleLot(44_900_001, 40_000)];
  expect(next.times.auctionAtMs - one.times.auctionAtMs).toBe(40_000);
  expect(next.row().lotNo - one.row().lotNo).toBe(1);
  for (let slot = 44_900_000; slot < 44_900_300; slot++) {
    const { market, row } = saleLot(slot, 40_000);
    expect(market.marketYen).toBeLessThanOrEqual(900_000);
    expect(market.fate).toBe('auctioned');
    expect(feedRow.safeParse(row()).success).toBe(true);
  }
});
