import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findBrokenInvariants } from '@seri/server/bids/audit-log/check-invariants-queries.ts';
import { registerCalls } from '@seri/server/compose/app.ts';
import { folderStore } from '@seri/server/photos/store/folder-store.ts';
import { type Database, openDatabase } from '@seri/server/platform/db/db.ts';
import { testDatabase } from '@seri/server/platform/embedded-postgres/test-database.ts';
import { createLog } from '@seri/server/platform/process/log.ts';
import { findStaleAverages } from '@seri/server/testing/fixtures/stale-averages.ts';
import { CALL_OPTIONS } from '@seri/server/testing/http/call-options.ts';
import { type Person, signIn } from '@seri/server/testing/http/people.ts';
import { testPortalOn } from '@seri/server/testing/http/portal.ts';
import { findUserByEmail } from '@seri/server/users/queries.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fillDemoBids } from './fill-demo-bids.ts';
import { fillDemoWork } from './fill-demo-managers.ts';
import { fillDemoPurchases } from './fill-demo-purchases.ts';
import { fillDemonstration } from './fill-demonstration.ts';

/** Writes and reads tens of thousands of rows. */
const LONG = 240_000;
const EXTENT = { daysPast: 3, daysAhead: 3 };

let database: Database;
let url: string;
let drop: () => Promise<void>;
let leftByTheKilled: { people: number; lots: number };

/** A first start in its own process, killed with -9 half way through the lots. */
async function startAndKill(databaseUrl: string): Promise<void> {
  const file = (name: string) => JSON.stringify(new URL(name, import.meta.url));
  const program = `
    import { fillDemonstration } from ${file('./fill-demonstration.ts')};
    import { openDatabase } from ${file('../../../server/src/platform/db/db.ts')};
    import { createLog } from ${file('../../../server/src/platform/process/log.ts')};
    await fillDemonstration(openDatabase(process.env.DATABASE_URL, createLog('test', 'silent')), ${JSON.stringify(EXTENT)});`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    env: { ...process.env, DATABASE_URL: databaseUrl },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  for await (const said of child.stdout) if (/[5-9]\d %/.test(String(said))) child.kill('SIGKILL');
  expect(await ended).toEqual([null, 'SIGKILL']);
}

beforeAll(async () => {
  const created = await testDatabase();
  ({ url, drop } = created);
  database = openDatabase(created.url, createLog('test', 'silent'));
  await startAndKill(created.url);
  leftByTheKilled = { people: await count('users'), lots: await count('lots') };
  await fillDemonstration(database, EXTENT);
}, LONG);
afterAll(async () => {
  await database.close();
  await drop();
}, LONG);

const count = async (query: string): Promise<number> => {
  const { rows } = await database.pool.query<{ count: string }>(`select count(*) from ${query}`);
  return Number(rows[0]?.count);
};

test('a first start killed half way is completed by the next one, with the same people', async () => {
  expect(leftByTheKilled.people).toBe(await count('users'));
  expect(leftByTheKilled.people).toBeGreaterThan(0);
  expect(leftByTheKilled.lots).toBeLessThan(await count('lots'));
  expect(await count("installation_facts where key = 'demo_filled'")).toBe(1);
});

test('running lots show the average of similar sales', async () => {
  expect(await count(`lots where status = 4532 and average_price_yen is not null`)).toBeGreaterThan(1_000);
  expect(await findStaleAverages(database.db)).toEqual([]);
});

test('the feed accepts every row of the demonstration', async () => {
  expect(await count('feed_refused_rows')).toBe(0);
  expect(await count("lots where source = 'demo'")).toBe(await count('lots'));
  expect(await count('lots')).toBeGreaterThan(10_000);
});

test('every listing contains lots', async () => {
  const upcoming = "lot_source = 'auction' and status in (4531, 4532)";
  const sold = 'status in (4533, 4534) and sold_price_yen is not null';
  expect(await count(`lots where vehicle = 'car' and ${upcoming}`)).toBeGreaterThan(1_000);
  expect(await count(`lots where vehicle = 'bike' and ${upcoming} and inspection is not null`)).toBeGreaterThan(50);
  expect(await count(`lots where vehicle = 'car' and ${sold}`)).toBeGreaterThan(1_000);
  expect(await count(`lots where vehicle = 'bike' and ${sold}`)).toBeGreaterThan(50);
  expect(await count("lots where lot_source = 'stock' and start_price_yen > 0 and auction_at > now()")).toBe(77);
});

