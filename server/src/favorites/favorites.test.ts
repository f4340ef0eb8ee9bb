import { FAVORITE_GROUPS } from '@seri/contract/favorites/routes.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createLot } from '../testing/fixtures/lots.ts';
import { createPerson, type Person, type PersonOptions } from '../testing/http/people.ts';
import { type TestPortal, testPortal } from '../testing/http/portal.ts';
import { favoriteRoutes, MAX_FAVORITES } from './routes.ts';

const GROUPS = '/v1/favorite/list-groups';
const EMPTY = FAVORITE_GROUPS.map((group) => ({ group, lots: 0, running: 0, averageSum: null }));
let portal: TestPortal;

beforeAll(async () => {
  portal = await testPortal(favoriteRoutes);
});
afterAll(() => portal.close());

const db = () => portal.database.db;
const somebody = (options: PersonOptions = {}) => createPerson(db(), options);
const add = (person: Person | null, lotId: number | string, group = 'A', type = 'car-auction') =>
  portal.ask(person, 'POST', '/v1/favorite/add', { group, carId: String(lotId), type });
const remove = (person: Person | null, lotId: number | string, group = 'A') =>
  portal.ask(person, 'DELETE', `/v1/favorite/delete?group=${group}&carId=${lotId}`);
const groups = async (person: Person) => (await portal.ask(person, 'GET', GROUPS)).body;
const favoritesOf = async ({ id }: Person) =>
  Object.fromEntries(
    (await db().selectFrom('favorites').select(['lot_id', 'group_letter']).where('user_id', '=', id).execute()).map(
      (row) => [row.lot_id, row.group_letter],
    ),
  );

test('a signed-out user has no favorites', async () => {
  expect(await add(null, 1)).toMatchObject({ status: 401, body: { messageCode: 'Auth.SignedOut' } });
  expect((await remove(null, 1)).status).toBe(401);
  expect((await portal.ask(null, 'GET', GROUPS)).status).toBe(401);
});

describe('a lot that Anna may not open is not found', () => {
  test.each([
    ['without the flag of the page', { permissions: { carAuctionsView: false } }, {}, 'car-auction'],
    ['when it is private to others', {}, { is_private: true, viewers: [0] }, 'car-auction'],
    ['as a motorcycle, which it is not', {}, {}, 'bikes'],
    ['at a fixed price, which it has not', {}, {}, 'stock'],
  ])('%s', async (_why, options, lot, type) => {
    const anna = await somebody(options);
    const lotId = await createLot(db(), lot);
    expect(await add(anna, lotId, 'A', type)).toMatchObject({ status: 404, body: { messageCode: 'NotFound' } });
    expect(await favoritesOf(anna)).toEqual({});
  });

  test('while a manager, a named viewer and a bidder can open it', async () => {
    const [named, bidder, maria] = [await somebody(), await somebody(), await somebody({ roleId: 991 })];
    const lotId = await createLot(db(), { is_private: true, viewers: [named.id] });
    await db()
      .insertInto('bids')
      .values({
        lot_id: lotId,
        user_id: bidder.id,
        placed_by: bidder.id,
        lot_source: 'auction',
        adjustment_yen: 0,
        amount_yen: 400_000,
        status: 4,
        bid_at: new Date(),
      })
      .execute();
    for (const person of [named, bidder, maria]) expect(await add(person, lotId)).toMatchObject({ status: 200 });
  });
});

test("Anna's favorites do not affect those of others", async () => {
  const [anna, boris] = [await somebody(), await somebody()];
  const lotId = await createLot(db());
  await add(boris, lotId, 'C');
  await add(anna, lotId, 'A');
  await remove(anna, lotId, 'C');
  expect([await favoritesOf(anna), await favoritesOf(boris)]).toEqual([{ [lotId]: 'A' }, { [lotId]: 'C' }]);
});

test.each([
  ['group F', { group: 'F' }],
  ['a page of its own', { type: 'share' }],
  ['no lot', { carId: '' }],
])('%s is refused', async (_what, wrong) => {
  const body = { group: 'A', carId: '1', type: 'car-auction', ...wrong };
  expect((await portal.ask(await somebody(), 'POST', '/v1/favorite/add', body)).status).toBe(422);
});

