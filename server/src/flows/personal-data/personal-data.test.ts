import { ROLE } from '@seri/contract/auth/permissions.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bidRoutes } from '../../bids/routes.ts';
import { chatRoutes } from '../../chat/routes.ts';
import { bookMoney } from '../../payments/book-money.ts';
import { compareLedger } from '../../payments/check-ledger-queries.ts';
import { paymentRoutes } from '../../payments/routes.ts';
import { setPurchaseStatus } from '../../purchases/manage/manage-purchase.ts';
import { type BidFixture, bidFixture } from '../../testing/bidding/bid-fixture.ts';
import { createLot } from '../../testing/fixtures/lots.ts';
import { createPerson, type Person, signIn } from '../../testing/http/people.ts';
import { settleWin } from '../auctions/settle-win.ts';
import { collectPersonalData, erasePerson } from './personal-data.ts';
import { RULES } from './rules.ts';

const NAME = 'Zinaida Tester';
const EMAIL = 'zinaida@leaving.example';
const OPERATOR = null;
/** Texts by people that stay: messages of two sides, receivers of cars, references of bank transfers. */
const WORDS_STAY = ['addresses', 'chat_messages', 'incoming_transfers'];

let fixture: BidFixture;
let zina: Person;
let bidId: number;
let purchaseId: number;
beforeAll(async () => {
  fixture = await bidFixture((app, database) => {
    bidRoutes(app, database, { settleWin });
    chatRoutes(app, database);
    paymentRoutes(app, database);
  });
  zina = await createPerson(fixture.db, { fullName: NAME, email: EMAIL });
  await fixture.db
    .updateTable('users')
    .set({ mobile: '79140009988', city: 'Leavetown' })
    .where('id', '=', zina.id)
    .execute();
});
afterAll(() => fixture.close());

const rowsOf = async <Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> =>
  (await fixture.database.pool.query<Row>(text, values)).rows;

/** A client with data of every kind: visits, searches, a message, a bid with a purchase, an open bid. */
async function lives() {
  await signIn(fixture.db, zina.id);
  await rowsOf(`insert into favorites (user_id, lot_id, group_letter) select $1, $2, 'A'`, [
    zina.id,
    await createLot(fixture.db),
  ]);
  await rowsOf(`insert into mails (kind, user_id, data) values ('password-changed', $1, '{"name": "${NAME}"}')`, [
    zina.id,
  ]);
  bidId = await fixture.placed(zina, await createLot(fixture.db), 400_000);
  await fixture.ask(zina, 'POST', '/v1/bid/save-chat', { bidId, comment: 'Is it dry?' });
  await fixture.setStatus(fixture.maria, bidId, 6);
  await fixture.ask(fixture.maria, 'PUT', '/v1/bid/update-sold-price', { bidId, soldPrice: '380000' });
  await fixture.ask(fixture.maria, 'POST', '/v1/bid/confirm-win', { bidId });
  const [bought] = await rowsOf<{ id: number }>('select id::int from purchases where bid_id = $1', [bidId]);
  purchaseId = bought?.id ?? 0;
}

// @covers OPS-07
test('every table that references an account has a rule, and no other table', async () => {
  const rows = await rowsOf<{ name: string; column: string }>(
    `select conrelid::regclass::text as name, attname as column
       from pg_constraint join pg_attribute on attrelid = conrelid and attnum = any (conkey)
      where contype = 'f' and confrelid = 'users'::regclass and conrelid <> 'users'::regclass and conparentid = 0`,
  );
  const named: Record<string, string[]> = {};
  for (const { name, column } of rows) named[name] = [...(named[name] ?? []), column].sort();
  const ruled = Object.fromEntries(
    Object.entries(RULES).map(([table, { userColumns }]) => [table, [...userColumns].sort()]),
  );
  // For programs the column holds the id of a token, so it has no foreign key.
  expect(ruled).toEqual({ ...named, idempotency_keys: ['user_id'] });
});

