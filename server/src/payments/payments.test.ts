import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Tx } from '../platform/db/db.ts';
import { createPerson, type Person } from '../testing/http/people.ts';
import { type TestPortal, testPortal } from '../testing/http/portal.ts';
import { bookDeposit, bookPosting, bookPurchase } from './book-posting.ts';
import { paymentRoutes } from './routes.ts';

const PAYMENTS = '/v1/payments/';
const BALANCE = '/v1/payments/balance';
let portal: TestPortal;
let anna: Person;
let boris: Person;
let maria: Person;

beforeAll(async () => {
  portal = await testPortal(paymentRoutes);
  const { db } = portal.database;
  anna = await createPerson(db);
  boris = await createPerson(db, { language: 693 });
  maria = await createPerson(db, { roleId: 991 });
  await book((tx) => deposit(tx, anna, 300_000, 'Deposit by bank', '2026-11-10T03:00:00Z'));
  // Late on the 20th in UTC is the 21st in Japan.
  await book((tx) => deposit(tx, anna, 500_000, 'Second transfer 100%', '2026-11-20T16:00:00Z'));
  await book((tx) =>
    bookPosting(tx, {
      kind: 'car_purchase',
      idempotencyKey: 'a-car',
      description: 'TOYOTA PRIUS ZVW50-1',
      bookedOn: '2026-11-22',
      entries: [
        { account: { clientId: anna.id }, amountYen: -650_000 },
        { account: 'sales', amountYen: 620_000 },
        { account: 'fees', amountYen: 30_000 },
      ],
    }),
  );
});
afterAll(() => portal.close());

let deposits = 0;
const deposit = (tx: Tx, person: Person, amountYen: number, description: string, at: string) =>
  bookDeposit(tx, {
    userId: person.id,
    amountYen,
    description,
    idempotencyKey: `deposit-${deposits++}`,
    now: new Date(at),
  });
const book = <T>(command: (tx: Tx) => Promise<T>) => portal.database.db.transaction().execute(command);
const ask = (person: Person | null, query = '') => portal.ask(person, 'GET', `${PAYMENTS}${query}`);
const balanceOf = async (person: Person): Promise<number> =>
  (await portal.ask(person, 'GET', BALANCE)).body.balanceInfo.balance;

