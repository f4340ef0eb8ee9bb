import type { ReplyOf } from '@seri/contract/http.ts';
import { PAGE_TYPES, type PageType } from '@seri/contract/lots/page-types.ts';
import type { SimilarSale } from '@seri/contract/lots/records.ts';
import type { PAGES } from '@seri/contract/lots/routes.ts';
import { chanceOf } from '@seri/contract/prices/price-chance.ts';
import { describe, expect, test } from 'vitest';
import { fitNow } from '../../feed/projections/run-refit.ts';
import { aLot, demoHouse, imported, type Row } from '../../testing/fixtures/feed.ts';
import { createLot } from '../../testing/fixtures/lots.ts';
import { ownLotPortal } from '../../testing/fixtures/own-lot-portal.ts';
import { createPerson, type Person } from '../../testing/http/people.ts';

const { portal, client: anna } = ownLotPortal();
const DAY = 24 * 60;
let nextModel = 1;

type LotOptions = Parameters<typeof createLot>[1];
const lot = (more: LotOptions = {}) => createLot(portal.database.db, more);
const newModel = () => `MODEL ${nextModel++}`;
async function sales(model: string, prices: readonly number[], more: LotOptions = {}): Promise<number[]> {
  const ids: number[] = [];
  for (const [index, sold_price_yen] of prices.entries())
    ids.push(await lot({ model, status: 4533, sold_price_yen, auctionInMinutes: -(index + 1) * DAY, ...more }));
  return ids;
}
const ask = (person: Person | null, id: number, pageType: PageType = 'car-auction') =>
  portal.ask(person, 'GET', `/v1/${pageType}/similar-sales?id=${id}`);
const similar = async (id: number, pageType: PageType = 'car-auction') => {
  await fitNow(portal.database);
  const { status, body } = await ask(anna, id, pageType);
  expect(status).toBe(200);
  return body as ReplyOf<(typeof PAGES)['car-auction']['similarSales']>;
};
const PRICES = [500_000, 610_000, 700_000, 720_000, 805_001];
const isNear = (yen: number | null, expected: number, share = 0.12) =>
  expect(Math.abs((yen ?? 0) / expected - 1), `${yen} beside ${expected}`).toBeLessThan(share);

describe('access to the sales behind an average', () => {
  test('not for visitors', async () => {
    expect((await ask(null, await lot())).status).toBe(401);
  });

  test('for all readers who may open the lot', async () => {
    const without = await createPerson(portal.database.db, { permissions: { carAuctionsView: false } });
    expect((await ask(without, await lot())).status).toBe(403);
    expect((await ask(anna, await lot({ is_private: true }))).status).toBe(404);
    expect((await ask(anna, 999_999)).status).toBe(404);
    expect((await portal.ask(anna, 'GET', '/v1/stock/similar-sales')).status).toBe(400);
  });

  test.each(PAGE_TYPES)('on the page %s for its lots', async (pageType) => {
    const source = pageType === 'stock' ? 'stock' : 'auction';
    const vehicle = pageType.startsWith('bike') ? 'bike' : 'car';
    const model = newModel();
    await sales(model, PRICES, { vehicle });
    const found = await similar(await lot({ model, vehicle, lot_source: source }), pageType);
    expect(found.sales).toBe(5);
    isNear(found.averagePrice, 667_000, 0.2);
  });
});