describe('the personal data of a user', () => {
  // @covers OPS-07
  test('is exported completely, without secrets and without data of others', async () => {
    await lives();
    const given = await collectPersonalData(fixture.db, zina.id);
    expect(given.account).toMatchObject({ email: EMAIL, full_name: NAME, mobile: '79140009988' });
    expect(given.payments).toMatchObject([{ kind: 'car_purchase' }]);
    const parts = given as unknown as Record<string, object[]>;
    expect(parts.bids).toMatchObject([{ id: bidId, amount_yen: 400_000 }]);
    expect(parts.chat_messages).toMatchObject([{ text: 'Is it dry?' }]);
    for (const table of ['sessions', 'favorites', 'mails', 'purchases', 'bid_events'])
      expect([table, parts[table]?.length]).not.toEqual([table, 0]);
    const text = JSON.stringify(given);
    for (const secret of ['hash', 'secret', 'token', 'nonce', 'Anna', 'Boris', 'Maria'])
      expect(text).not.toContain(secret);
  });

  test('is not found for an unknown account', () =>
    expect(collectPersonalData(fixture.db, 2_000_000_000)).rejects.toMatchObject({ code: 'NotFound' }));
});

describe('erasing a person', () => {
  // @covers OPS-07
  test('is refused with open obligations, which are returned', async () => {
    const open = await fixture.placed(zina, await createLot(fixture.db), 300_000);
    expect(await erasePerson(fixture.db, zina.id, OPERATOR)).toMatchObject({ openBids: 1, cars: 1, clients: 0 });
    expect(await rowsOf('select full_name from users where id = $1', [zina.id])).toEqual([{ full_name: NAME }]);
    await fixture.setStatus(zina, open, 4);
    for (const status of [1, 2, 3, 4, 5])
      await setPurchaseStatus(fixture.db, { purchaseId, by: fixture.maria.id, status });
    const left = await erasePerson(fixture.db, zina.id, OPERATOR);
    expect(left).toMatchObject({ openBids: 0, cars: 0 });
    expect(left?.balanceYen).toBeLessThan(0);
    const dealer = await createPerson(fixture.db, { roleId: ROLE.dealer });
    await createPerson(fixture.db, { dealerId: dealer.id });
    expect(await erasePerson(fixture.db, dealer.id, OPERATOR)).toMatchObject({ clients: 1 });
  });

  // @covers OPS-07
  test('leaves no personal text except agreements with others, and keeps bids, books and logs', async () => {
    const { balance_yen: owedYen } = await fixture.db
      .selectFrom('bid_clients')
      .select('balance_yen')
      .where('user_id', '=', zina.id)
      .executeTakeFirstOrThrow();
    const booking = {
      userId: zina.id,
      kind: 'remittance',
      amountYen: -owedYen,
      description: 'Paid',
      key: 'paid',
    } as const;
    await fixture.db.transaction().execute((tx) => bookMoney(tx, booking, { through: 'operator' }));
    const remaining = Object.entries(RULES).flatMap(([table, { erased }]) =>
      erased || table === 'user_events' ? [] : [table],
    );
    const sums = () =>
      Promise.all(
        remaining.map(async (table) => [
          table,
          (await rowsOf(`select count(*)::int, md5(string_agg(t::text, '' order by t::text)) from ${table} t`))[0],
        ]),
      );
    const before = await sums();

    expect(await erasePerson(fixture.db, zina.id, OPERATOR)).toBeNull();

    expect(await sums()).toEqual(before);
    await fixture.expectSound();
    expect(await compareLedger(fixture.db)).toMatchObject({ faults: [] });
    expect((await fixture.ask(zina, 'GET', '/v1/payments/balance')).status).toBe(401);
    for (const [table, { userColumns, erased }] of Object.entries(RULES))
      if (erased)
        expect([table, await rowsOf(`select from ${table} where ${userColumns[0]} = $1`, [zina.id])]).toEqual([
          table,
          [],
        ]);
    const tables = await rowsOf<{ name: string }>(
      `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
    );
    for (const { name } of tables.filter((table) => !WORDS_STAY.includes(table.name)))
      for (const word of ['zinaida', '79140009988', 'leavetown'])
        expect([name, word, await rowsOf(`select from ${name} t where t::text ilike '%${word}%'`)]).toEqual([
          name,
          word,
          [],
        ]);
    const [last] = await rowsOf<{ event: string }>(
      'select event from user_events where user_id = $1 order by id desc limit 1',
      [zina.id],
    );
    expect(last).toEqual({ event: 'erased' });
  });

  test('a second time changes nothing', async () => {
    expect(await erasePerson(fixture.db, zina.id, OPERATOR)).toBeNull();
    expect(await rowsOf('select email from users where id = $1', [zina.id])).toEqual([
      { email: `erased-${zina.id}@erased.invalid` },
    ]);
  });
});
