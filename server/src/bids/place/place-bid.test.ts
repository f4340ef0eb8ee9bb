import { ROLE } from '@seri/contract/auth/permissions.ts';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type BidFixture, bidFixture } from '../../testing/bidding/bid-fixture.ts';
import { createLot } from '../../testing/fixtures/lots.ts';
import { createPerson } from '../../testing/http/people.ts';

let fixture: BidFixture;
beforeAll(async () => {
  fixture = await bidFixture();
});
afterEach(() => fixture.expectSound());
afterAll(() => fixture.close());

const lot = (more: Parameters<typeof createLot>[1] = {}) => createLot(fixture.db, more);
const client = (more: Parameters<typeof createPerson>[1] = {}) => createPerson(fixture.db, more);

describe('access', () => {
  test('refuses signed-out users', async () => {
    expect((await fixture.place(null, await lot(), 500_000)).status).toBe(401);
  });

  // @covers BID-13, PAY-05
  test('refuses managers in their own name and restricted clients', async () => {
    const { status, body } = await fixture.place(fixture.maria, await lot(), 500_000);
    expect([status, body.messageCode]).toEqual([403, 'Access.Denied']);
    const restricted = await fixture.place(await client({ roleId: ROLE.restricted }), await lot(), 500_000);
    expect([restricted.status, restricted.body.messageCode]).toEqual([403, 'Bid.Restricted']);
  });

  // @covers ASVS-2.2.3
  test('refuses lots that are private, missing, at a fixed price or of another kind', async () => {
    const hidden = [
      await fixture.place(fixture.anna, await lot({ is_private: true }), 500_000),
      await fixture.place(fixture.anna, await lot({ vehicle: 'bike' }), 500_000),
      await fixture.place(fixture.anna, await lot(), 500_000, { lotType: 'bike' }),
      await fixture.place(fixture.anna, await lot({ vehicle: 'bike', is_private: true }), 500_000, { lotType: 'bike' }),
      await fixture.place(fixture.anna, await lot({ lot_source: 'stock' }), 500_000),
      await fixture.place(fixture.anna, 999_999_999, 500_000),
      await fixture.place(fixture.anna, await lot(), 500_000, { lotType: 'stock' }),
      await fixture.place(fixture.anna, await lot(), 500_000, { carId: 'L123' }),
      await fixture.place(fixture.anna, await lot(), 500_000, { carId: '1; drop' }),
    ];
    expect(hidden.map(({ status }) => status)).toEqual(hidden.map(() => 404));
  });
});

describe('an invalid bid', () => {
  test.each<[string, object, string]>([
    ['an unknown field', { surprise: 1 }, 'surprise'],
    ['another user named', { userId: '3' }, 'userId'],
    ['a status of its own', { status: 2 }, 'status'],
    ['a number as text', { amount: '500000' }, 'amount'],
    ['1e21', { amount: 1e21 }, 'amount'],
    ['half a yen', { amount: 500_000.5 }, 'amount'],
    ['a negative amount', { amount: -500_000 }, 'amount'],
    ['zero', { amount: 0 }, 'amount'],
    ['a billion', { amount: 1_000_000_000 }, 'amount'],
    ['no amount', { amount: undefined }, 'amount'],
    ['null for an amount', { amount: null }, 'amount'],
    ['a lot as a number', { carId: 7 }, 'carId'],
    ['a group beyond J', { bidGroup: 11 }, 'bidGroup'],
    ['the placeholder group', { bidGroup: -1 }, 'bidGroup'],
    ['an unknown export type', { bidType: 5 }, 'bidType'],
    ['a boolean instead of a number', { confirm: true }, 'confirm'],
    ['a novel as a comment', { comment: 'x'.repeat(501) }, 'comment'],
  ])('%s', async (_, more, field) => {
    const { status, body } = await fixture.place(fixture.anna, await lot(), 500_000, more);
    expect([status, Object.keys(body.errors)]).toEqual([422, [field]]);
  });

  // @covers ASVS-2.2.2
  test('an empty body, an array, a broken If-Match', async () => {
    expect((await fixture.ask(fixture.anna, 'POST', '/v1/bid/create', {})).status).toBe(422);
    expect((await fixture.ask(fixture.anna, 'POST', '/v1/bid/create', [])).status).toBe(422);
    expect((await fixture.place(fixture.anna, await lot(), 500_000, {}, { 'if-match': 'x' })).status).toBe(400);
  });
});

