import { BID_STATUS } from '@seri/contract/bids/statuses.ts';
import { LOT_STATUS } from '@seri/contract/lots/statuses.ts';
import type { ClientChange } from '@seri/contract/users/client-figures-routes.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { registerCalls } from '../../compose/app.ts';
import { bookMoney } from '../../payments/book-money.ts';
import { type BidFixture, bidFixture } from '../../testing/bidding/bid-fixture.ts';
import { createLot } from '../../testing/fixtures/lots.ts';
import { buyCar } from '../../testing/fixtures/purchases.ts';
import { CALL_OPTIONS } from '../../testing/http/call-options.ts';

let fixture: BidFixture;
beforeAll(async () => {
  fixture = await bidFixture((app, database) => registerCalls(app, database, CALL_OPTIONS));
  await fixture.db.updateTable('bid_clients').set({ credit_limit_yen: 5_000_000 }).execute();
});
afterAll(() => fixture.close());

const path = (what: string, userId: unknown, more = '') => `/v1/clients/${what}?userId=${userId}${more}`;
const figures = async () => (await fixture.ask(fixture.maria, 'GET', path('figures', fixture.anna.id))).body;
const history = async (more = '') =>
  (await fixture.ask(fixture.maria, 'GET', path('history', fixture.anna.id, more))).body;

// @covers SEC-03
test('figures and history are for managers, about clients only, and refuse what is no number', async () => {
  const { anna, boris, maria } = fixture;
  for (const what of ['figures', 'history']) {
    expect(await fixture.ask(null, 'GET', path(what, anna.id))).toMatchObject({ status: 401 });
    expect(await fixture.ask(anna, 'GET', path(what, anna.id))).toMatchObject({ status: 403 });
    expect(await fixture.ask(boris, 'GET', path(what, anna.id))).toMatchObject({ status: 403 });
    for (const userId of [maria.id, 999_999])
      expect(await fixture.ask(maria, 'GET', path(what, userId))).toMatchObject({ status: 404 });
    for (const userId of ['', '0', '1.5', '99999999999', "1'"])
      expect(await fixture.ask(maria, 'GET', path(what, encodeURIComponent(userId)))).toMatchObject({ status: 400 });
  }
  expect(await fixture.ask(maria, 'GET', path('figures', boris.id))).toMatchObject({
    status: 200,
    body: { committed: [], dues: [], onTheWay: 0, delivered: 0, habits: { bids: 0, ofLikelyPercent: null } },
  });
});

// @covers OPS-05
test('the committed bids add up to the exposure: of a group that buys one car only the highest counts', async () => {
  const { db, anna } = fixture;
  const lots = await Promise.all([1, 2, 3].map((no) => createLot(db, { auctionInMinutes: 3_000 + no })));
  const [first, second, third] = lots as [number, number, number];
  await fixture.placed(anna, first, 300_000);
  for (const [lotId, amount] of [
    [second, 500_000],
    [third, 400_000],
  ] as const)
    expect(await fixture.place(anna, lotId, amount, { bidGroup: 1 })).toMatchObject({ status: 200 });
  const { committed } = await figures();
  expect(committed).toMatchObject([
    { lotId: first, group: null, isHeld: false },
    { lotId: second, group: { value: 1, cars: 1 } },
    { lotId: third, group: { value: 1, cars: 1 }, reservedYen: 0 },
  ]);
  const sum = committed.reduce((yen: number, { reservedYen }: { reservedYen: number }) => yen + reservedYen, 0);
  expect(sum).toBe(await fixture.exposure(anna));
  expect(sum).toBeGreaterThanOrEqual(800_000);
});

