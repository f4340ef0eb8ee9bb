import { ROLE } from '@seri/contract/auth/permissions.ts';
import { LOT_STATUS } from '@seri/contract/lots/statuses.ts';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type BidFixture, bidFixture } from '../../testing/bidding/bid-fixture.ts';
import { createLot } from '../../testing/fixtures/lots.ts';
import { createPerson, type Person } from '../../testing/http/people.ts';

const PRICE_YEN = 1_234_000;
let fixture: BidFixture;
beforeAll(async () => {
  fixture = await bidFixture();
});
afterEach(() => fixture.expectSound());
afterAll(() => fixture.close());

const car = (more: Parameters<typeof createLot>[1] = {}) =>
  createLot(fixture.db, { lot_source: 'stock', start_price_yen: PRICE_YEN, ...more });
const client = (more: Parameters<typeof createPerson>[1] = {}) =>
  createPerson(fixture.db, { creditLimitYen: 2_000_000, ...more });
const order = (person: Person | null, lotId: number, amount = PRICE_YEN, more: object = {}) =>
  fixture.place(person, lotId, amount, { lotType: 'stock', bidType: undefined, ...more });
const ordered = async (person: Person, lotId: number): Promise<number> => {
  const { status, body } = await order(person, lotId);
  expect({ status, body }).toMatchObject({ status: 200 });
  return body.bidId;
};
const check = async (person: Person, lotId: number, more: object = {}) =>
  (await fixture.ask(person, 'POST', '/v1/bid/check', { carId: String(lotId), lotType: 'stock', ...more })).body;
const codes = (reasons: { messageCode: string }[]) => reasons.map(({ messageCode }) => messageCode);

describe('a fixed-price order', () => {
  test('is refused for signed-out users, restricted clients, and managers in their own name', async () => {
    expect((await order(null, await car())).status).toBe(401);
    const restricted = await order(await client({ roleId: ROLE.restricted }), await car());
    expect([restricted.status, restricted.body.messageCode]).toEqual([403, 'Bid.Restricted']);
    expect((await order(fixture.maria, await car())).status).toBe(403);
  });

  test('is refused for a private car, an auction lot and a missing lot', async () => {
    const anna = await client();
    const refused = [
      await order(anna, await car({ is_private: true })),
      await order(anna, await createLot(fixture.db)),
      await order(anna, 999_999_999),
    ];
    expect(refused.map(({ status }) => status)).toEqual([404, 404, 404]);
  });
});

describe('an order is refused with its reason', () => {
  test.each<[string, Parameters<typeof createLot>[1], number, Parameters<typeof createPerson>[1], [number, string]]>([
    ['at another price', {}, PRICE_YEN - 5_000, {}, [409, 'Bid.PriceChanged']],
    ['at a higher one', {}, PRICE_YEN + 5_000, {}, [409, 'Bid.PriceChanged']],
    ['without a price', { start_price_yen: null }, PRICE_YEN, {}, [409, 'Bid.Finished']],
    ['for a car that is gone', { status: 4537 }, PRICE_YEN, {}, [409, 'Bid.Finished']],
    ['above the credit limit', {}, PRICE_YEN, { creditLimitYen: PRICE_YEN - 1 }, [409, 'Bid.Credit']],
    ['above the daily limit', {}, PRICE_YEN, { dailyBidLimit: 0 }, [409, 'Bid.DailyLimit']],
  ])('%s', async (_, lotMore, amount, personMore, expected) => {
    const anna = await client(personMore);
    const { status, body } = await order(anna, await car(lotMore), amount);
    expect([status, body.messageCode]).toEqual(expected);
    expect(await fixture.exposure(anna)).toBe(0);
  });

  test('a refusal for a changed price contains the new price', async () => {
    const { body } = await order(await client(), await car(), 500_000);
    expect(body.details).toEqual({ price: PRICE_YEN });
  });

  test('the check gives the same reasons before the order', async () => {
    const lotId = await car();
    expect(await check(await client(), lotId)).toMatchObject({ reasons: [], minAmount: PRICE_YEN });
    expect(codes((await check(await client({ creditLimitYen: 1_000 }), lotId)).reasons)).toEqual(['Bid.Credit']);
    expect(codes((await check(await client(), lotId, { amount: 1_000 })).reasons)).toEqual(['Bid.PriceChanged']);
  });
});

