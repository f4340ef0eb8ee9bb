import { PAGE_TYPES, type PageType } from '@seri/contract/lots/page-types.ts';
import type { SimilarSale } from '@seri/contract/lots/records.ts';
import { describe, expect, test } from 'vitest';
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
  const { status, body } = await ask(anna, id, pageType);
  expect(status).toBe(200);
  return body as {
    averagePrice: number | null;
    sales: number;
    basis: unknown;
    items: SimilarSale[];
    adjusted: unknown;
  };
};
const PRICES = [500_000, 610_000, 700_000, 720_000, 805_001];
const averageOf = (items: SimilarSale[]) =>
  Math.round(items.reduce((sum, { soldPrice }) => sum + soldPrice, 0) / items.length);

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
    expect(await similar(await lot({ model, vehicle, lot_source: source }), pageType)).toMatchObject({
      averagePrice: 667_000,
      sales: 5,
    });
  });
});

describe('the sales behind an average', () => {
  // @covers STAT-03
  test('none with fewer than five sales', async () => {
    const model = newModel();
    await sales(model, PRICES.slice(0, 4));
    expect(await similar(await lot({ model }))).toEqual({
      averagePrice: null,
      sales: 0,
      basis: null,
      items: [],
      adjusted: null,
    });
  });

  // @covers STAT-07
  test('the counted sales, the newest first, and their common properties', async () => {
    const model = newModel();
    const ids = await sales(model, PRICES);
    const found = await similar(await lot({ model, grade: 'S' }));
    expect(found).toMatchObject({
      averagePrice: 667_000,
      sales: 5,
      basis: {
        model,
        trim: 'S',
        yearFrom: 2017,
        yearTo: 2019,
        conditions: ['4.5', '4'],
        mileageFrom: 50_000,
        mileageTo: 80_000,
      },
    });
    expect(found.items.map(({ id }) => Number(id))).toEqual(ids);
    expect(found.items[0]).toMatchObject({
      auctionName: 'USS Tokyo',
      model,
      grade: 'S',
      year: 2018,
      mileage: 61_000,
      condition: '4.5',
      color: 'PEARL',
      soldPrice: 500_000,
      image: '/p/sedan-white-1-front34',
    });
    expect(averageOf(found.items)).toBe(found.averagePrice);
  });

  test.each([
    [{ mileage_km: 85_000 }, { mileageFrom: 30_000, mileageTo: 120_000 }],
    [{ condition: '5' }, { conditions: ['S', '6', '5', '4.5', '4', '3.5', '3'] }],
    [{ year: 2020 }, { yearFrom: 2016, yearTo: 2020, mileageFrom: null, mileageTo: null }],
    [{ mileage_km: null }, { mileageFrom: null, mileageTo: null }],
    [{ grade: 'S Touring' }, { trim: 'S' }],
    [{ grade: 'Premium' }, { trim: '' }],
  ])('with too few similar sales it names its level for %j', async (farther, basis) => {
    const model = newModel();
    await sales(model, PRICES.slice(0, 2));
    await sales(model, PRICES.slice(2), farther);
    const found = await similar(await lot({ model }));
    expect(found).toMatchObject({ averagePrice: 667_000, sales: 5, basis });
    expect(averageOf(found.items)).toBe(found.averagePrice);
  });

  test('lists the newest fifty, and counts all', async () => {
    const model = newModel();
    await sales(
      model,
      Array.from({ length: 55 }, (_, index) => 100_000 + index * 1_000),
    );
    const found = await similar(await lot({ model }));
    expect(found).toMatchObject({ averagePrice: 127_000, sales: 55 });
    expect(found.items).toHaveLength(50);
  });

  test('excludes private lots, its own sale, fixed prices and motorcycles', async () => {
    const model = newModel();
    const [own = 0] = await sales(model, [...PRICES, 2_000_000], {});
    await sales(model, [1, 1], { is_private: true });
    await sales(model, [1, 1], { lot_source: 'stock' });
    await sales(model, [1, 1], { vehicle: 'bike' });
    const found = await similar(own, 'stats');
    expect(found).toMatchObject({ sales: 5, averagePrice: 967_000 });
    expect(found.items.map(({ id }) => Number(id))).not.toContain(own);
    expect(averageOf(found.items)).toBe(found.averagePrice);
  });

  // @covers STAT-03
  test('equals the number on listing and lot page of a running lot', async () => {
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
    expect(found.averagePrice).toBe(667_000);
    expect(body.bidInfo.averagePrice).toBe(found.averagePrice);
    expect(averageOf(found.items)).toBe(found.averagePrice);
  });
});

describe('the price of each sale adjusted to the lot', () => {
  const adjustments = (items: SimilarSale[]) =>
    items.map((sale) => [sale.mileageAdjustmentYen, sale.monthsAdjustmentYen, sale.adjustedPriceYen]);
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
    expect(adjustments(found.items)).toEqual(Array(5).fill([20_000, 0, 520_000]));
    expect(found.adjusted).toEqual({ sales: 5, lowYen: 520_000, medianYen: 520_000, highYen: 520_000 });
  });

  // @covers STAT-07
  test('to the latest month with five sales of the model', async () => {
    const model = newModel();
    await sales(model, Array(5).fill(500_000), { auction_day: '2026-08-31' });
    await sales(model, Array(4).fill(900_000), { auction_day: '2026-09-01' });
    await sales(model, Array(5).fill(600_000), { auction_day: '2026-10-01', grade: 'G' });
    const found = await similar(await lot({ model }));
    expect(adjustments(found.items)).toEqual([
      ...Array(4).fill([null, null, null]),
      ...Array(5).fill([null, 100_000, 600_000]),
    ]);
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