// @covers OPS-05
test('habits count what ran, what was won, the share of the likely price, and what changed after it was accepted', async () => {
  const { db, boris, maria } = fixture;
  const lots = await Promise.all([0.9, 1, 1.1].map(() => createLot(db, { auctionInMinutes: 3_000 })));
  const bids: number[] = [];
  for (const [index, lotId] of lots.entries()) {
    bids.push(await fixture.placed(boris, lotId, 450_000 + index * 50_000));
    await db.updateTable('lots').set({ average_price_yen: 500_000 }).where('id', '=', lotId).execute();
  }
  const [won, lost, changed] = bids as [number, number, number];
  expect(await fixture.setStatus(maria, changed, BID_STATUS.bid)).toMatchObject({ status: 200 });
  expect(await fixture.place(boris, lots[2] as number, 555_000)).toMatchObject({ status: 200 });
  await db.updateTable('bids').set({ status: BID_STATUS.win }).where('id', '=', won).execute();
  await db.updateTable('bids').set({ status: BID_STATUS.finished }).where('id', '=', lost).execute();
  await db.updateTable('lots').set({ status: LOT_STATUS.sold }).where('id', 'in', lots.slice(0, 2)).execute();
  const { habits } = (await fixture.ask(maria, 'GET', path('figures', boris.id))).body;
  expect(habits).toEqual({
    ...{ days: 90, bids: 3, ran: 2, won: 1, ofLikelyPercent: 100, changedAfterAccepted: 1 },
    ...{ payable: 0, paidOnTime: 0 },
  });
});

// @covers OPS-05, PAY-04
test('purchases say what is due and until when; what came in time is paid on time', async () => {
  const { db, anna } = fixture;
  const book = (amountYen: number) =>
    db
      .transaction()
      .execute((tx) =>
        bookMoney(
          tx,
          { userId: anna.id, kind: 'deposit', amountYen, description: 'Bank transfer', key: `figures ${amountYen}` },
          { through: 'operator' },
        ),
      );
  await book(692_000);
  const day = new Date().toISOString().slice(0, 10);
  const paid = await buyCar(db, anna, { day, status: 5 });
  const open = await buyCar(db, anna, { day });
  const due = async () => (await figures()).dues.map(({ purchaseId, dueYen }: never) => [purchaseId, dueYen]);
  expect(await due()).toEqual([
    [paid, 0],
    [open, 692_000],
  ]);
  await book(92_000);
  expect(await due()).toEqual([
    [paid, 0],
    [open, 600_000],
  ]);
  expect(await figures()).toMatchObject({ onTheWay: 1, delivered: 1, habits: { payable: 1, paidOnTime: 1 } });
});

// @covers OPS-05
test('the history has every change of limits, account, bids and balance once, with author and reason', async () => {
  const { db, anna, maria } = fixture;
  const put = (what: string, body: object) =>
    fixture.ask(maria, 'PUT', `/v1/clients/${what}`, { userId: anna.id, ...body });
  for (const reason of ['', 'two\nlines', 'x'.repeat(201)])
    expect(await put('limits', { creditLimitYen: 6_000_000, reason })).toMatchObject({ status: 422 });
  expect(await put('limits', { creditLimitYen: 6_000_000, reason: 'Paid five cars' })).toMatchObject({ status: 200 });
  expect(await put('account', { autobid: true })).toMatchObject({ status: 200 });
  const { items, pageInfo } = await history('&pageSize=50');
  expect(items.slice(0, 2)).toMatchObject([
    { kind: 'account', event: 'autobid', by: 'Maria Sato', reason: null },
    {
      ...{ kind: 'account', event: 'limits', by: 'Maria Sato', reason: 'Paid five cars' },
      ...{ before: { creditLimitYen: 5_000_000 }, after: { creditLimitYen: 6_000_000 } },
    },
  ]);
  expect(items).toHaveLength(pageInfo.totalResults);
  const of = (kind: string) => items.filter((item: ClientChange) => item.kind === kind);
  expect(of('bid').every(({ by, lotNo }: ClientChange) => by === 'Anna Petrova' && lotNo !== null)).toBe(true);
  const { balance_yen } = await db
    .selectFrom('bid_clients')
    .select('balance_yen')
    .where('user_id', '=', anna.id)
    .executeTakeFirstOrThrow();
  const booked = of('money').reduce((yen: number, { amountYen }: ClientChange) => yen + (amountYen ?? 0), 0);
  expect(booked).toBe(balance_yen);
  const times = items.map(({ at }: ClientChange) => at);
  expect(times).toEqual([...times].sort().reverse());
  expect((await history('&page=2')).items).toEqual(items.slice(20, 40));
});