test('relisted vehicles are found by their chassis number, unsold the first time', async () => {
  const again = await count(
    `lots later join lots earlier on earlier.chassis_number = later.chassis_number and earlier.auction_at < later.auction_at
      where earlier.status = 4539 and earlier.auction_day = later.auction_day - 7`,
  );
  expect(again).toBeGreaterThan(100);
});

test('the production month is known for Toyotas and Yamahas since 2012, and matches the first registration', async () => {
  const found = `lots join production_months months on months.maker = lots.maker
      and months.chassis_code = lots.chassis_code
      and split_part(lots.chassis_number, '-', 2)::bigint between months.serial_from and months.serial_to`;
  const expected = await count(`lots where maker in ('TOYOTA', 'YAMAHA') and year >= 2012`);
  expect(expected).toBeGreaterThan(500);
  expect(await count(found)).toBe(expected);
  expect(await count(`${found} where months.year <> lots.year or months.month > lots.month`)).toBe(0);
});

test('does not fill a portal twice', async () => {
  expect(await fillDemonstration(database)).toBe(false);
});

test('the client has purchases in all stages with documents, and the ledger is sound', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'seri-demo-'));
  const store = folderStore(folder);
  await fillDemoPurchases(database, store);
  await fillDemoPurchases(database, store);
  const { rows } = await database.pool.query('select status from purchases order by id');
  expect(rows.map(({ status }) => status)).toEqual([5, 4, 3, 1, 0, 4, 1, 4, 2, 2]);
  expect(await count('purchase_documents')).toBe(10);
  const { rows: money } = await database.pool.query(
    "select balance_yen from bid_clients c join users u on u.id = c.user_id where u.email = 'client@demo.seri'",
  );
  expect(money).toEqual([{ balance_yen: 300_000 }]);
  expect(await findBrokenInvariants(database.db)).toEqual([]);
  const today = "(now() at time zone 'Asia/Tokyo')::date";
  expect(await count(`ledger_postings where booked_on = ${today}`)).toBe(0);
  expect(await count('(select distinct booked_on from ledger_postings) days')).toBeGreaterThan(12);
  expect(
    await count('ledger_postings p join purchases b on b.id = p.purchase_id where p.booked_on < purchased_on'),
  ).toBe(0);
  rmSync(folder, { recursive: true });
});

test('a first visitor finds open bids, chats and credit to bid, the manager a waiting message', async () => {
  await fillDemoBids(database);
  const before = await count('bids');
  await fillDemoBids(database);
  expect(await count('bids')).toBe(before);

  const { rows } = await database.pool.query<{ who: string; status: number; bids: number }>(
    `select split_part(email, '@', 1) as who, status, count(*)::integer as bids from bids b join users u on u.id = user_id
      where lot_source = 'auction' group by 1, 2`,
  );
  const bids = (of: Partial<(typeof rows)[number]>) =>
    rows
      .filter(({ who, status }) => (of.who ?? who) === who && (of.status ?? status) === status)
      .reduce((sum, row) => sum + row.bids, 0);
  expect(bids({})).toBeGreaterThan(25);
  for (const who of ['client', 'client2', 'dealer', 'buyer1', 'buyer2', 'buyer3'])
    expect(bids({ who }), who).toBeGreaterThan(0);
  for (const status of [1, 2, 3, 4]) expect(bids({ status }), `status ${status}`).toBeGreaterThan(0);
  expect(await count('(select distinct export_type from bids where status = 1) types')).toBeGreaterThan(2);
  expect(await count("agent_orders where kind = 'order'")).toBeGreaterThan(0);
  expect(await count('bids b join lots l on l.id = lot_id where b.status = 1 and l.bids_close_at < now()')).toBe(0);

  const { rows: budgets } = await database.pool.query<{ free: number }>(
    'select (balance_yen + credit_limit_yen - exposure_yen)::integer as free from bid_clients where exposure_yen > 0',
  );
  expect(budgets).toHaveLength(6);
  for (const { free } of budgets) expect(free).toBeGreaterThan(100_000);
  expect(await count('chat_messages')).toBeGreaterThan(10);
  expect(await count('chats where last_client_id > staff_read_id')).toBe(1);
  expect(await count('chats where last_staff_id > client_read_id')).toBeGreaterThan(0);
  expect(await findBrokenInvariants(database.db)).toEqual([]);
});

