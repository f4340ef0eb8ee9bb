import type { Booking } from '@seri/contract/payments/bookings.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Tx } from '../platform/db/db.ts';
import { healthRoutes } from '../platform/http/health/health.ts';
import { createLog } from '../platform/process/log.ts';
import { createPerson, type Person } from '../testing/http/people.ts';
import { type TestPortal, testPortal } from '../testing/http/portal.ts';
import { bookMoney, reversePosting } from './book-money.ts';
import type { Booker } from './book-posting.ts';
import { checkLedger } from './check-ledger.ts';
import { compareLedger } from './check-ledger-queries.ts';
import { paymentRoutes } from './routes.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await testPortal((app, database) => {
    paymentRoutes(app, database);
    healthRoutes(app, database);
  });
});
afterAll(() => portal.close());

const OPERATOR = { through: 'operator' } as const;
const inTx = <T>(work: (tx: Tx) => Promise<T>) => portal.database.db.transaction().execute(work);
let keys = 0;
const bookingOf = (person: Person, kind: Booking['kind'], amountYen: number, more: Partial<Booking> = {}): Booking => ({
  userId: person.id,
  kind,
  amountYen,
  description: `A ${kind}`,
  key: `key-${keys++}`,
  ...more,
});
const book = (input: Booking, booker: Booker = OPERATOR) => inTx((tx) => bookMoney(tx, input, booker));
const reverse = (postingId: number, description = 'A mistake') =>
  inTx((tx) => reversePosting(tx, { postingId, description }, OPERATOR));
const balanceOf = async ({ id }: Person) =>
  (
    await portal.database.db
      .selectFrom('bid_clients')
      .select('balance_yen')
      .where('user_id', '=', id)
      .executeTakeFirstOrThrow()
  ).balance_yen;
const query = async (text: string) => (await portal.database.pool.query(text)).rows;

describe('money booked by hand', () => {
  test.each([
    ['deposit', 150_000, 150_000, 'bank'],
    ['remittance', 900_000, 900_000, 'bank'],
    ['fee', 12_000, -12_000, 'fees'],
    ['freight', 80_000, -80_000, 'freight'],
    ['correction', 500, 500, 'corrections'],
    ['correction', -500, -500, 'corrections'],
  ] as const)('a %s of %s changes the balance by %s against %s', async (kind, amountYen, change, other) => {
    const anna = await createPerson(portal.database.db);
    const id = await book(bookingOf(anna, kind, amountYen));
    expect(await balanceOf(anna)).toBe(change);
    const rows = await query(
      `select kind, amount_yen from ledger_entries e join ledger_accounts a on a.id = e.account_id where posting_id = ${id} order by kind`,
    );
    expect(rows).toEqual(
      [
        { kind: 'client', amount_yen: change },
        { kind: other, amount_yen: -change },
      ].sort((a, b) => a.kind.localeCompare(b.kind)),
    );
  });

  test('a refund pays out at most the balance that open bids do not need', async () => {
    const anna = await createPerson(portal.database.db, { creditLimitYen: 0 });
    await book(bookingOf(anna, 'deposit', 100_000));
    await expect(book(bookingOf(anna, 'refund', 100_001))).rejects.toThrow('Payment.NotCovered');
    await portal.database.pool.query('update bid_clients set exposure_yen = 70000 where user_id = $1', [anna.id]);
    await expect(book(bookingOf(anna, 'refund', 30_001))).rejects.toThrow('Payment.NotCovered');
    const refund = bookingOf(anna, 'refund', 30_000);
    const id = await book(refund);
    expect(await book(refund)).toBe(id);
    expect(await balanceOf(anna)).toBe(70_000);
    await portal.database.pool.query('update bid_clients set exposure_yen = 0 where user_id = $1', [anna.id]);
  });

  test.each<[string, Partial<Booking>]>([
    ['nothing', { amountYen: 0 }],
    ['a fraction', { amountYen: 0.5 }],
    ['less than nothing', { amountYen: -1 }],
    ['more than a thousand million', { amountYen: 1_000_000_000 }],
    ['no description', { description: ' ' }],
    ['a description of two lines', { description: 'a\nb' }],
    ['no key', { key: '' }],
    ['an unknown kind', { kind: 'gift' as 'fee' }],
  ])('refuses to book %s', async (_what, wrong) => {
    const anna = await createPerson(portal.database.db);
    await expect(book(bookingOf(anna, 'deposit', 1_000, wrong))).rejects.toThrow('Field.Invalid');
    expect(await balanceOf(anna)).toBe(0);
  });

  test('refuses bookings for another client’s car and for accounts that are no clients', async () => {
    const [anna, maria] = [
      await createPerson(portal.database.db),
      await createPerson(portal.database.db, { roleId: 991 }),
    ];
    await expect(book(bookingOf(anna, 'freight', 1_000, { purchaseId: 999_999 }))).rejects.toThrow('NotFound');
    await expect(book(bookingOf(maria, 'deposit', 1_000))).rejects.toThrow('NotFound');
    await expect(book(bookingOf({ ...anna, id: 2_000_000_000 }, 'deposit', 1_000))).rejects.toThrow('NotFound');
  });

  // @covers PAY-09
  test('one key books once, for any number of concurrent calls; keys of another caller are separate', async () => {
    const anna = await createPerson(portal.database.db);
    const deposit = bookingOf(anna, 'deposit', 7_000);
    const ids = await Promise.all(Array.from({ length: 8 }, () => book(deposit)));
    expect(new Set(ids).size).toBe(1);
    for (const other of [{ amountYen: 8_000 }, { kind: 'remittance' as const }])
      await expect(book({ ...deposit, ...other })).rejects.toThrow('Idempotency.Mismatch');
    expect(await balanceOf(anna)).toBe(7_000);
    expect(await book(deposit, { through: 'manager', userId: anna.id })).not.toBe(ids[0]);
    expect(await balanceOf(anna)).toBe(14_000);
  });
});

