import { feedRow } from '@seri/contract/feed/rows.ts';
import { shiftDay } from '@seri/server/platform/i18n/japan-time.ts';
import { expect, test } from 'vitest';
import { demoDay, demoReturns, demoStock } from './catalogue.ts';
import { outcomeOf } from './market.ts';
import { serialsOf } from './vehicles/serial-numbers.ts';
import { isRelisted, openStock } from './write-feed.ts';

const THURSDAY = '2026-11-26';

test('about one in three unsold vehicles is offered again a week later, cheaper and under a new number', () => {
  const earlier = demoDay(shiftDay(THURSDAY, -7));
  const unsold = earlier.filter(({ market, times }) => outcomeOf(market, times, null).at(-1)?.status === 4539);
  const again = demoReturns(THURSDAY);
  expect(again.length / unsold.length).toBeGreaterThan(0.2);
  expect(again.length / unsold.length).toBeLessThan(0.4);
  const taken = new Set(demoDay(THURSDAY).map((lot) => `${lot.row().house} ${lot.row().lotNo}`));
  for (const lot of again) {
    const [first, row] = [lot.returnOf?.row(), lot.row()];
    expect(row).toMatchObject({
      chassis: first?.chassis,
      house: first?.house,
      mileage: first?.mileage,
      images: first?.images,
    });
    expect(row.startPrice).toBeLessThanOrEqual(first?.startPrice ?? 0);
    expect(row.sourceId).not.toBe(first?.sourceId);
    expect(taken.has(`${row.house} ${row.lotNo}`)).toBe(false);
    expect(feedRow.safeParse(row).success).toBe(true);
  }
});

test('a relisted vehicle is not listed before its first lot was unsold', () => {
  const [lot] = demoReturns(THURSDAY);
  if (!lot?.returnOf) throw new Error('nothing comes again');
  const { auctionAtMs, negotiationDelayMs } = lot.returnOf.times;
  expect(isRelisted(lot, new Date(auctionAtMs + negotiationDelayMs - 1))).toBe(false);
  expect(isRelisted(lot, new Date(auctionAtMs + negotiationDelayMs))).toBe(true);
});

test('yards offer about 300 fixed-price cars, for some weeks ahead', () => {
  const now = new Date(`${THURSDAY}T08:00:00+09:00`);
  const listed = Array.from({ length: 43 }, (_, i) => shiftDay(THURSDAY, i - 35));
  const open = listed.flatMap((day) => openStock(day, now));
  expect(open.length).toBeGreaterThan(280);
  expect(open.length).toBeLessThan(330);
  expect(new Set(open.map(({ sourceId }) => sourceId)).size).toBe(open.length);
  expect(new Set(open.map(({ house, lotNo, auctionDate }) => `${house} ${lotNo} ${auctionDate}`)).size).toBe(
    open.length,
  );
  for (const row of open) {
    expect(row).toMatchObject({ lotSource: 'stock', vehicle: 'car' });
    expect(feedRow.safeParse(row).success).toBe(true);
    expect(Date.parse(row.auctionDate)).toBeGreaterThan(now.getTime());
    expect((row.startPrice ?? 1) % 10_000).toBe(0);
  }
});

test('a fixed-price car is sold for its price, and never for less', () => {
  const [car] = demoStock(THURSDAY);
  if (!car) throw new Error('the yards are empty');
  const priceYen = car.row().startPrice ?? 0;
  const asked = (limitYen: number) => outcomeOf(car.market, car.times, { orderKey: '1:1', limitYen }).at(-1);
  expect(asked(priceYen)).toMatchObject({ status: 4533, soldPriceYen: priceYen, buyer: { orderKey: '1:1' } });
  expect(asked(priceYen - 1)).toMatchObject({ status: 4539, buyer: null });
});

test('a serial number implies a production month at most two before the first registration', () => {
  for (const { row } of demoDay(THURSDAY).slice(0, 500)) {
    const { chassis, year, month } = row();
    const serial = Number(chassis.split('-')[1]);
    const first = serialsOf({ year: year ?? 0, month: Math.max(1, (month ?? 1) - 2) }).from;
    expect(serial, chassis).toBeGreaterThanOrEqual(first);
    expect(serial, chassis).toBeLessThanOrEqual(serialsOf({ year: year ?? 0, month: month ?? 12 }).to);
  }
});