test.each(['x', '0', '-1', '1e3', '99999999999999999999'])('lot %s does not exist', async (carId) => {
  expect(await add(await somebody(), carId)).toMatchObject({ status: 404 });
});

// @covers LIST-41
test('a lot is in one group or none: adding moves it, and removing it from another group changes nothing', async () => {
  const anna = await somebody();
  const lotId = await createLot(db());
  expect(await add(anna, lotId, 'A')).toMatchObject({ status: 200, body: { success: true } });
  await add(anna, lotId, 'D');
  expect(await favoritesOf(anna)).toEqual({ [lotId]: 'D' });
  expect(await remove(anna, lotId, 'A')).toMatchObject({ status: 200, body: { success: true } });
  expect(await favoritesOf(anna)).toEqual({ [lotId]: 'D' });
  await remove(anna, lotId, 'D');
  expect(await favoritesOf(anna)).toEqual({});
  expect(await remove(anna, lotId, 'D')).toMatchObject({ status: 200 });
});

test('adding to the same group twice at once makes one favorite', async () => {
  const anna = await somebody();
  const lotId = await createLot(db());
  const answers = await Promise.all(FAVORITE_GROUPS.flatMap((group) => [add(anna, lotId, group), add(anna, lotId)]));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(Object.keys(await favoritesOf(anna))).toEqual([String(lotId)]);
});

test('the groups return their number of lots, of running lots and the average price', async () => {
  const anna = await somebody();
  expect(await groups(anna)).toEqual(EMPTY);
  const running = await createLot(db(), { average_price_yen: 700_000 });
  const sold = await createLot(db(), { status: 4533, average_price_yen: 500_000 });
  const over = await createLot(db(), { auctionInMinutes: -5, average_price_yen: null });
  const bike = await createLot(db(), { vehicle: 'bike', average_price_yen: null });
  const stock = await createLot(db(), { lot_source: 'stock', auctionInMinutes: -600, average_price_yen: 300_000 });
  for (const lotId of [running, sold, over]) await add(anna, lotId, 'A');
  await add(anna, bike, 'B', 'bikes');
  await add(anna, stock, 'C', 'stock');
  expect(await groups(anna)).toEqual([
    { group: 'A', lots: 3, running: 1, averageSum: 1_200_000 },
    { group: 'B', lots: 1, running: 1, averageSum: null },
    { group: 'C', lots: 1, running: 1, averageSum: 300_000 },
    ...EMPTY.slice(3),
  ]);
  await db().updateTable('lots').set({ is_private: true }).where('id', '=', sold).execute();
  expect((await groups(anna))[0]).toEqual({ group: 'A', lots: 2, running: 1, averageSum: 700_000 });
});

test('concurrent additions never exceed five hundred favorites; an existing one still moves', async () => {
  const anna = await somebody();
  const first = await createLot(db());
  await add(anna, first);
  await portal.database.pool.query(
    `insert into lots (vehicle, lot_source, source, source_id, source_updated_at, house_id, lot_no, auction_day, auction_at,
                       time_known, bids_close_at, agent_cutoff_at, cancel_until, status, maker, model)
     select vehicle, lot_source, 'many', n::text, source_updated_at, house_id, 100000 + n, auction_day, auction_at, true,
            auction_at, auction_at, auction_at, 4532, maker, model
       from lots, generate_series(1, $2::integer) n where id = $1`,
    [first, MAX_FAVORITES + 1],
  );
  const { rows } = await portal.database.pool.query<{ id: number }>(`select id from lots where source = 'many'`);
  const ids = rows.map(({ id }) => id);
  const most = ids.splice(0, MAX_FAVORITES - 3);
  await portal.database.pool.query(
    `insert into favorites (user_id, lot_id, group_letter) select $1, id, 'B' from unnest($2::bigint[]) id`,
    [anna.id, most],
  );
  const answers = await Promise.all(ids.map((id) => add(anna, id)));
  expect(answers.map(({ body }) => body.messageCode ?? 'added').sort()).toEqual([
    'Favorite.Limit',
    'Favorite.Limit',
    'added',
    'added',
  ]);
  expect(Object.keys(await favoritesOf(anna))).toHaveLength(MAX_FAVORITES);
  expect(await add(anna, first, 'E')).toMatchObject({ status: 200 });
});