describe('payments', () => {
  test('refuses anonymous clients and managers', async () => {
    expect((await ask(null)).status).toBe(401);
    expect((await ask(maria)).status).toBe(403);
  });

  // @covers PAY-01
  test('texts of the portal are in the reader’s language and found by it; texts of people are unchanged', async () => {
    const { db } = portal.database;
    const [emma, oleg] = [await createPerson(db), await createPerson(db, { language: 693 })];
    for (const person of [emma, oleg]) {
      await book((tx) => deposit(tx, person, 150_000, 'Deposit', '2026-11-10T03:00:00Z'));
      await book((tx) => deposit(tx, person, 50_000, 'Deposit by bank', '2026-11-11T03:00:00Z'));
      await book((tx) => deposit(tx, person, 6_000, 'Other fees: TOYOTA VITZ: back', '2026-11-12T03:00:00Z'));
    }
    const read = async (person: Person, query = '') =>
      (await ask(person, query)).body.records.map((record: { description: string }) => record.description);
    expect(await read(emma)).toEqual(['Other fees: TOYOTA VITZ: back', 'Deposit by bank', 'Deposit']);
    expect(await read(oleg)).toEqual(['Прочие сборы: TOYOTA VITZ: back', 'Deposit by bank', 'Депозит']);
    expect(await read(oleg, `?qSearch=${encodeURIComponent('депо')}`)).toEqual(['Депозит']);
    expect(await read(emma, `?qSearch=${encodeURIComponent('депо')}`)).toEqual([]);
  });

  // @covers PAY-01
  test.each([
    '?page=0',
    '?page=10000001',
    '?pageSize=21',
    '?type=gift',
    '?dateFrom=21.11.2026',
    '?userId=1',
    '?page=x',
  ])('refuses the query %s', async (query) => expect((await ask(anna, query)).status).toBe(400));

  // @covers PAY-01
  test('a client reads every record, newest first, with the balance after it and the totals as digits', async () => {
    const { status, body } = await ask(anna);
    expect(status).toBe(200);
    expect(body.records).toMatchObject([
      { date: '2026-11-22', type: 'carPurchase', amount: -650_000, balance: 150_000 },
      { date: '2026-11-21', type: 'remittances', amount: 500_000, balance: 800_000 },
      { date: '2026-11-10', type: 'remittances', amount: 300_000, balance: 300_000 },
    ]);
    expect(body).toMatchObject({
      totalBalance: '150000',
      totalReceived: '800000',
      totalSpent: '650000',
      pageInfo: { page: 1, pageSize: 20, totalSearchResults: 3, totalResults: 3 },
    });
  });

  test.each([
    ['?type=remittances', 2, '800000', '0'],
    ['?type=carPurchase', 1, '0', '650000'],
    ['?qSearch=prius', 1, '0', '650000'],
    ['?qSearch=100%25', 1, '500000', '0'],
    ['?qSearch=_', 0, null, null],
    ['?dateFrom=2026-11-21&dateTo=2026-11-21', 1, '500000', '0'],
    ['?dateFrom=2026-12-01', 0, null, null],
  ])(
    'the filter %s finds %s with its own totals, balances stay those of the account',
    async (query, found, received, spent) => {
      const { body } = await ask(anna, query);
      expect(body.records).toHaveLength(found);
      expect(body).toMatchObject({ totalReceived: received, totalSpent: spent });
      expect(body.pageInfo).toMatchObject({ totalSearchResults: found, totalResults: 3 });
      const bought = body.records.find((row: { type: string }) => row.type === 'carPurchase');
      if (bought) expect(bought.balance).toBe(150_000);
    },
  );

  test('another client sees none of it, in their own language', async () => {
    const { body } = await ask(boris);
    expect(body).toMatchObject({ records: [], totalBalance: null, totalReceived: null, totalSpent: null });
    expect(body.typesList).toEqual([
      { value: 'remittances', label: 'Перевод' },
      { value: 'carPurchase', label: 'Покупка автомобиля' },
    ]);
  });

  // @covers PAY-01
  test('all pages together contain every record once', async () => {
    const carol = await createPerson(portal.database.db);
    await book(async (tx) => {
      for (let n = 0; n < 45; n++) await deposit(tx, carol, 1_000, `Transfer ${n}`, '2026-11-21T00:00:00Z');
    });
    const pages = await Promise.all(['?page=1', '?page=2', '?page=3', '?page=4'].map((query) => ask(carol, query)));
    const ids = pages.flatMap(({ body }) => body.records.map((row: { id: number }) => row.id));
    expect(ids).toEqual([...new Set<number>(ids)].sort((a, b) => b - a));
    expect(ids).toHaveLength(45);
  });
});

describe('balance', () => {
  test('refuses anonymous clients, managers and parameters', async () => {
    expect((await portal.ask(null, 'GET', BALANCE)).status).toBe(401);
    expect((await portal.ask(maria, 'GET', BALANCE)).status).toBe(403);
    expect((await portal.ask(anna, 'GET', `${BALANCE}?userId=${boris.id}`)).status).toBe(400);
  });

  // @covers PAY-03
  test('a client reads their balance, credit limit and free amount', async () => {
    const { body } = await portal.ask(anna, 'GET', BALANCE);
    expect(body.balanceInfo).toEqual({
      balance: 150_000,
      creditLimit: 1_000_000,
      bidAllow: 1_140_000,
      dailyBidLimit: -1,
      dailyUssLimit: -1,
      activeBids: 0,
    });
  });
});

