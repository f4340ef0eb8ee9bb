import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { confirmSheetOrder, lockOrderedLot } from '../../agent/order-queries.ts';
import { syncGroups } from '../../bids/groups/sync-groups.ts';
import { notifyNotForwarded } from '../../bids/manage/notify-not-forwarded.ts';
import { releaseHeld } from '../../bids/outcomes/apply-lot-result.ts';
import { bidRoutes } from '../../bids/routes.ts';
import { bookDeposit } from '../../payments/book-posting.ts';
import { openDatabase } from '../../platform/db/db.ts';
import { testDatabase } from '../../platform/embedded-postgres/test-database.ts';
import { createLog } from '../../platform/process/log.ts';
import { type BidFixture, bidFixture } from '../../testing/bidding/bid-fixture.ts';
import { aResult, imported, type Row } from '../../testing/fixtures/feed.ts';
import { createLot } from '../../testing/fixtures/lots.ts';
import { createPerson, type Person } from '../../testing/http/people.ts';
import { setLimits } from '../../users/set-limits.ts';
import { onLotResult } from '../auctions/on-lot-result.ts';
import { settleWin } from '../auctions/settle-win.ts';
import { replayDay } from './replay-day.ts';

const DAY = '2026-11-20';
let fixture: BidFixture;
let dir: string;
beforeAll(async () => {
  fixture = await bidFixture((app, database) => bidRoutes(app, database, { settleWin }));
  dir = mkdtempSync(join(tmpdir(), 'seri-replay-test-'));
  await liveThroughADay();
  await sql`update lots set auction_day = ${DAY}`.execute(fixture.db);
}, 60_000);
afterAll(async () => {
  rmSync(dir, { recursive: true });
  await fixture.close();
});

let minute = 0;
async function reported(lotId: number, more: Row): Promise<void> {
  const { source, source_id: sourceId } = await fixture.db
    .selectFrom('lots')
    .select(['source', 'source_id'])
    .where('id', '=', lotId)
    .executeTakeFirstOrThrow();
  const updatedAt = new Date(Date.UTC(2026, 10, 20, 0, minute++)).toISOString();
  await imported(fixture.database, [aResult({ source, sourceId, updatedAt, ...more })], { onOutcome: onLotResult });
}

const acknowledge = (lotId: number) =>
  fixture.database.bidDb.transaction().execute(async (tx) => {
    await lockOrderedLot(tx, lotId);
    await confirmSheetOrder(tx, { lotId, version: (await fixture.order(lotId))?.version ?? 0 });
    await releaseHeld(tx, lotId);
  });

/** Sets these times of all lots to now: previous actions are earlier and following ones later, by at least a millisecond. */
async function nowIs(...instants: string[]): Promise<void> {
  await sql`select pg_sleep(0.005)`.execute(fixture.db);
  const set = instants.map((name) => `${name} = clock_timestamp()`);
  await sql.raw(`update lots set ${set.join(', ')}`).execute(fixture.db);
  await sql`select pg_sleep(0.005)`.execute(fixture.db);
}

/** The actions of one day: rivals, a group, a cancelled and a late bid, a limit, a deposit, results of every kind. */
async function liveThroughADay(): Promise<void> {
  const { anna, boris, maria, db } = fixture;
  const must = async (answer: Promise<{ status: number; body: unknown }>) => {
    const { status, body } = await answer;
    expect({ status, body }).toMatchObject({ status: 200 });
  };
  const accept = (bidId: number) => must(fixture.setStatus(maria, bidId, 2));
  const lots: number[] = [];
  for (let count = 0; count < 8; count++) lots.push(await createLot(db));
  const [rivals = 0, cancelled = 0, late = 0, first = 0, second = 0, third = 0, mended = 0, unsold = 0] = lots;
  await createLot(db);

  const losing = await fixture.placed(boris, rivals, 350_000);
  await accept(losing);
  await db.transaction().execute((tx) => setLimits(tx, { userId: anna.id, creditLimitYen: 1_600_000 }, maria.id));
  const winning = await fixture.placed(anna, rivals, 900_000);
  await accept(winning);
  await acknowledge(rivals);
  await must(fixture.edit(maria, winning, 880_000, { adjustmentPrice: 5_000 }));
  await acknowledge(rivals);

  await must(fixture.setStatus(boris, await fixture.placed(boris, cancelled, 400_000), 4));
  await fixture.placed(boris, late, 300_000);
  await must(fixture.place(boris, late, 310_000, { bidType: 2 }));

  const autobidder = await createPerson(db, { autobid: true, permissions: { creditLimitCheck: true } });
  await deposit(autobidder, 500_000);
  await must(fixture.ask(autobidder, 'PUT', '/v1/bid/group', { value: 1, cars: 2 }));
  for (const lotId of [first, second, third]) {
    await must(fixture.place(autobidder, lotId, 700_000, { bidGroup: 1 }));
    await syncGroups(fixture.database, autobidder.id);
  }
  for (const lotId of [first, second]) await acknowledge(lotId);
  await must(fixture.ask(autobidder, 'PUT', '/v1/bid/group', { value: 1, cars: 1 }));
  await syncGroups(fixture.database, autobidder.id);
  await acknowledge(second);

  const byHand = await fixture.placed(anna, mended, 320_000);
  await must(fixture.setStatus(maria, byHand, 3));
  await must(fixture.setStatus(maria, byHand, 6));
  await must(fixture.ask(maria, 'PUT', '/v1/bid/update-sold-price', { bidId: byHand, soldPrice: '315000' }));

  const low = await fixture.placed(boris, unsold, 310_000);
  await accept(low);
  await acknowledge(unsold);

  await nowIs('cancel_until', 'bids_close_at', 'agent_cutoff_at');
  await notifyNotForwarded(fixture.database);
  await nowIs('auction_at');
  const version = (await fixture.order(rivals))?.version;
  await reported(rivals, { soldPrice: 700_000, buyer: { orderKey: `${rivals}:${version}` } });
  await reported(rivals, { soldPrice: 705_000, buyer: { orderKey: `${rivals}:${version}` } });
  await must(fixture.ask(maria, 'POST', '/v1/bid/confirm-win', { bidId: winning }));
  await reported(late, { status: 4536, soldPrice: null });
  await reported(first, { soldPrice: 600_000, buyer: { orderKey: `${first}:1` } });
  const [won] = await db.selectFrom('bids').select('id').where('lot_id', '=', first).execute();
  await must(fixture.ask(maria, 'POST', '/v1/bid/confirm-win', { bidId: won?.id }));
  await syncGroups(fixture.database, autobidder.id);
  await reported(second, { status: 4539, soldPrice: null });
  await reported(unsold, { status: 4535, soldPrice: null });
  const say = (person: Person, call: string, body: object) =>
    fixture.ask(person, 'POST', `/v1/bid/${call}-offer`, body);
  const ask = async (amount: number) => (await say(maria, 'make', { bidId: low, amount })).body.offerId as number;
  await must(say(maria, 'withdraw', { offerId: await ask(390_000) }));
  await must(say(boris, 'decline', { offerId: await ask(380_000) }));
  await must(say(boris, 'accept', { offerId: await ask(360_000), amount: 360_000, confirm: 1 }));
  await acknowledge(unsold);
  await reported(unsold, { status: 4534, soldPrice: null, buyer: { orderKey: `${unsold}:2` } });
  await fixture.expectSound();
}