describe('the price of a lot', () => {
  // @covers STAT-03
  test('is null without sales of the model, and so is everything that rests on them', async () => {
    expect(await similar(await lot({ model: newModel() }))).toMatchObject({
      averagePrice: null,
      sales: 0,
      basis: null,
      items: [],
      adjusted: null,
      price: null,
    });
  });

  // @covers PRICE-02
  test('has drivers that add up to the middle', async () => {
    const model = newModel();
    for (const [i, mileage_km] of [20_000, 40_000, 60_000, 80_000, 100_000, 120_000].entries())
      await sales(model, [900_000 - i * 60_000, 905_000 - i * 60_000, 895_000 - i * 60_000], { mileage_km });
    const { price, averagePrice } = await similar(await lot({ model, mileage_km: 118_000 }));
    expect(averagePrice).toBe(price?.range?.middleYen);
    expect(price?.drivers.reduce((sum, { yen }) => sum + yen, 0)).toBe(averagePrice);
    expect(price?.drivers[0]?.kind).toBe('typical');
    expect(price?.drivers.find(({ kind }) => kind === 'mileage')?.yen).toBeLessThan(0);
  });

  // @covers PRICE-03
  test('carries numbers from which the chance of any bid follows, as the database keeps it with a bid', async () => {
    const model = newModel();
    await sales(
      model,
      Array.from({ length: 12 }, (_, i) => 500_000 + i * 10_000),
    );
    const id = await lot({ model, average_price_yen: 555_000 });
    const range = { price_low_yen: 480_000, price_middle_yen: 555_000, price_high_yen: 640_000, average_sales: 12 };
    await portal.database.db.updateTable('lots').set(range).where('id', '=', id).execute();
    const { price } = await similar(id);
    const { chance } = price ?? {};
    if (!chance) throw new Error('no chance');
    await portal.database.db
      .updateTable('lots')
      .set({ ...range, average_price_yen: 555_000 })
      .where('id', '=', id)
      .execute();
    const numbers = (await similar(id)).price?.chance ?? chance;
    let before = 0;
    for (const bidYen of [300_000, 450_000, 555_000, 640_000, 900_000]) {
      const { rows } = await portal.database.pool.query('select win_chance_of($1, $2) as percent', [id, bidYen]);
      expect(Math.abs(Number(rows[0]?.percent) - chanceOf(bidYen, numbers) * 100)).toBeLessThanOrEqual(1);
      expect(Number(rows[0]?.percent)).toBeGreaterThanOrEqual(before);
      before = Number(rows[0]?.percent);
    }
    expect(before).toBeLessThanOrEqual(99);
  });

  // @covers STAT-06
  test('is refused with too few sales of the trim, with the span of the other trims and the list', async () => {
    const model = newModel();
    for (const grade of ['A', 'B', 'C'])
      await sales(model, [300_000, 2_900_000, 700_000, 1_500_000, 420_000], { grade });
    const found = await similar(await lot({ model, grade: 'Zeta' }));
    expect(found).toMatchObject({ averagePrice: null, sales: 0, price: { range: null, chance: null, drivers: [] } });
    expect(found.price?.otherTrims?.lowYen).toBeGreaterThan(0);
    expect(found.items).toHaveLength(15);
  });

  test('without a year has a wider range than with one', async () => {
    const model = newModel();
    for (const year of [2014, 2016, 2018, 2020])
      await sales(model, [500_000 + (year - 2014) * 60_000, 510_000 + (year - 2014) * 60_000], { year });
    const width = async (year: number | null) => {
      const { price } = await similar(await lot({ model, year }));
      expect(price?.hasYear).toBe(year !== null);
      return (price?.range?.highYen ?? Number.POSITIVE_INFINITY) / (price?.range?.lowYen ?? 1);
    };
    expect(await width(null)).toBeGreaterThan(await width(2016));
  });
});

describe('the similar sales', () => {
  // @covers STAT-07
  test('come most similar first, with how alike they are', async () => {
    const model = newModel();
    const far = await sales(model, [600_000], { mileage_km: 150_000, condition: '3', year: 2016 });
    const near = await sales(model, [610_000], {});
    const middle = await sales(model, [620_000], { grade: 'G' });
    const found = await similar(await lot({ model, grade: 'S' }));
    expect(found.items.map(({ id }) => Number(id))).toEqual([...near, ...middle, ...far]);
    const alike = found.items.map(({ alikePercent }) => alikePercent ?? 0);
    expect(alike).toEqual(alike.toSorted((a, b) => b - a));
    expect(found.items[0]).toMatchObject({
      auctionName: 'USS Tokyo',
      model,
      grade: 'S',
      year: 2018,
      mileage: 61_000,
      condition: '4.5',
      color: 'PEARL',
      soldPrice: 610_000,
      image: '/p/sedan-white-1-front34',
    });
  });

  test('are at most fifty', async () => {
    const model = newModel();
    await sales(
      model,
      Array.from({ length: 55 }, (_, index) => 100_000 + index * 1_000),
    );
    const found = await similar(await lot({ model }));
    expect(found.sales).toBe(55);
    isNear(found.averagePrice, 127_000);
    expect(found.items).toHaveLength(50);
  });

  test('exclude private lots, its own sale, fixed prices and motorcycles', async () => {
    const model = newModel();
    const [own = 0] = await sales(model, [...PRICES, 2_000_000], {});
    await sales(model, [1, 1], { is_private: true });
    await sales(model, [1, 1], { lot_source: 'stock' });
    await sales(model, [1, 1], { vehicle: 'bike' });
    const found = await similar(own, 'stats');
    expect(found.items).toHaveLength(5);
    expect(found.items.map(({ id }) => Number(id))).not.toContain(own);
  });

  // @covers STAT-03
  test('the middle equals the number on listing and lot page of a running lot', async () => {
    const sold = (n: number, soldPrice: number): Row =>
      aLot({ sourceId: `kept-${n}`, lotNo: 500 + n, model: 'KEPT', status: 4533, soldPrice });
    await imported(portal.database, [
      demoHouse(),
      aLot({ model: 'KEPT' }),
      ...PRICES.map((price, n) => sold(n, price)),
    ]);
    const { id } = await portal.database.db
      .selectFrom('lots')
      .select('id')
      .where('source_id', '=', 'lot-1')
      .executeTakeFirstOrThrow();
    const found = await similar(id);
    const { body } = await portal.ask(anna, 'GET', `/v1/car-auction/view-lot?id=${id}`);
    expect(found.averagePrice).toBeGreaterThan(0);
    expect(body.bidInfo.averagePrice).toBe(found.averagePrice);
    expect(body.bidInfo.price).toEqual({
      lowYen: found.price?.range?.lowYen,
      highYen: found.price?.range?.highYen,
      sales: 5,
    });
  });
});

