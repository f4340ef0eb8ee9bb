import { ROLE } from '@seri/contract/auth/permissions.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLot } from '../testing/fixtures/lots.ts';
import { createPerson, type Person } from '../testing/http/people.ts';
import { type TestPortal, testPortal } from '../testing/http/portal.ts';
import { userCalls } from '../testing/http/user-calls.ts';

const PROFILE = '/v1/user/view-profile';
const SETTING = '/v1/user/update-setting';
let portal: TestPortal;

beforeAll(async () => {
  portal = await testPortal(userCalls);
});
afterAll(() => portal.close());

const client = (options = {}) => createPerson(portal.database.db, options);
const balanceOf = async (person: Person, query = '') =>
  (await portal.ask(person, 'GET', `${PROFILE}${query}`)).body.balanceInfo;

/** A bid as the bids capability writes it: the row, and its exposure on the client's account. */
async function hasBid(
  person: Person,
  lotId: number,
  amountYen: number,
  more: { status?: number; heldYen?: number } = {},
) {
  const { db } = portal.database;
  const row = { lot_id: lotId, user_id: person.id, placed_by: person.id, lot_source: 'auction', amount_yen: amountYen };
  await db
    .insertInto('bids')
    .values({ ...row, adjustment_yen: 10_000, status: more.status ?? 1, held_yen: more.heldYen ?? 0 })
    .execute();
  const holds = [1, 2].includes(more.status ?? 1) ? Math.max(more.heldYen ?? 0, amountYen + 10_000) : 0;
  await db
    .updateTable('bid_clients')
    .set((eb) => ({ exposure_yen: eb('exposure_yen', '+', holds) }))
    .where('user_id', '=', person.id)
    .execute();
}

test('a signed-out user reads and changes nothing', async () => {
  expect(await portal.ask(null, 'GET', PROFILE)).toMatchObject({
    status: 401,
    body: { messageCode: 'Auth.SignedOut' },
  });
  expect((await portal.ask(null, 'PUT', SETTING, { bidEmailNotify: true, language: 692 })).status).toBe(401);
});

test('a disabled user is refused like a signed-out one', async () => {
  const disabled = await client({ roleId: ROLE.disabled });
  expect((await portal.ask(disabled, 'GET', PROFILE)).status).toBe(401);
});

test('a client or dealer gets the same reply for another account as for a missing one', async () => {
  const [anna, dealer] = await Promise.all([client(), client({ roleId: ROLE.dealer })]);
  const his = await client({ dealerId: dealer.id });
  for (const [who, whom] of [
    [anna, dealer.id],
    [dealer, anna.id],
    [dealer, his.id],
    [anna, 2_000_000],
  ] as const)
    expect(await portal.ask(who, 'GET', `${PROFILE}?userId=${whom}`)).toMatchObject({
      status: 404,
      body: { messageCode: 'NotFound' },
    });
});

test('a manager may view clients, but not other managers or missing accounts', async () => {
  const kenji = await client({ roleId: ROLE.manager, fullName: 'Kenji Mori' });
  const yuki = await client({ roleId: ROLE.manager });
  const anna = await client({ creditLimitYen: 700_000 });
  const seen = await portal.ask(kenji, 'GET', `${PROFILE}?userId=${anna.id}`);
  expect(seen).toMatchObject({
    status: 200,
    body: {
      detail: { userId: anna.id, fullName: 'Anna Petrova', userType: 2 },
      balanceInfo: { creditLimit: 700_000, bidAllow: 690_000 },
      permissions: { biddingAllowed: true, managerBidForClient: false },
    },
  });
  expect((await portal.ask(kenji, 'GET', `${PROFILE}?userId=${yuki.id}`)).status).toBe(404);
  expect((await portal.ask(kenji, 'GET', `${PROFILE}?userId=2000000000`)).status).toBe(404);
});

// @covers ASVS-1.4.2
test('invalid parameters are refused', async () => {
  const anna = await client();
  for (const query of [
    'userId=abc',
    'userId=0',
    'userId=99999999999',
    'bidGroup=11',
    `carId=${'9'.repeat(21)}`,
    'role=991',
  ])
    expect(await portal.ask(anna, 'GET', `${PROFILE}?${query}`)).toMatchObject({
      status: 400,
      body: { messageCode: 'Request.Invalid' },
    });
});