const deposit = (person: Person, amountYen: number) =>
  fixture.db.transaction().execute((tx) =>
    bookDeposit(tx, {
      userId: person.id,
      amountYen,
      description: 'Deposit',
      idempotencyKey: `deposit-${person.id}`,
      now: new Date(),
    }),
  );

async function replay(day = DAY) {
  const { url, drop } = await testDatabase();
  const fresh = openDatabase(url, createLog('test', 'silent'), 2);
  try {
    const result = await replayDay(fixture.db, fresh, day);
    return { result, users: await fresh.db.selectFrom('users').selectAll().execute() };
  } finally {
    await fresh.close();
    await drop();
  }
}

// @covers OPS-10
test('a replayed day ends in the same state, without names and addresses', async () => {
  const { result, users } = await replay();
  expect(result.differences).toEqual([]);
  expect(result).toMatchObject({ lots: 8, lotsOfOtherDays: 0, clients: 3, bids: 9 });
  expect(users).toHaveLength(4);
  for (const { id, email, full_name } of users)
    expect([email, full_name]).toEqual([`${id}@replay.invalid`, `Account ${id}`]);
});

// @covers OPS-10
test.each([
  [
    'an end',
    'bids set status = 5 where id = (select min(id) from bids where status = 7)',
    `bids set status = 7 where status = 5 and finish_reason = 'won'`,
    /^bid \d+ on lot \d+\n {2}then: .*status 5.*\n {2}now: {2}.*status 7/m,
  ],
  [
    'an order',
    'agent_order_versions set max_yen = 5000 where version = 1 and max_yen = 350000',
    'agent_order_versions set max_yen = 350000 where max_yen = 5000',
    /^order \d+:1\n {2}then: .*maxYen 5000/m,
  ],
  [
    'a limit',
    'bid_clients set credit_limit_yen = 1 where user_id = (select user_id from bids where status = 4)',
    'bid_clients set credit_limit_yen = 1000000 where credit_limit_yen = 1',
    /^placed, bid \d+ .*: refused with Bid\.Credit$/m,
  ],
])('reports %s that does not follow from the day', async (_, change, undo, expected) => {
  await sql.raw(`update ${change}`).execute(fixture.db);
  const { result } = await replay();
  await sql.raw(`update ${undo}`).execute(fixture.db);
  expect(result.differences.join('\n')).toMatch(expected);
});

const command = (...words: string[]): Promise<{ code: number; out: string; err: string }> =>
  new Promise((resolve) => {
    const env = { ...process.env, DATABASE_URL: fixture.url, DATA_DIR: dir };
    const child = execFile(
      process.execPath,
      [join(import.meta.dirname, '..', '..', 'cli', 'replay-cli.ts'), ...words],
      { encoding: 'utf8', env },
      (_, out, err) => resolve({ code: child.exitCode ?? -1, out, err }),
    );
  });

// @covers OPS-10
test('the command uses its own database and prints the result', { timeout: 120_000 }, async () => {
  const done = await command(DAY);
  expect(done.err).toBe('');
  expect(done.out).toMatch(
    /^2026-11-20: 8 lots, 9 bids of 3 clients, \d+ steps\.\nThe same result: \d+ lines compared\.\n$/,
  );
  expect(done.code).toBe(0);
  expect((await command('yesterday')).code).toBe(2);
});