/** Calls of the lists on each person's screens; only those of their role. */
const LISTINGS = ['car-auction', 'bikes', 'stock', 'stats', 'bike-stats'].map((page) => `/v1/${page}/listing`);
const OF_CLIENTS = [
  ...['/v1/bid/my-bid', '/v1/bid/history', '/v1/payments/', '/v1/purchased-cars/'],
  ...[
    '/v1/favorite/list-groups',
    '/v1/favorite/listing?group=A',
    '/v1/user/my-search?type=car-auction',
    '/v1/notifications/list',
  ],
];
const SCREENS: Record<string, readonly string[]> = {
  'client@demo.seri': [...LISTINGS, ...OF_CLIENTS],
  'client2@demo.seri': [...LISTINGS, ...OF_CLIENTS],
  'dealer@demo.seri': [
    ...LISTINGS,
    ...OF_CLIENTS,
    '/v1/bid/dealer',
    '/v1/bid/dealer-clients',
    '/v1/payments/client-balances',
  ],
  // An account that may not bid yet has no purchases and payments.
  'restricted@demo.seri': [...LISTINGS, '/v1/favorite/listing?group=A', '/v1/user/my-search?type=car-auction'],
  'manager@demo.seri': [
    ...LISTINGS,
    ...['/v1/bid/index', '/v1/bid/history', '/v1/bid/day-view', '/v1/clients/list', '/v1/purchases/list'],
    ...[
      '/v1/deposits/transfers?state=waiting',
      '/v1/deposits/postings?userId={client}',
      '/v1/agent/open-bids',
      '/v1/feed/imports',
    ],
    ...[
      '/v1/feed/names?kind=model&state=new',
      '/v1/feed/names?kind=maker&state=new',
      '/v1/feed/names?kind=house&state=new',
    ],
    ...['/v1/feed/words?kind=color&state=missing', '/v1/notifications/list', '/v1/favorite/listing?group=A'],
  ],
};

/** Number of rows in a reply: the longest of its lists. */
function rowsOf(body: unknown): number {
  if (Array.isArray(body)) return body.length;
  if (typeof body !== 'object' || body === null) return 0;
  return Math.max(0, ...Object.values(body).map(rowsOf));
}

describe('with the work of its managers, filled in twice', () => {
  beforeAll(async () => {
    await fillDemoWork(database, createLog('test', 'silent'));
    await fillDemoWork(database, createLog('test', 'silent'));
  }, LONG);

  test('every list of every demonstration account has entries', async () => {
    const portal = await testPortalOn(url, (app, own) => registerCalls(app, own, CALL_OPTIONS));
    const empty: string[] = [];
    const client = await findUserByEmail(database.db, 'client@demo.seri');
    for (const [email, calls] of Object.entries(SCREENS)) {
      const found = await findUserByEmail(database.db, email);
      const id = found?.id ?? 0;
      const person: Person = { id, email, cookie: await signIn(database.db, id) };
      for (const call of calls) {
        const { status, body } = await portal.ask(person, 'GET', call.replace('{client}', String(client?.id)));
        if (status !== 200 || rowsOf(body) === 0)
          empty.push(`${email} ${call}: ${status} ${JSON.stringify(body).slice(0, 200)}`);
      }
    }
    await portal.close();
    expect(empty).toEqual([]);
    expect(await findBrokenInvariants(database.db)).toEqual([]);
  });

  test('a search has new lots, an offer waits, notifications span several days, an import has unreadable lines', async () => {
    expect(await count('search_matches where is_notified')).toBeGreaterThan(6);
    expect(await count("notifications where kind = 'new_lots'")).toBeGreaterThan(2);
    expect(await count("negotiation_offers where state = 'asked'")).toBe(2);
    expect(await count('(select distinct created_at::date from notifications) days')).toBeGreaterThan(4);
    expect(await count('notifications where read_at is null')).toBeGreaterThan(5);
    expect(await count('incoming_transfers where user_id is null')).toBe(2);
    const { rows: refused } = await database.pool.query(
      `select source_name, array_agg(reason order by line) as reasons
       from feed_refused_rows r join feed_imports i on i.id = r.import_id group by i.id order by i.id`,
    );
    expect(refused).toEqual([
      { source_name: 'partner-sales.ndjson', reasons: ['unknown house "USS Tokyo Nada"'] },
      { source_name: 'partner-list-2.ndjson', reasons: ['lotNo: less than 1', 'mileage: expected number', 'not JSON'] },
    ]);
    expect(await count('lots where mileage_mark is not null')).toBeGreaterThan(100);
    expect(await count("feed_names where state = 'new'")).toBeGreaterThan(3);
    expect(await count('(select distinct group_letter from favorites) groups')).toBe(5);
    expect(await count("purchase_due_dates where due_on <> (now() at time zone 'Asia/Tokyo')::date")).toBeGreaterThan(
      0,
    );
  });
});