test('a missing lot is not found, in any spelling of its id', async () => {
  const anna = await client();
  for (const carId of ['L999999', '17', 'L0', 'L1e3', 'L-1', "L1'--", 'L99999999999999999'])
    expect((await portal.ask(anna, 'GET', `${PROFILE}?carId=${encodeURIComponent(carId)}`)).status).toBe(404);
});

test('invalid settings are refused field by field, and no other fields can be set', async () => {
  const anna = await client();
  const cases: [unknown, Record<string, string[]>][] = [
    [{ bidEmailNotify: true }, { language: ['Field.Invalid'] }],
    [{ bidEmailNotify: 1, language: 692 }, { bidEmailNotify: ['Field.Invalid'] }],
    [{ bidEmailNotify: true, language: '692' }, { language: ['Field.Invalid'] }],
    [{ bidEmailNotify: true, language: 694 }, { language: ['Field.Invalid'] }],
    [{ bidEmailNotify: false, language: 692, roleId: 991 }, { roleId: ['Field.Unknown'] }],
  ];
  for (const [body, errors] of cases)
    expect(await portal.ask(anna, 'PUT', SETTING, body)).toMatchObject({ status: 422, body: { errors } });
  expect((await portal.ask(anna, 'GET', PROFILE)).body.detail).toMatchObject({ bidEmailNotify: true, roleId: 1064 });
});

// @covers ACCT-19
test('a client reads their profile and their free amount', async () => {
  const anna = await client({ balanceYen: 300_000, creditLimitYen: 1_000_000, dailyBidLimit: 12 });
  await hasBid(anna, await createLot(portal.database.db), 650_000);
  const { status, body } = await portal.ask(anna, 'GET', PROFILE);
  expect(status).toBe(200);
  expect(body).toMatchObject({
    success: true,
    detail: {
      userId: anna.id,
      userLevel: 1064,
      roleId: 1064,
      email: anna.email,
      company: null,
      lastLogin: null,
      language: 692,
    },
    balanceInfo: {
      balance: 300_000,
      creditLimit: 1_000_000,
      bidAllow: 630_000,
      dailyBidLimit: 12,
      dailyUssLimit: -1,
      activeBids: 1,
    },
  });
  expect(Object.keys(body.permissions)).toHaveLength(24);
  expect(JSON.stringify(body)).not.toContain('hash');
});

test('a manager has no limits and nothing to bid with', async () => {
  const kenji = await client({ roleId: ROLE.manager });
  expect(await balanceOf(kenji)).toEqual({
    balance: 0,
    creditLimit: -1,
    dailyBidLimit: -1,
    dailyUssLimit: -1,
    activeBids: 0,
  });
});

// @covers BID-10
test('the allowed amount on a lot is in whole steps, less the overbid of its auction house, at most the usual one', async () => {
  const { db } = portal.database;
  const anna = await client({ creditLimitYen: 1_003_000 });
  const usual = await createLot(db);
  const cheap = await createLot(db, { house: 'Arai Bayside' });
  const dear = await createLot(db, { house: 'Mirive Aichi' });
  await db.updateTable('auction_houses').set({ overbid_yen: 3_000 }).where('name', '=', 'Arai Bayside').execute();
  await db.updateTable('auction_houses').set({ overbid_yen: 50_000 }).where('name', '=', 'Mirive Aichi').execute();
  expect((await balanceOf(anna)).bidAllow).toBe(993_000);
  expect((await balanceOf(anna, `?carId=L${usual}`)).bidAllow).toBe(990_000);
  expect((await balanceOf(anna, `?carId=L${cheap}`)).bidAllow).toBe(1_000_000);
  expect((await balanceOf(anna, `?carId=L${dear}`)).bidAllow).toBe(990_000);
});

test("raising one's own bid counts its exposure as free, a bid on another lot does not", async () => {
  const { db } = portal.database;
  const anna = await client({ creditLimitYen: 1_000_000 });
  const [own, other] = [await createLot(db), await createLot(db)];
  await hasBid(anna, own, 600_000, { status: 2, heldYen: 700_000 });
  expect((await balanceOf(anna)).bidAllow).toBe(290_000);
  expect((await balanceOf(anna, `?carId=L${own}`)).bidAllow).toBe(990_000);
  expect((await balanceOf(anna, `?carId=L${other}`)).bidAllow).toBe(290_000);
  const kenji = await client({ roleId: ROLE.manager });
  expect((await balanceOf(kenji, `?userId=${anna.id}&carId=L${own}`)).bidAllow).toBe(990_000);
});