describe('the ledger', () => {
  test('the same key books once; other amounts are an error', async () => {
    const carol = await createPerson(portal.database.db);
    const once = { userId: carol.id, amountYen: 70_000, description: 'Deposit', idempotencyKey: 'k', now: new Date() };
    const ids = await Promise.all([1, 2, 3].map(() => book((tx) => bookDeposit(tx, once))));
    expect(new Set(ids).size).toBe(1);
    expect(await balanceOf(carol)).toBe(70_000);
    await expect(book((tx) => bookDeposit(tx, { ...once, amountYen: 80_000 }))).rejects.toThrow('Idempotency.Mismatch');
    expect(await balanceOf(carol)).toBe(70_000);
  });

  test.each([
    ['do not sum to zero', [1_000, -999]],
    ['are fractions', [0.5, -0.5]],
    ['move nothing', [0, 0]],
    ['outgrow a number', [2 ** 53, -(2 ** 53)]],
  ])('refuses entries that %s', async (_what, [first, second]) => {
    const before = await balanceOf(anna);
    const posting = {
      kind: 'correction',
      idempotencyKey: `wrong-${first}`,
      description: 'Wrong',
      bookedOn: '2026-11-21',
      entries: [
        { account: { clientId: anna.id }, amountYen: first ?? 0 },
        { account: 'bank', amountYen: second ?? 0 },
      ],
    } as const;
    await expect(book((tx) => bookPosting(tx, { ...posting, entries: [...posting.entries] }))).rejects.toThrow();
    expect(await balanceOf(anna)).toBe(before);
  });

  test('bookings cannot be edited, not even in SQL', async () => {
    const { pool } = portal.database;
    await expect(pool.query('update ledger_entries set amount_yen = 1')).rejects.toThrow('append only');
    await expect(pool.query('delete from ledger_postings')).rejects.toThrow('append only');
    await expect(
      pool.query(`with p as (insert into ledger_postings (kind, idempotency_key, description, booked_on)
        values ('correction', 'lonely', 'Lonely', '2026-11-21') returning id)
        insert into ledger_entries (posting_id, account_id, amount_yen) select p.id, a.id, 5 from p, ledger_accounts a limit 1`),
    ).rejects.toThrow('does not sum to zero');
  });

  test('balances are the sums of their entries and all accounts sum to zero, for any concurrent bookings', async () => {
    const people = await Promise.all([1, 2, 3].map(() => createPerson(portal.database.db)));
    const movement = fc.record({
      who: fc.integer({ min: 0, max: 2 }),
      kind: fc.constantFrom('deposit', 'purchase'),
      amountYen: fc.integer({ min: 1, max: 999_999_999 }),
      feesYen: fc.integer({ min: 0, max: 100_000 }),
      repeats: fc.integer({ min: 1, max: 2 }),
    });
    const expected = new Map(people.map(({ id }) => [id, 0]));
    let key = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(movement, { minLength: 1, maxLength: 8 }), async (movements) => {
        const commands = movements.flatMap(({ who, kind, amountYen, feesYen, repeats }) => {
          const userId = people[who]?.id ?? 0;
          const idempotencyKey = `random-${key++}`;
          const spent = kind === 'deposit' ? amountYen : -(amountYen + feesYen);
          expected.set(userId, (expected.get(userId) ?? 0) + spent);
          const command = (tx: Tx) =>
            kind === 'deposit'
              ? bookDeposit(tx, { userId, amountYen, description: 'Deposit', idempotencyKey, now: new Date() })
              : bookPosting(tx, {
                  kind: 'car_purchase',
                  idempotencyKey,
                  description: 'A car',
                  bookedOn: '2026-11-21',
                  entries: [
                    { account: { clientId: userId }, amountYen: spent },
                    { account: 'sales', amountYen },
                    { account: 'fees', amountYen: feesYen },
                  ],
                });
          return Array.from({ length: repeats }, () => command);
        });
        await Promise.all(commands.map(book));
        for (const person of people) expect(await balanceOf(person)).toBe(expected.get(person.id));
        const { rows } = await portal.database.pool.query(
          'select coalesce(sum(amount_yen), 0) as sum from ledger_entries',
        );
        expect(rows[0].sum).toBe(0);
      }),
      { numRuns: 20 },
    );
  }, 60_000);

  test('a purchase that does not exist cannot be paid', async () => {
    const paid = {
      purchaseId: 999_999,
      userId: anna.id,
      carPriceYen: 1,
      feesYen: 0,
      description: '',
      bookedOn: '2026-11-21',
    };
    await expect(book((tx) => bookPurchase(tx, paid))).rejects.toThrow();
  });
});
