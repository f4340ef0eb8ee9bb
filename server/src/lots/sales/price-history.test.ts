import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { createLot } from '../../testing/fixtures/lots.ts';
import { ownLotPortal } from '../../testing/fixtures/own-lot-portal.ts';
import { createPerson, type Person } from '../../testing/http/people.ts';

const { portal, client: anna } = ownLotPortal();

beforeAll(async () => {
  const { db } = portal.database;
  const sale = (monthsAgo: number, sold_price_yen: number, more: Parameters<typeof createLot>[1] = {}) =>
    createLot(db, { auction_day: firstDays[monthsAgo] ?? '', status: 4533, sold_price_yen, ...more });
  const firstDays = await firstDaysOfMonths();
  await sale(0, 500_000);
  await sale(0, 701_000);
  await sale(0, 900_000, { condition: '5', color: 'RED' });
  await sale(2, 300_000, { status: 4534 });
  await sale(23, 200_000, { color: 'RED' });
  await sale(24, 1);
  await sale(0, 4_000_000, { model: 'CROWN' });
  await sale(0, 9_000_000, { maker: 'LEXUS' });
  await sale(0, 150_000, { vehicle: 'bike', maker: 'HONDA', model: 'CB400SF' });
  await sale(0, 1, { is_private: true });
  await sale(0, 1, { lot_source: 'stock' });
  await createLot(db, { auction_day: firstDays[0] ?? '', status: 4535, sold_price_yen: null });
});

/** The first day of this month in Japan and of previous months. */
async function firstDaysOfMonths(): Promise<string[]> {
  const { rows } = await sql<{ day: string }>`
    select (date_trunc('month', now() at time zone 'Asia/Tokyo') - make_interval(months => ago))::date as day
      from generate_series(0, 24) ago order by ago`.execute(portal.database.db);
  return rows.map(({ day }) => day);
}

const ask = (person: Person | null, query = '', pageType = 'stats') =>
  portal.ask(person, 'GET', `/v1/${pageType}/price-history?${query}`);
/** Months as their distance from the current one, so that the test contains no date. */
async function history(query: string, pageType = 'stats') {
  const { status, body } = await ask(anna, query, pageType);
  expect(status).toBe(200);
  const months = (await firstDaysOfMonths()).map((day) => day.slice(0, 7));
  return {
    months: body.months.map((row: Record<string, unknown>) => [
      months.indexOf(String(row.month)),
      row.sales,
      row.averageYen,
      row.lowYen,
      row.highYen,
    ]),
  };
}
const PRIUS = 'maker=TOYOTA&model=PRIUS';

describe('access to the price history', () => {
  test('not for visitors', async () => {
    expect((await ask(null)).status).toBe(401);
  });

  test.each([
    ['stats', 'salesStatisticsView'],
    ['bike-stats', 'bikeView'],
  ])('on %s for all readers of the statistics', async (pageType, flag) => {
    const without = await createPerson(portal.database.db, { permissions: { [flag]: false } });
    expect((await ask(without, '', pageType)).body.messageCode).toBe('Access.Denied');
    expect((await ask(anna, '', pageType)).status).toBe(200);
  });

  test('refuses an unknown filter', async () => {
    expect((await ask(anna, 'colour=RED')).status).toBe(400);
    expect((await ask(anna, 'yearFrom=x')).status).toBe(400);
    expect((await ask(anna, 'page=2')).status).toBe(400);
  });
});

describe('the price history', () => {
  // @covers STAT-05
  test('of a model by month, the oldest first, two years back', async () => {
    expect(await history(PRIUS)).toEqual({
      months: [
        [23, 1, 200_000, 200_000, 200_000],
        [2, 1, 300_000, 300_000, 300_000],
        [0, 3, 700_333, 500_000, 900_000],
      ],
    });
  });

  test('of a grade, of a maker, of all cars, of motorcycles', async () => {
    expect((await history(`${PRIUS}&condition=5`)).months).toEqual([[0, 1, 900_000, 900_000, 900_000]]);
    expect((await history('maker=LEXUS')).months).toEqual([[0, 1, 9_000_000, 9_000_000, 9_000_000]]);
    expect((await history('')).months.at(-1)).toEqual([0, 5, 3_020_200, 500_000, 9_000_000]);
    expect((await history('', 'bike-stats')).months).toEqual([[0, 1, 150_000, 150_000, 150_000]]);
    expect((await history('makers=HONDA&models=CB400SF', 'bike-stats')).months).toHaveLength(1);
  });

  test('under any other filter of the page, of a model or of all', async () => {
    expect(await history(`${PRIUS}&color=RED`)).toEqual({
      months: [
        [23, 1, 200_000, 200_000, 200_000],
        [0, 1, 900_000, 900_000, 900_000],
      ],
    });
    expect((await history(`${PRIUS}&yearFrom=2019`)).months).toEqual([]);
    expect((await history('color=RED')).months).toEqual([
      [23, 1, 200_000, 200_000, 200_000],
      [0, 1, 900_000, 900_000, 900_000],
    ]);
    expect((await history('maker=TOYOTA&yearFrom=2018')).months).toHaveLength(3);
  });

  // @covers STAT-05
  test('equals the sums of single sales', async () => {
    expect(await history(`${PRIUS}&gearbox=AT`)).toEqual(await history(PRIUS));
  });
});