test('a debt gives an allowed amount of zero, not less', async () => {
  const anna = await client({ balanceYen: -250_000, creditLimitYen: 100_000 });
  const lot = await createLot(portal.database.db);
  expect(await balanceOf(anna)).toMatchObject({ balance: -250_000, bidAllow: 0 });
  expect((await balanceOf(anna, `?carId=L${lot}`)).bidAllow).toBe(0);
});

// @covers PAY-06
test('without a limit, or without its check, the highest possible bid is allowed', async () => {
  const lot = await createLot(portal.database.db);
  const unlimited = await client({ creditLimitYen: -1 });
  const unchecked = await client({ creditLimitYen: 0, permissions: { creditLimitCheck: false } });
  for (const person of [unlimited, unchecked]) {
    expect((await balanceOf(person)).bidAllow).toBe(999_999_999);
    expect((await balanceOf(person, `?carId=L${lot}`)).bidAllow).toBe(999_999_999);
  }
});

// @covers PAY-06
test('the daily limit shows the remaining number, and starts again on the next day in Japan', async () => {
  const anna = await client({ dailyBidLimit: 3 });
  const setDay = (shift: number, count: number) =>
    portal.database.pool.query(
      `update bid_clients set bids_day = (now() at time zone 'Asia/Tokyo')::date + $2::int, bids_that_day = $3 where user_id = $1`,
      [anna.id, shift, count],
    );
  await setDay(0, 1);
  expect((await balanceOf(anna)).dailyBidLimit).toBe(2);
  await setDay(0, 5);
  expect((await balanceOf(anna)).dailyBidLimit).toBe(0);
  await setDay(-1, 5);
  expect((await balanceOf(anna)).dailyBidLimit).toBe(3);
  const free = await client();
  expect((await balanceOf(free)).dailyBidLimit).toBe(-1);
});

test("active bids are the user's own bids without a result", async () => {
  const { db } = portal.database;
  const [anna, ivan] = await Promise.all([client(), client()]);
  for (const status of [1, 2, 3, 4, 5, 6, 7]) await hasBid(anna, await createLot(db), 5_000, { status });
  await hasBid(ivan, await createLot(db), 5_000);
  expect((await balanceOf(anna)).activeBids).toBe(3);
  expect((await balanceOf(ivan)).activeBids).toBe(1);
});

test('a revoked flag is missing in the next reply', async () => {
  const anna = await client();
  expect((await portal.ask(anna, 'GET', PROFILE)).body.permissions.shareCar).toBe(true);
  await portal.database.pool.query(`update users set permissions = permissions || '{"shareCar":false}' where id = $1`, [
    anna.id,
  ]);
  expect((await portal.ask(anna, 'GET', PROFILE)).body.permissions.shareCar).toBe(false);
});

test('an account older than a flag lacks it, and its money is still checked', async () => {
  const anna = await client({ creditLimitYen: 50_000 });
  await portal.database.pool.query(`update users set permissions = '{"carAuctionsView":true}' where id = $1`, [
    anna.id,
  ]);
  const { body } = await portal.ask(anna, 'GET', PROFILE);
  expect(Object.keys(body.permissions)).toHaveLength(24);
  expect(body.permissions).toMatchObject({ carAuctionsView: true, biddingAllowed: false });
  expect(body.balanceInfo.bidAllow).toBe(40_000);
});

test('saves the language and the mail setting of the current user only', async () => {
  const [anna, ivan] = await Promise.all([client(), client()]);
  const saved = await portal.ask(anna, 'PUT', SETTING, { bidEmailNotify: false, language: 693 });
  expect(saved).toMatchObject({ status: 200, body: { success: true } });
  expect((await portal.ask(anna, 'GET', PROFILE)).body.detail).toMatchObject({ bidEmailNotify: false, language: 693 });
  expect((await portal.ask(ivan, 'GET', PROFILE)).body.detail).toMatchObject({ bidEmailNotify: true, language: 692 });
});