describe('a bid is refused with its reason', () => {
  // @covers BID-12
  test('without accepted terms', async () => {
    const { status, body } = await fixture.place(fixture.anna, await lot(), 500_000, { confirm: 0 });
    expect([status, body.messageCode, body.errors]).toEqual([422, 'Bid.Terms', { confirm: ['Errors.Terms'] }]);
  });

  test.each<[string, Parameters<typeof createLot>[1], number, object, [number, string]]>([
    ['after closing', { auctionInMinutes: 89 }, 500_000, {}, [409, 'Bid.Closed']],
    ['after the auction', { auctionInMinutes: -1 }, 500_000, {}, [409, 'Bid.Finished']],
    ['on a sold lot', { status: 4533 }, 500_000, {}, [409, 'Bid.Finished']],
    ['below the start price', {}, 295_000, {}, [422, 'Bid.BelowStart']],
    ['not a whole step', {}, 500_001, {}, [422, 'Bid.Step']],
    ['above the credit limit', {}, 995_000, {}, [409, 'Bid.Credit']],
    ['without an export type', {}, 500_000, { bidType: undefined }, [422, 'Bid.TypeRequired']],
  ])('%s', async (_, lotMore, amount, more, expected) => {
    const fresh = await client();
    const { status, body } = await fixture.place(fresh, await lot(lotMore), amount, more);
    expect([status, body.messageCode]).toEqual(expected);
    expect(await fixture.exposure(fresh)).toBe(0);
  });

  // @covers ASVS-2.3.2, BID-11, PAY-06
  test('above the daily limit, which counts cancelled bids but not replacements', async () => {
    const boris = await client({ dailyBidLimit: 2 });
    const first = await lot();
    await fixture.placed(boris, first, 300_000);
    await fixture.placed(boris, first, 305_000);
    const second = await fixture.placed(boris, await lot(), 300_000);
    expect((await fixture.setStatus(boris, second, 4)).status).toBe(200);
    const { status, body } = await fixture.place(boris, await lot(), 300_000);
    expect([status, body.messageCode, body.details]).toEqual([409, 'Bid.DailyLimit', { left: 0 }]);
  });

  // @covers ASVS-16.5.3
  test('by a constraint of the database, if a rule failed', async () => {
    const boris = await client({ creditLimitYen: 100_000 });
    const raise = fixture.db.updateTable('bid_clients').set({ exposure_yen: 100_001 }).where('user_id', '=', boris.id);
    await expect(raise.execute()).rejects.toMatchObject({ constraint: 'bid_clients_exposure' });
  });
});