describe('a reversal of a posting', () => {
  // @covers PAY-09
  test('is its mirror and is booked once, for any number of concurrent calls, and both stay in the ledger', async () => {
    const anna = await createPerson(portal.database.db);
    const id = await book(bookingOf(anna, 'fee', 12_000));
    const ids = await Promise.all([1, 2, 3, 4].map((n) => reverse(id, `Try ${n}`)));
    expect(new Set(ids).size).toBe(1);
    expect(await balanceOf(anna)).toBe(0);
    expect(await query(`select count(*) as n from ledger_entries where posting_id in (${id}, ${ids[0]})`)).toEqual([
      { n: 4 },
    ]);
  });

  test('cannot be reversed itself, and is not found for an unknown posting', async () => {
    const anna = await createPerson(portal.database.db);
    const back = await reverse(await book(bookingOf(anna, 'fee', 1_000)));
    await expect(reverse(back)).rejects.toThrow('Payment.NotReversible');
    await expect(reverse(999_999)).rejects.toThrow('NotFound');
  });

  test('that does not mirror the first is refused by the database', async () => {
    const anna = await createPerson(portal.database.db);
    const id = await book(bookingOf(anna, 'fee', 1_000));
    await expect(
      query(`with p as (insert into ledger_postings (kind, idempotency_key, description, booked_on, corrects_id)
        values ('correction', 'half', 'Half', '2026-11-21', ${id}) returning id)
        insert into ledger_entries (posting_id, account_id, amount_yen)
        select p.id, e.account_id, -e.amount_yen / 2 from p, ledger_entries e where e.posting_id = ${id}`),
    ).rejects.toThrow('does not take back');
  });
});

