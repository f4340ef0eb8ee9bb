import { DOOR_VERDICTS } from '@seri/contract/costs/verdicts.ts';
import type { FavoriteGroup } from '@seri/contract/favorites/routes.ts';
import { LOT_SORTS } from '@seri/contract/lots/filter.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createLot } from '../../testing/fixtures/lots.ts';
import { createPerson, type Person } from '../../testing/http/people.ts';
import { type TestPortal, testPortal } from '../../testing/http/portal.ts';
import { lotRoutes } from '../routes.ts';

const LISTING = '/v1/favorite/listing';
let portal: TestPortal;
let anna: Person;

beforeAll(async () => {
  portal = await testPortal(lotRoutes);
});
afterAll(() => portal.close());
beforeEach(async () => {
  anna = await createPerson(portal.database.db);
});

const db = () => portal.database.db;
const ask = (person: Person | null, query: string) => portal.ask(person, 'GET', `${LISTING}?${query}`);
const idsOf = async (query: string): Promise<string[]> =>
  (await ask(anna, query)).body.order.map(({ id }: { id: string }) => id);

let minute = 0;
/** Each later than the one before. */
async function star(lotId: number, group: FavoriteGroup = 'A', { id } = anna): Promise<string> {
  const created_at = new Date(Date.UTC(2026, 10, 1, 0, minute++));
  await db().insertInto('favorites').values({ user_id: id, lot_id: lotId, group_letter: group, created_at }).execute();
  return String(lotId);
}

test('refuses a signed-out visitor', async () => {
  expect(await ask(null, 'group=A')).toMatchObject({ status: 401, body: { messageCode: 'Auth.SignedOut' } });
});

test("somebody else's favourites are not among Anna's, and what became private to others is not shown", async () => {
  const boris = await createPerson(db());
  const [lot, hidden, named] = [await createLot(db()), await createLot(db()), await createLot(db())];
  await star(lot, 'A', boris);
  await star(hidden);
  const own = await star(named);
  await db().updateTable('lots').set({ is_private: true }).where('id', '=', hidden).execute();
  await db()
    .updateTable('lots')
    .set({ is_private: true, viewers: [anna.id] })
    .where('id', '=', named)
    .execute();
  const { body } = await ask(anna, 'group=A');
  expect(body.order.map(({ id }: { id: string }) => id)).toEqual([own]);
  expect(body.pageInfo).toMatchObject({ totalSearchResults: 1, totalResults: 1 });
});

test.each(['', 'group=F', 'group=A&page=0', 'group=A&pageSize=10', 'group=A&type=share', 'group=A&color=RED'])(
  'a query of "%s" is refused',
  async (query) => {
    expect(await ask(anna, query)).toMatchObject({ status: 400, body: { messageCode: 'Request.Invalid' } });
  },
);

// @covers LIST-42
test('a group has its cars and motorcycles of all pages as the listings show them, the newest star first', async () => {
  const car = await star(await createLot(db(), { maker: 'MAZDA' }));
  const bike = await star(await createLot(db(), { vehicle: 'bike', chassis_number: 'NC42-1000001' }));
  const stock = await star(await createLot(db(), { lot_source: 'stock' }));
  const sold = await star(await createLot(db(), { status: 4533, sold_price_yen: 640_000 }));
  const elsewhere = await star(await createLot(db()), 'B');
  const { status, body } = await ask(anna, 'group=A');
  expect(status).toBe(200);
  expect(body.order).toEqual([
    { id: sold, pageType: 'car-auction' },
    { id: stock, pageType: 'stock' },
    { id: bike, pageType: 'bikes' },
    { id: car, pageType: 'car-auction' },
  ]);
  const wishList = ['A', 'B', 'C', 'D', 'E'].map((group) => ({ group, value: group === 'A' }));
  expect(body.carsList).toMatchObject([
    { id: sold, status: 4533, soldPrice: 640_000, wishList },
    // The price of a fixed-price lot is shown only on its own page type.
    { id: stock, lotType: 'stock', startPrice: null, averagePrice: null, wishList },
    { id: car, maker: 'MAZDA', lotType: 'auction', startPrice: 300_000, averagePrice: 720_000, wishList },
  ]);
  expect(body.bikeList).toMatchObject([{ id: bike, lotType: 'bike', serial: 'NC42-1000001', wishList }]);
  expect(body.pageInfo).toEqual({ page: 1, pageSize: 20, totalSearchResults: 4, totalResults: 4 });
  expect(await idsOf('group=B')).toEqual([elsewhere]);
  expect(await idsOf('group=C')).toEqual([]);
});