describe('a placed bid', () => {
  // @covers BID-08
  test('is New, dated, counted, held with the overbid, and in the history', async () => {
    const boris = await client();
    const { status, body } = await fixture.place(boris, await lot(), 650_000, { bidGroup: 2, comment: 'please' });
    expect(status).toBe(200);
    expect(body).toEqual({
      bidAmount: 650_000,
      bidDate: expect.stringMatching(/^\d{4}-.*Z$/),
      bidId: body.bidId,
      bidStatus: 1,
    });
    expect(await fixture.bid(body.bidId)).toMatchObject({
      amount_yen: 650_000,
      adjustment_yen: 10_000,
      group_value: 2,
      export_type: 1,
      comment: 'please',
      version: 1,
    });
    expect(await fixture.exposure(boris)).toBe(660_000);
    const [event] = await fixture.events(body.bidId);
    expect(event).toMatchObject({ event: 'placed', actor: 'client', actor_id: boris.id, before: null });
  });

  test('on a motorcycle works like any other and is sent to the agent once accepted', async () => {
    const boris = await client();
    const bike = await lot({ vehicle: 'bike', maker: 'HONDA', model: 'CB400SF', house: 'BDS Kanto' });
    const { status, body } = await fixture.place(boris, bike, 320_000, { lotType: 'bike' });
    expect([status, body.bidStatus]).toEqual([200, 1]);
    expect(await fixture.exposure(boris)).toBe(330_000);
    expect((await fixture.setStatus(fixture.maria, body.bidId, 2)).status).toBe(200);
    expect(await fixture.order(bike)).toMatchObject({ kind: 'order', bid_id: body.bidId, max_yen: 320_000 });
    const { body: mine } = await fixture.ask(boris, 'GET', '/v1/bid/my-bid');
    expect(mine.cars).toMatchObject([{ id: String(bike), lotType: 'bike', lotSource: 'auction', maker: 'HONDA' }]);
  });

  test('takes the overbid of its auction house, never above that of the company', async () => {
    const low = await lot({ house: 'Low Hall' });
    const high = await lot({ house: 'High Hall' });
    await fixture.db.updateTable('auction_houses').set({ overbid_yen: 3_000 }).where('name', '=', 'Low Hall').execute();
    await fixture.db
      .updateTable('auction_houses')
      .set({ overbid_yen: 50_000 })
      .where('name', '=', 'High Hall')
      .execute();
    const boris = await client();
    expect((await fixture.bid(await fixture.placed(boris, low, 300_000))).adjustment_yen).toBe(3_000);
    expect((await fixture.bid(await fixture.placed(boris, high, 300_000))).adjustment_yen).toBe(10_000);
  });

  test('may use the whole balance and credit', async () => {
    const boris = await client({ creditLimitYen: 500_000, balanceYen: 110_000 });
    await fixture.placed(boris, await lot(), 600_000);
    const { body } = await fixture.place(boris, await lot(), 300_000);
    expect([body.messageCode, body.details]).toEqual(['Bid.Credit', { bidAllow: 0 }]);
  });

  test('is replaced in the same row; a lower amount is released immediately while there is no order', async () => {
    const boris = await client();
    const car = await lot();
    const bidId = await fixture.placed(boris, car, 650_000);
    expect(await fixture.placed(boris, car, 500_000)).toBe(bidId);
    expect(await fixture.bid(bidId)).toMatchObject({ amount_yen: 500_000, version: 2, status: 1, held_yen: 0 });
    expect(await fixture.exposure(boris)).toBe(510_000);
  });

  test('repeated with equal values changes nothing', async () => {
    const boris = await client();
    const car = await lot();
    const bidId = await fixture.placed(boris, car, 650_000);
    await fixture.setStatus(fixture.maria, bidId, 2);
    const again = await fixture.place(boris, car, 650_000, {}, { 'idempotency-key': 'again' });
    expect(again.body).toMatchObject({ bidId, bidStatus: 2 });
    expect(await fixture.bid(bidId)).toMatchObject({ version: 2, status: 2 });
  });

  test('accepted before and lowered now becomes New again; the old order stays and its higher amount is held', async () => {
    const boris = await client();
    const car = await lot();
    const bidId = await fixture.placed(boris, car, 650_000);
    await fixture.setStatus(fixture.maria, bidId, 2);
    await fixture.placed(boris, car, 400_000);
    expect(await fixture.bid(bidId)).toMatchObject({ status: 1, amount_yen: 400_000, held_yen: 660_000, version: 3 });
    expect(await fixture.exposure(boris)).toBe(660_000);
    expect(await fixture.order(car)).toMatchObject({ version: 1, kind: 'order', max_yen: 650_000 });
  });

  test('may only be raised after the cancel deadline', async () => {
    const boris = await client();
    const car = await lot({ auctionInMinutes: 11 * 60 });
    const bidId = await fixture.placed(boris, car, 500_000);
    const { status, body } = await fixture.place(boris, car, 495_000);
    expect([status, body.messageCode, body.details]).toEqual([409, 'Bid.RaiseOnly', { limitYen: 500_000 }]);
    expect(await fixture.placed(boris, car, 505_000)).toBe(bidId);
  });

  test('cannot be replaced after the cut-off, nor once it has won', async () => {
    const boris = await client({ permissions: { bidDeadlineCheck: false } });
    const car = await lot({ auctionInMinutes: 59 });
    const bidId = await fixture.placed(boris, car, 500_000);
    const late = await fixture.place(boris, car, 600_000);
    expect([late.status, late.body.messageCode]).toEqual([409, 'Bid.LastHour']);
    await fixture.setStatus(fixture.maria, bidId, 6);
    expect((await fixture.place(boris, car, 600_000)).body.messageCode).toBe('Bid.LastHour');
    const early = await lot();
    await fixture.setStatus(fixture.maria, await fixture.placed(boris, early, 300_000), 6);
    const won = await fixture.place(boris, early, 400_000);
    expect([won.status, won.body.messageCode]).toEqual([409, 'Bid.NotEditable']);
  });

  test('is a new row after a cancelled one', async () => {
    const boris = await client();
    const car = await lot();
    const bidId = await fixture.placed(boris, car, 500_000);
    await fixture.setStatus(boris, bidId, 4);
    expect(await fixture.placed(boris, car, 500_000)).not.toBe(bidId);
  });

  test('is not replaced with an outdated version', async () => {
    const boris = await client();
    const car = await lot();
    await fixture.placed(boris, car, 500_000);
    await fixture.placed(boris, car, 510_000);
    const stale = await fixture.place(boris, car, 520_000, {}, { 'if-match': '"1"' });
    expect([stale.status, stale.body.messageCode]).toEqual([409, 'Bid.Version']);
    expect((await fixture.place(boris, car, 520_000, {}, { 'if-match': '2' })).status).toBe(200);
  });

  test('of a client with autobid is accepted immediately and sent to the agent', async () => {
    const boris = await client({ autobid: true });
    const car = await lot();
    const { body } = await fixture.place(boris, car, 500_000);
    expect(body.bidStatus).toBe(2);
    expect(await fixture.order(car)).toMatchObject({
      version: 1,
      bid_id: body.bidId,
      max_yen: 500_000,
      state: 'waiting',
    });
    await fixture.placed(boris, car, 600_000);
    expect(await fixture.order(car)).toMatchObject({ version: 2, max_yen: 600_000 });
  });

  // @covers ACCT-16
  test('of a troublesome client waits for a manager despite autobid', async () => {
    const boris = await client({ autobid: true, roleId: ROLE.troublesome });
    const car = await lot();
    expect((await fixture.place(boris, car, 500_000)).body.bidStatus).toBe(1);
    expect(await fixture.order(car)).toBeUndefined();
  });

  test('in the last hour waits for a manager despite autobid: nothing is forwarded any more', async () => {
    const boris = await client({ autobid: true, permissions: { bidDeadlineCheck: false } });
    const car = await lot({ auctionInMinutes: 59 });
    expect((await fixture.place(boris, car, 500_000)).body.bidStatus).toBe(1);
    expect(await fixture.order(car)).toBeUndefined();
  });
});