describe('the price of each sale adjusted to the lot', () => {
  const adjustments = (items: SimilarSale[]) =>
    items.map((sale) => [sale.mileageAdjustmentYen, sale.monthsAdjustmentYen, sale.adjustedPriceYen]);
  const adjusted = (items: SimilarSale[]) => items.filter(({ adjustedPriceYen }) => adjustedPriceYen !== null);
  const everySale = { auction_day: '2026-10-10' };

  // @covers STAT-07
  test('by its mileage, from sales similar in all but mileage', async () => {
    const model = newModel();
    await sales(model, Array(5).fill(500_000), { ...everySale, mileage_km: 65_000 });
    await sales(model, Array(5).fill(600_000), { ...everySale, mileage_km: 40_000 });
    // Another trim and another condition: their prices must not affect the mileage adjustment.
    await sales(model, Array(9).fill(100_000), { ...everySale, mileage_km: 40_000, grade: 'G' });
    await sales(model, Array(9).fill(100_000), { ...everySale, mileage_km: 40_000, condition: '3' });
    const found = await similar(await lot({ model, mileage_km: 60_000 }));
    expect(adjustments(adjusted(found.items))).toEqual(Array(5).fill([20_000, 0, 520_000]));
    expect(found.adjusted).toEqual({ sales: 5, lowYen: 520_000, medianYen: 520_000, highYen: 520_000 });
  });

  // @covers STAT-07
  test('to the latest month with five sales of the model', async () => {
    const model = newModel();
    await sales(model, Array(5).fill(500_000), { auction_day: '2026-08-31' });
    await sales(model, Array(4).fill(900_000), { auction_day: '2026-09-01' });
    await sales(model, Array(5).fill(600_000), { auction_day: '2026-10-01', grade: 'G' });
    const found = await similar(await lot({ model }));
    expect(adjustments(adjusted(found.items))).toEqual(Array(5).fill([null, 100_000, 600_000]));
    expect(found.adjusted).toMatchObject({ sales: 5, medianYen: 600_000 });
  });

  // @covers STAT-07
  test('without adjustment for too few sales', async () => {
    const model = newModel();
    for (const [index, price] of PRICES.entries())
      await sales(model, [price], { auction_day: `2026-0${index + 1}-15` });
    const found = await similar(await lot({ model }));
    expect(adjustments(found.items)).toEqual(Array(5).fill([null, null, null]));
    expect(found.adjusted).toBeNull();
  });

  test("excludes the lot's own sale", async () => {
    const model = newModel();
    await sales(model, Array(5).fill(600_000), { ...everySale, mileage_km: 40_000 });
    await sales(model, Array(4).fill(500_000), { ...everySale, mileage_km: 65_000 });
    const [own = 0] = await sales(model, [500_000], { ...everySale, mileage_km: 65_000 });
    const [other = 0] = await sales(model, [500_000], { auction_day: '2026-09-01', mileage_km: 65_000 });
    const ofOther = await similar(other, 'stats');
    expect(ofOther.items[0]).toMatchObject({ mileageAdjustmentYen: expect.any(Number), monthsAdjustmentYen: 0 });
    await portal.database.pool.query('delete from lots where id = $1', [other]);
    const ofOwn = await similar(own, 'stats');
    expect(ofOwn.items[0]).toMatchObject({ mileageAdjustmentYen: null, monthsAdjustmentYen: 0 });
  });
});
