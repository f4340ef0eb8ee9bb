import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createLot } from '../../testing/fixtures/lots.ts';
import { createPerson, type Person } from '../../testing/http/people.ts';
import { type TestPortal, testPortal } from '../../testing/http/portal.ts';
import { lotRoutes } from '../routes.ts';

const OUTLOOK = '/v1/favorite/outlook';
const DAY = 24 * 60;
const PRICES = [400_000, 450_000, 500_000, 550_000, 600_000];
let portal: TestPortal;
let anna: Person;
let nextModel = 1;

beforeAll(async () => {
  portal = await testPortal(lotRoutes);
});
afterAll(() => portal.close());
beforeEach(async () => {
  anna = await createPerson(portal.database.db);
});

type LotOptions = Parameters<typeof createLot>[1];
const db = () => portal.database.db;
const ask = (person: Person | null, query = '') => portal.ask(person, 'GET', `${OUTLOOK}?group=A${query}`);
const outlook = async (cars = 1) => {
  const { status, body } = await ask(anna, `&cars=${cars}`);
  expect(status).toBe(200);
  return body;
};

/** A model of its own with sales at these prices. */
async function sold(prices: readonly number[] = PRICES): Promise<string> {
  const model = `OUTLOOK ${nextModel++}`;
  for (const [index, sold_price_yen] of prices.entries())
    await createLot(db(), { model, status: 4533, sold_price_yen, auctionInMinutes: -(index + 1) * DAY });
  return model;
}

async function star(more: LotOptions, { id } = anna): Promise<number> {
  const lotId = await createLot(db(), more);
  await db().insertInto('favorites').values({ user_id: id, lot_id: lotId, group_letter: 'A' }).execute();
  return lotId;
}

const bid = (lotId: number, amount_yen: number, status = 1, { id } = anna) =>
  db()
    .insertInto('bids')
    .values({ lot_id: lotId, user_id: id, placed_by: id, lot_source: 'auction', amount_yen, status })
    .execute();

test('a stranger is answered nothing, and a question has a group and a number of cars', async () => {
  expect(await ask(null)).toMatchObject({ status: 401, body: { messageCode: 'Auth.SignedOut' } });
  for (const cars of ['0', '21', '-1', '1.5', 'x']) expect((await ask(anna, `&cars=${cars}`)).status).toBe(400);
  expect((await portal.ask(anna, 'GET', `${OUTLOOK}?group=F`)).status).toBe(400);
});

test("somebody else's stars and bids say nothing about Anna's", async () => {
  const boris = await createPerson(db());
  const model = await sold();
  await star({ model }, boris);
  const own = await star({ model, average_price_yen: 450_000 });
  await bid(own, 900_000, 1, boris);
  expect(await outlook()).toMatchObject({ lots: 1, rated: 1, ownBids: 0, chance: 0.4 });
});

test('an empty group has no outlook', async () => {
  expect(await outlook()).toEqual({ lots: 0, rated: 0, ownBids: 0, sales: 0, chance: null, expectedSpendYen: null });
});

// @covers LIST-42
test('two of five like vehicles cost no more than the average price, and they cost 425,000 yen', async () => {
  await star({ model: await sold(), average_price_yen: 450_000 });
  expect(await outlook()).toEqual({
    lots: 1,
    rated: 1,
    ownBids: 0,
    sales: 5,
    chance: 0.4,
    expectedSpendYen: 170_000,
  });
});

test('an own bid counts instead of the average price, a cancelled one does not', async () => {
  const model = await sold();
  const lotId = await star({ model, average_price_yen: 450_000 });
  await bid(lotId, 600_000, 4);
  expect(await outlook()).toMatchObject({ ownBids: 0, chance: 0.4 });
  await bid(lotId, 600_000, 2);
  expect(await outlook()).toMatchObject({ ownBids: 1, chance: 1, expectedSpendYen: 500_000 });
});

test('two lots: one of them is likelier than both', async () => {
  const model = await sold();
  await star({ model, average_price_yen: 500_000 });
  await star({ model, average_price_yen: 500_000, auctionInMinutes: DAY + 5 });
  expect(await outlook(1)).toMatchObject({ lots: 2, chance: 0.84 });
  expect(await outlook(2)).toMatchObject({ lots: 2, chance: 0.36 });
});

// @covers LIST-42
test('more cars than can be rated have no outlook; few sales, no price and no year are not rated', async () => {
  await star({ model: await sold(PRICES.slice(1)), average_price_yen: 450_000 });
  await star({ model: await sold(), average_price_yen: null });
  await star({ model: await sold(), year: null });
  expect(await outlook(1)).toMatchObject({ lots: 3, rated: 0, chance: null, expectedSpendYen: null });
  await star({ model: await sold(), average_price_yen: 600_000 });
  expect(await outlook(1)).toMatchObject({ lots: 4, rated: 1, chance: 1 });
  expect(await outlook(2)).toMatchObject({ chance: null });
});

test('ignores ended lots, fixed-price lots and lots that became private to others', async () => {
  const model = await sold();
  await star({ model, auctionInMinutes: -5 });
  await star({ model, lot_source: 'stock' });
  await star({ model, status: 4536 });
  await star({ model, is_private: true });
  expect(await outlook()).toMatchObject({ lots: 0, chance: null });
});

test('a lot closed for bidding counts only if the client has a live bid on it', async () => {
  const closed = { model: await sold(), average_price_yen: 500_000, auctionInMinutes: 30 };
  await star(closed);
  expect(await outlook()).toMatchObject({ lots: 0, chance: null });
  await bid(await star(closed), 600_000);
  expect(await outlook()).toMatchObject({ lots: 1, ownBids: 1, chance: 1 });
});

test('ignores sales of other vehicles and private sales', async () => {
  const model = await sold();
  const other = { model, status: 4533, sold_price_yen: 100_000, auctionInMinutes: -DAY };
  await createLot(db(), { ...other, year: 2009 });
  await createLot(db(), { ...other, is_private: true });
  await star({ model, average_price_yen: 450_000 });
  expect(await outlook()).toMatchObject({ sales: 5, chance: 0.4 });
});