describe('a retry with a key', () => {
  // @covers API-07, BID-22
  test('returns the same reply, and is refused with another body', async () => {
    const boris = await client();
    const car = await lot();
    const key = { 'idempotency-key': 'one' };
    const first = await fixture.place(boris, car, 500_000, {}, key);
    await fixture.placed(boris, car, 600_000);
    expect((await fixture.place(boris, car, 500_000, {}, key)).body).toEqual(first.body);
    expect((await fixture.bid(first.body.bidId)).amount_yen).toBe(600_000);
    const other = await fixture.place(boris, car, 700_000, {}, key);
    expect([other.status, other.body.messageCode]).toEqual([422, 'Idempotency.Mismatch']);
  });

  test('of a refused bid is checked again', async () => {
    const boris = await client({ creditLimitYen: 100_000 });
    const car = await lot();
    const key = { 'idempotency-key': 'two' };
    expect((await fixture.place(boris, car, 500_000, {}, key)).status).toBe(409);
    await fixture.db.updateTable('bid_clients').set({ credit_limit_yen: -1 }).where('user_id', '=', boris.id).execute();
    expect((await fixture.place(boris, car, 500_000, {}, key)).status).toBe(200);
  });

  test('belongs to one account', async () => {
    const car = await lot();
    const key = { 'idempotency-key': 'three' };
    const mine = await fixture.place(await client(), car, 500_000, {}, key);
    const yours = await fixture.place(await client(), car, 500_000, {}, key);
    expect(mine.body.bidId).not.toBe(yours.body.bidId);
  });
});