describe('a placed order', () => {
  // @covers BID-15
  test('waits for a manager despite autobid, holds only the price, and is not sent to the agent', async () => {
    const anna = await client({ autobid: true });
    const lotId = await car({ auctionInMinutes: 10 });
    const bidId = await ordered(anna, lotId);
    expect(await fixture.bid(bidId)).toMatchObject({
      status: 1,
      lot_source: 'stock',
      adjustment_yen: 0,
      export_type: null,
      group_value: null,
      auto_bid: false,
    });
    expect(await fixture.exposure(anna)).toBe(PRICE_YEN);
    expect((await fixture.setStatus(fixture.maria, bidId, 2)).status).toBe(200);
    expect(await fixture.order(lotId)).toBeUndefined();
  });

  test('is placed once by two clicks', async () => {
    const anna = await client();
    const lotId = await car();
    expect(await ordered(anna, lotId)).toBe(await ordered(anna, lotId));
  });

  test('can be cancelled by the client at any time until it is accepted', async () => {
    const anna = await client();
    const lotId = await car({ auctionInMinutes: 30 });
    const first = await ordered(anna, lotId);
    expect((await fixture.setStatus(anna, first, 4)).status).toBe(200);
    expect(await fixture.exposure(anna)).toBe(0);
    const second = await ordered(anna, lotId);
    await fixture.setStatus(fixture.maria, second, 2);
    const late = await fixture.setStatus(anna, second, 4);
    expect([late.status, late.body.messageCode]).toEqual([409, 'Bid.CannotCancel']);
    const again = await order(anna, lotId, PRICE_YEN, { comment: 'please' });
    expect([again.status, again.body.messageCode]).toEqual([409, 'Bid.NotEditable']);
  });

  test('is not accepted at an outdated price', async () => {
    const lotId = await car();
    const bidId = await ordered(await client(), lotId);
    await fixture.db
      .updateTable('lots')
      .set({ start_price_yen: PRICE_YEN + 1 })
      .where('id', '=', lotId)
      .execute();
    const { status, body } = await fixture.setStatus(fixture.maria, bidId, 2);
    expect([status, body.messageCode]).toEqual([409, 'Bid.PriceChanged']);
  });
});

describe('the first accepted order gets the car', () => {
  test('ends the other orders, releases their amounts, and prevents new ones', async () => {
    const [anna, boris, vera] = [await client(), await client(), await client()];
    const lotId = await car();
    const [hers, his] = [await ordered(anna, lotId), await ordered(boris, lotId)];
    expect((await fixture.setStatus(fixture.maria, his, 2)).status).toBe(200);
    expect(await fixture.bid(hers)).toMatchObject({ status: 5, finish_reason: 'other_client' });
    expect([await fixture.exposure(anna), await fixture.exposure(boris)]).toEqual([0, PRICE_YEN]);
    const late = await order(vera, lotId);
    expect([late.status, late.body.messageCode]).toEqual([409, 'Bid.Finished']);
    expect((await fixture.setStatus(fixture.maria, hers, 2)).status).toBe(409);
  });

  // @covers BID-15
  test('also when two managers accept two orders at the same moment', async () => {
    const lotId = await car();
    const orders = await Promise.all([1, 2, 3, 4].map(async () => ordered(await client(), lotId)));
    const answers = await Promise.all(orders.map((bidId) => fixture.setStatus(fixture.maria, bidId, 2)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const statuses = await Promise.all(orders.map(async (bidId) => (await fixture.bid(bidId)).status));
    expect(statuses.sort()).toEqual([2, 5, 5, 5]);
  });

  test('also while new orders arrive', async () => {
    const lotId = await car();
    const first = await ordered(await client(), lotId);
    const people = await Promise.all(Array.from({ length: 8 }, () => client()));
    const [accepted, ...late] = await Promise.all([
      fixture.setStatus(fixture.maria, first, 2),
      ...people.map((person) => order(person, lotId)),
    ]);
    expect(accepted?.status).toBe(200);
    for (const { status } of late) expect([200, 409]).toContain(status);
    const { rows } = await fixture.database.pool.query('select status from bids where lot_id = $1 order by status', [
      lotId,
    ]);
    expect(rows.filter(({ status }) => status === 2)).toHaveLength(1);
    expect(rows.every(({ status }) => status === 2 || status === 5)).toBe(true);
  });
});

test('a won order marks its car as sold in the row, the filter options and their results, even while the page is open', async () => {
  const anna = await client({ creditLimitYen: 4_000_000 });
  const [lotId, otherId] = [await car(), await car()];
  const [won, waiting] = [await ordered(anna, lotId), await ordered(anna, otherId)];
  for (const status of [2, 6]) expect((await fixture.setStatus(fixture.maria, won, status)).status).toBe(200);
  const listed = async (more: string) => (await fixture.ask(anna, 'GET', `/v1/bid/${more}`)).body;
  const idsUnder = async (status: number) =>
    (await listed(`my-bid?status=${status}`)).cars.map(({ bidId }: { bidId: number }) => bidId);
  expect(await idsUnder(LOT_STATUS.sold)).toEqual([won]);
  expect(await idsUnder(LOT_STATUS.upcoming)).toEqual([waiting]);
  expect((await listed(`my-bid?status=${LOT_STATUS.sold}`)).cars[0]).toMatchObject({ status: LOT_STATUS.sold });
  const { status } = (await listed('filters')).filters;
  expect(status.map(({ value }: { value: number }) => value).sort()).toEqual([LOT_STATUS.upcoming, LOT_STATUS.sold]);
});