describe('the ledger, accessed by the portal’s own role', () => {
  const BOOKS = ['ledger_accounts', 'ledger_postings', 'ledger_entries'];
  const COLUMN: Record<string, string> = {
    ledger_accounts: 'kind',
    ledger_postings: 'kind',
    ledger_entries: 'amount_yen',
  };

  // @covers PAY-09
  test.each(BOOKS)('%s refuse update, delete and truncate, even in replica mode', async (table) => {
    const anna = await createPerson(portal.database.db);
    await book(bookingOf(anna, 'deposit', 1_000));
    const [{ n: before }] = await query(`select count(*) as n from ${table}`);
    const attempts = [
      `update ${table} set ${COLUMN[table]} = ${COLUMN[table]}`,
      `delete from ${table}`,
      `truncate ${table} cascade`,
      `insert into ${table} overriding system value select * from ${table} on conflict (id) do update set ${COLUMN[table]} = excluded.${COLUMN[table]}`,
      `merge into ${table} t using ${table} s on t.id = s.id when matched then delete`,
    ];
    const client = await portal.database.pool.connect();
    for (const attempt of attempts)
      for (const role of ['origin', 'replica']) {
        await client.query(`begin; set local session_replication_role = ${role}`);
        await expect(client.query(attempt), attempt).rejects.toThrow('append only');
        await client.query('rollback');
      }
    client.release();
    expect((await query(`select count(*) as n from ${table}`))[0].n).toBe(before);
  });

  // @covers PAY-09
  test('only the owner has rights on it', async () => {
    expect(
      await query(`select table_name, privilege_type from information_schema.role_table_grants
        where table_name like 'ledger\\_%' and grantee <> current_user`),
    ).toEqual([]);
  });

  test('entries that sum to zero cannot be added to an earlier posting, and a posting cannot be empty', async () => {
    const anna = await createPerson(portal.database.db);
    const id = await book(bookingOf(anna, 'deposit', 1_000));
    await expect(
      query(`insert into ledger_entries (posting_id, account_id, amount_yen)
        select posting_id, account_id, amount_yen from ledger_entries where posting_id = ${id}`),
    ).rejects.toThrow('was booked before');
    await expect(
      query(`insert into ledger_postings (kind, idempotency_key, description, booked_on)
        values ('fee', 'empty', 'Empty', '2026-11-21')`),
    ).rejects.toThrow('moves no money');
  });
});

describe('the nightly check', () => {
  const heard = () => {
    const log = createLog('test', 'silent');
    return { log, error: vi.spyOn(log, 'error'), info: vi.spyOn(log, 'info') };
  };

  // @covers PAY-09
  test('finds no faults in a sound ledger, reports it and stores it for readyz', async () => {
    const { log, error, info } = heard();
    await checkLedger(portal.database.db, log);
    expect(error).not.toHaveBeenCalled();
    expect(info).toHaveBeenCalledWith(expect.objectContaining({ postings: expect.any(Number) }), 'the ledger adds up');
    const { body } = await portal.ask(null, 'GET', '/readyz');
    expect(body).toMatchObject({ ready: true, ledger: { sound: true, checkedAt: expect.any(String) } });
  });

  test('finds a balance that was changed outside the ledger', async () => {
    const anna = await createPerson(portal.database.db);
    const { log, error } = heard();
    const set = (by: number) =>
      portal.database.pool.query('update bid_clients set balance_yen = balance_yen + $1 where user_id = $2', [
        by,
        anna.id,
      ]);
    await set(5);
    await checkLedger(portal.database.db, log);
    expect(error).toHaveBeenCalledWith(
      expect.objectContaining({ wrong: 1, some: [`client ${anna.id} shows 5, the entries say 0`] }),
      'the ledger does not add up',
    );
    const readiness = await portal.ask(null, 'GET', '/readyz');
    await set(-5);
    expect(readiness.body).toMatchObject({ ready: true, ledger: { sound: false } });
  });
});

// @covers PAY-09
test('every posting and the whole ledger sum to zero and balances match, for any concurrent bookings and reversals', async () => {
  const people = await Promise.all([1, 2, 3].map(() => createPerson(portal.database.db, { creditLimitYen: 0 })));
  const booked: number[] = [];
  const step = fc.record({
    who: fc.nat({ max: 2 }),
    kind: fc.constantFrom('deposit', 'remittance', 'fee', 'freight', 'refund', 'correction', 'reversal'),
    amountYen: fc.integer({ min: 1, max: 999_999_999 }),
    sign: fc.constantFrom(1, -1),
    repeats: fc.integer({ min: 1, max: 3 }),
    which: fc.nat({ max: 1_000 }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 10 }), async (steps) => {
      const commands = steps.flatMap(({ who, kind, amountYen, sign, repeats, which }) => {
        const earlier = booked[which % Math.max(1, booked.length)];
        if (kind === 'reversal') return earlier ? Array.from({ length: repeats }, () => () => reverse(earlier)) : [];
        const input = bookingOf(people[who] as Person, kind, kind === 'correction' ? amountYen * sign : amountYen);
        return Array.from({ length: repeats }, () => () => book(input));
      });
      const ends = await Promise.allSettled(commands.map((command) => command()));
      for (const end of ends)
        if (end.status === 'fulfilled') booked.push(end.value);
        else expect(String(end.reason)).toMatch(/Payment\.Not(Covered|Reversible)/);
      const { faults } = await compareLedger(portal.database.db);
      expect(faults).toEqual([]);
    }),
    { numRuns: 25 },
  );
}, 120_000);