// @covers DOOR-04
test('favourites show the total at the door of their reader, but not that of a fixed-price lot', async () => {
  const query = (text: string, values: unknown[] = []) => portal.database.pool.query(text, values);
  await query(`insert into client_doors values ($1, 'KEMBA', 'person', 'KES')`, [anna.id]);
  await query(`insert into door_slots values (2, 'KEMBA', 'person', 110, 0, true, true)`);
  const [car, stock, unpriced] = [
    await star(await createLot(db())),
    await star(await createLot(db(), { lot_source: 'stock' })),
    await star(await createLot(db())),
  ];
  for (const id of [car, stock])
    await query('insert into lot_doors values ($1, array[1, 1240000], array[1, 2147483647], array[0, 1])', [id]);
  const { carsList } = (await ask(anna, 'group=A')).body;
  const doors = Object.fromEntries(carsList.map(({ id, door }: { id: string; door: unknown }) => [id, door]));
  const door = { leastYen: 1_240_000, mostYen: null, verdict: DOOR_VERDICTS[1] };
  expect(doors).toEqual({ [car]: door, [stock]: undefined, [unpriced]: undefined });
  await query(`delete from client_doors`);
  expect((await ask(anna, 'group=A')).body.carsList.map((lot: object) => 'door' in lot)).toEqual([false, false, false]);
});

test('with a page type, lists only the lots of that page type', async () => {
  const car = await star(await createLot(db()));
  const bike = await star(await createLot(db(), { vehicle: 'bike' }));
  const sold = await star(await createLot(db(), { status: 4533 }));
  const unsoldBike = await star(await createLot(db(), { vehicle: 'bike', status: 4539 }));
  for (const [type, ids] of [
    ['car-auction', [car]],
    ['bikes', [bike]],
    ['stock', []],
    ['stats', [sold]],
    ['bike-stats', [unsoldBike]],
  ] as const)
    expect([type, await idsOf(`group=A&type=${type}`)]).toEqual([type, ids]);
  expect((await ask(anna, 'group=A&type=stats')).body.pageInfo).toMatchObject({
    totalSearchResults: 1,
    totalResults: 4,
  });
});

test('favourites sort as listings do: unknown values come last in both directions', async () => {
  const dear = await star(await createLot(db(), { start_price_yen: 900_000, auctionInMinutes: 10 }));
  const cheap = await star(await createLot(db(), { start_price_yen: 100_000, auctionInMinutes: 30 }));
  const unknown = await star(await createLot(db(), { start_price_yen: null, auctionInMinutes: 20 }));
  expect(await idsOf('group=A&sort=startPrice&order=ASC')).toEqual([cheap, dear, unknown]);
  expect(await idsOf('group=A&sort=startPrice&order=DESC')).toEqual([dear, cheap, unknown]);
  expect(await idsOf('group=A&sort=auctionDate&order=ASC')).toEqual([dear, unknown, cheap]);
  expect(await idsOf('group=A&sort=auctionDate&order=DESC')).toEqual([cheap, unknown, dear]);
});

test.each(LOT_SORTS)('favourites sort by %s in both directions', async (sort) => {
  const [older, newer] = [await star(await createLot(db())), await star(await createLot(db()))];
  for (const order of ['ASC', 'DESC'])
    expect((await idsOf(`group=A&sort=${sort}&order=${order}`)).toSorted()).toEqual([older, newer].toSorted());
});

test('the pages of a group hold each lot once', async () => {
  const stars: string[] = [];
  for (let lot = 0; lot < 45; lot++) stars.push(await star(await createLot(db(), { year: 2018 })));
  for (const sort of ['', '&sort=year&order=ASC']) {
    const pages = [
      await idsOf(`group=A${sort}`),
      await idsOf(`group=A&page=2${sort}`),
      await idsOf(`group=A&page=3${sort}`),
    ];
    expect(pages.map((page) => page.length)).toEqual([20, 20, 5]);
    expect(pages.flat().sort()).toEqual([...stars].sort());
  }
  expect((await ask(anna, 'group=A&page=4')).body).toMatchObject({ order: [], pageInfo: { totalSearchResults: 45 } });
});

test('a favourite is listed without the flag of its page', async () => {
  const bare = await createPerson(db(), { permissions: { carAuctionsView: false } });
  const lot = await star(await createLot(db()), 'A', bare);
  expect((await ask(bare, 'group=A')).body.order).toEqual([{ id: lot, pageType: 'car-auction' }]);
});
