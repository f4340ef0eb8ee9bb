import { ROLE } from '@seri/contract/auth/permissions.ts';
import { BID_STATUS } from '@seri/contract/bids/statuses.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLot, runUnsold } from '../testing/fixtures/lots.ts';
import { createPerson, type Person, type PersonOptions } from '../testing/http/people.ts';
import { type TestPortal, testPortal } from '../testing/http/portal.ts';
import { companyRoutes } from './routes.ts';
import { auctionWeek } from './week-days.ts';

const SETTINGS = '/v1/site/company-settings';
const COUNTRIES = '/v1/site/get-country-list';
const COUNTERS = '/v1/site/menu-counters';
const DAYS = '/v1/site/week-days';
let portal: TestPortal;

beforeAll(async () => {
  portal = await testPortal(companyRoutes);
});
afterAll(() => portal.close());

const somebody = (options: PersonOptions = {}) => createPerson(portal.database.db, options);
const set = (key: string, value: unknown) =>
  portal.database.pool.query(
    `insert into company_settings (key, value) values ($1, $2) on conflict (key) do update set value = excluded.value`,
    [key, JSON.stringify(value)],
  );

test('an anonymous client may read the company, its countries, languages and pages, and nothing else', async () => {
  for (const url of [SETTINGS, COUNTRIES, '/v1/site/get-language', '/v1/site/page?name=about'])
    expect((await portal.ask(null, 'GET', url)).status).toBe(200);
  for (const url of [COUNTERS, DAYS])
    expect(await portal.ask(null, 'GET', url)).toMatchObject({ status: 401, body: { messageCode: 'Auth.SignedOut' } });
});

test('there are no auction days without the view of car auctions', async () => {
  const person = await somebody({ permissions: { carAuctionsView: false } });
  expect(await portal.ask(person, 'GET', DAYS)).toMatchObject({ status: 403, body: { messageCode: 'Access.Denied' } });
});

test('refuses unknown parameters and languages', async () => {
  const person = await somebody();
  for (const url of [
    `${SETTINGS}?all=1`,
    `${COUNTRIES}?language=ru`,
    `${COUNTRIES}?language=694`,
    `${DAYS}?from=1`,
    `${COUNTERS}?userId=1`,
  ])
    expect(await portal.ask(person, 'GET', url)).toMatchObject({
      status: 400,
      body: { messageCode: 'Request.Invalid' },
    });
});

// @covers OPS-01, PAY-04
test('visitors see the defaults, and a changed setting applies at once', async () => {
  const { body } = await portal.ask(null, 'GET', SETTINGS);
  expect(body).toEqual({
    name: 'Seri',
    logo: null,
    look: { icon: { path: '/favicon.svg?bf2f1d', type: 'image/svg+xml' }, sheet: '' },
    notice: null,
    contacts: { message: null, whatsapp: null },
    depositYen: 150_000,
    overbidAmount: 10_000,
    agentFeeYen: 30_000,
    bidRule: 'highest',
    managerLabel: { en: 'Manager', ru: 'Менеджер' },
    passwordMinimum: 6,
    humanCheck: null,
    pages: ['about', 'how-to-buy', 'make-an-order', 'dashboard', 'go-net', 'terms', 'privacy'],
    serverTime: expect.any(String),
    demo: null,
  });
  await set('depositYen', 200_000);
  await set('notice', { en: 'Closed on 1 January', ru: '1 января не работаем' });
  await set('whatsappUrl', 'https://wa.me/81450000100');
  expect((await portal.ask(null, 'GET', SETTINGS)).body).toMatchObject({
    depositYen: 200_000,
    notice: { en: 'Closed on 1 January', ru: '1 января не работаем' },
    contacts: { whatsapp: 'https://wa.me/81450000100' },
  });
});

test('publishes the kind of human check with the key that the browser needs', async () => {
  await set('humanCheck', 'proof');
  expect((await portal.ask(null, 'GET', SETTINGS)).body.humanCheck).toEqual({ kind: 'proof', siteKey: null });
  await set('humanCheck', 'recaptcha');
  await set('recaptchaSiteKey', 'public-key');
  expect((await portal.ask(null, 'GET', SETTINGS)).body.humanCheck).toEqual({
    kind: 'recaptcha',
    siteKey: 'public-key',
  });
  await set('humanCheck', 'off');
});

// @covers SHELL-19
test('the time is the database’s', async () => {
  const clock = async () => (await portal.database.pool.query('select clock_timestamp() as now')).rows[0].now.getTime();
  const before = await clock();
  const time = Date.parse((await portal.ask(null, 'GET', SETTINGS)).body.serverTime);
  expect(time).toBeGreaterThanOrEqual(before);
  expect(time).toBeLessThanOrEqual(await clock());
});

test('lists demonstration accounts in the demonstration only, and only those made for it', async () => {
  const { db } = portal.database;
  const shown = [
    await somebody({ email: 'client@demo.seri', passwordHash: 'x' }),
    await somebody({ email: 'restricted@demo.seri', passwordHash: 'x', roleId: ROLE.restricted }),
    await somebody({ email: 'dealer@demo.seri', passwordHash: 'x', roleId: ROLE.dealer }),
    await somebody({ email: 'manager@demo.seri', passwordHash: 'x', roleId: ROLE.manager }),
  ];
  const ofDealer = await somebody({ email: 'buyer1@demo.seri', passwordHash: 'x', dealerId: shown[2]?.id ?? 0 });
  await somebody({ email: 'real@example.test', passwordHash: 'x' });
  const visitor = await somebody({ email: 'visitor@demo.seri', passwordHash: 'x' });
  await db.updateTable('users').set({ terms_accepted_at: new Date() }).where('id', '=', visitor.id).execute();
  const ids = [...shown, ofDealer, visitor].map((person) => person.id);
  await db.updateTable('users').set({ is_demo: true }).where('id', 'in', ids).execute();
  expect((await portal.ask(null, 'GET', SETTINGS)).body.demo).toBeNull();
  await db
    .insertInto('installation_facts')
    .values({ key: 'demo', value: JSON.stringify(true) })
    .execute();
  expect((await portal.ask(null, 'GET', SETTINGS)).body.demo).toEqual({
    password: 'demo1234',
    accounts: [
      { email: 'client@demo.seri', role: 'client' },
      { email: 'restricted@demo.seri', role: 'restricted' },
      { email: 'dealer@demo.seri', role: 'dealer' },
      { email: 'manager@demo.seri', role: 'manager' },
    ],
  });
});

// @covers ACCT-12
test('lists each country once, in the order of the language, and Russia is 183', async () => {
  const english = (await portal.ask(null, 'GET', COUNTRIES)).body as { value: number; label: string }[];
  const russian = (await portal.ask(null, 'GET', `${COUNTRIES}?language=693`)).body as typeof english;
  expect(english).toHaveLength(250);
  expect(new Set(english.map((country) => country.value)).size).toBe(250);
  expect(english).toContainEqual({ value: 183, label: 'Russian Federation' });
  expect(english).toContainEqual({ value: 392, label: 'Japan' });
  expect(english.some((country) => country.value === 643)).toBe(false);
  expect(english[0]?.label).toBe('Afghanistan');
  expect(russian).toContainEqual({ value: 183, label: 'Российская Федерация' });
  expect(russian.every((country) => /[А-Яа-яЁё]/.test(country.label))).toBe(true);
  expect(russian[0]?.label).toBe('Австралия');
});

test('a user who reads Russian gets the countries in Russian unless another language is requested', async () => {
  const ivan = await somebody({ language: 693 });
  expect((await portal.ask(ivan, 'GET', COUNTRIES)).body).toContainEqual({ value: 392, label: 'Япония' });
  expect((await portal.ask(ivan, 'GET', `${COUNTRIES}?language=692`)).body).toContainEqual({
    value: 392,
    label: 'Japan',
  });
});

// @covers ACCT-12
test('languages are named in themselves', async () => {
  expect((await portal.ask(null, 'GET', '/v1/site/get-language')).body).toEqual([
    { value: 692, label: 'English' },
    { value: 693, label: 'Русский' },
  ]);
});

// @covers NOTIF-03, SHELL-13
test('a client sees the number of their own new bids, a manager that of all', async () => {
  const { db } = portal.database;
  const [anna, ivan, kenji] = [await somebody(), await somebody(), await somebody({ roleId: ROLE.manager })];
  const bid = async (userId: number, status: number) =>
    db
      .insertInto('bids')
      .values({
        lot_id: await createLot(db),
        user_id: userId,
        placed_by: userId,
        lot_source: 'auction',
        amount_yen: 5_000,
        status,
      })
      .execute();
  for (const status of [1, 1, 2, 4]) await bid(anna.id, status);
  await bid(ivan.id, 1);
  const search = { bikes: '', 'bike-stats': '', 'car-auction': '', stock: '', stats: '' };
  expect((await portal.ask(anna, 'GET', COUNTERS)).body).toEqual({
    bid: 2,
    urgent: 0,
    negotiations: 0,
    unreached: [],
    chat: 0,
    notifications: 0,
    search,
  });
  expect((await portal.ask(ivan, 'GET', COUNTERS)).body.bid).toBe(1);
  expect((await portal.ask(kenji, 'GET', COUNTERS)).body).toMatchObject({ bid: 3, urgent: 0 });
  // Half an hour before the cut-off counts as urgent for managers; clients see no such alert.
  await db
    .updateTable('lots')
    .set({ agent_cutoff_at: new Date(Date.now() + 29 * 60_000) })
    .execute();
  expect((await portal.ask(kenji, 'GET', COUNTERS)).body.urgent).toBe(3);
  expect((await portal.ask(anna, 'GET', COUNTERS)).body.urgent).toBe(0);
  // A manager has written about every bid, a client about one.
  await portal.database.pool.query('insert into chats (bid_id, last_staff_id) select id, 7 from bids');
  await portal.database.pool.query('update chats set last_client_id = 9 where bid_id = (select min(id) from bids)');
  const unread = async (person: Person) => (await portal.ask(person, 'GET', COUNTERS)).body.chat;
  expect([await unread(anna), await unread(ivan), await unread(kenji)]).toEqual([4, 1, 1]);
});

test('managers see a negotiation whose third working day passes without an outcome', async () => {
  const { db, pool } = portal.database;
  const [anna, kenji] = [await somebody(), await somebody({ roleId: ROLE.manager })];
  const lotId = await createLot(db);
  await runUnsold(db, lotId);
  await db
    .insertInto('bids')
    .values({
      lot_id: lotId,
      user_id: anna.id,
      placed_by: anna.id,
      lot_source: 'auction',
      amount_yen: 5_000,
      status: BID_STATUS.bid,
    })
    .execute();
  const alarms = async (person: Person) => (await portal.ask(person, 'GET', COUNTERS)).body.negotiations;
  const ran = (workingDays: number) =>
    pool.query(
      `update lots set auction_day = (
         select max(day)::date from generate_series(current_date - 20, current_date, interval '1 day') day
         where working_days_since(day::date) = $1)
       where id = $2`,
      [workingDays, lotId],
    );
  await ran(2);
  expect([await alarms(kenji), await alarms(anna)]).toEqual([0, 0]);
  await ran(3);
  expect([await alarms(kenji), await alarms(anna)]).toEqual([1, 0]);
  await db.updateTable('lots').set({ status: 4536 }).where('id', '=', lotId).execute();
  expect(await alarms(kenji)).toBe(0);
});

test('managers of bids see recipients of undeliverable emails, until a later one arrives; addresses without an account are left out', async () => {
  const { db, pool } = portal.database;
  const [anna, kenji] = [await somebody({ fullName: 'Anna Petrova' }), await somebody({ roleId: ROLE.manager })];
  const trainee = await somebody({ roleId: ROLE.manager, permissions: { bidManagementEnabled: false } });
  const stranger = await somebody();
  await db.updateTable('users').set({ email_verified_at: null }).where('id', '=', stranger.id).execute();
  await db.updateTable('users').set({ email_verified_at: new Date() }).where('id', '=', anna.id).execute();
  const dropped = (userId: number | null, kind: string, reason: string, key: string) =>
    pool.query(
      `insert into mails (kind, user_id, data, dedupe_key, dropped_at, drop_reason) values ($1, $2, '{}', $3, now() - interval '1 hour', $4)`,
      [kind, userId, key, reason],
    );
  await dropped(anna.id, 'chat_message', 'address refused: 550 no such user', 'a');
  await dropped(anna.id, 'bid_status', 'given up: connection refused', 'b');
  await dropped(anna.id, 'chat_message', 'it has been read', 'c');
  await dropped(stranger.id, 'verify_email', 'address refused: 550 no such user', 'd');
  await dropped(null, 'order_sheet', 'given up: connection refused', 'e');
  const unreached = async (person: Person) => (await portal.ask(person, 'GET', COUNTERS)).body.unreached;
  const unreachedNames = await unreached(kenji);
  expect(unreachedNames).toHaveLength(2);
  expect(unreachedNames).toEqual(
    expect.arrayContaining([
      { name: 'Anna Petrova', clientId: `C-${String(anna.id).padStart(4, '0')}` },
      { name: '', clientId: null },
    ]),
  );
  expect([await unreached(anna), await unreached(trainee)]).toEqual([[], []]);
  await pool.query(
    `insert into mails (kind, user_id, data, dedupe_key, sent_at) values ('chat_message', $1, '{}', 'f', now())`,
    [anna.id],
  );
  expect(await unreached(kenji)).toEqual([{ name: '', clientId: null }]);
});

test('the week is six auction days of Japan from today on, without the Sunday', () => {
  const saturdayInJapan = new Date('2026-11-20T15:30:00Z');
  expect(auctionWeek(saturdayInJapan, 692)).toEqual([
    { value: '2026-11-21', label: 'Sat' },
    { value: '2026-11-23', label: 'Mon' },
    { value: '2026-11-24', label: 'Tue' },
    { value: '2026-11-25', label: 'Wed' },
    { value: '2026-11-26', label: 'Thu' },
    { value: '2026-11-27', label: 'Fri' },
  ]);
  const sunday = new Date('2026-11-22T03:00:00Z');
  expect(auctionWeek(sunday, 693).map((day) => day.label)).toEqual(['Пн', 'Вт', 'Ср', 'Чт', 'Пт', 'Сб']);
});

test('a client reads the week in their language', async () => {
  const ivan = await somebody({ language: 693 });
  const { status, body } = await portal.ask(ivan, 'GET', DAYS);
  expect(status).toBe(200);
  expect(new Set(body.dayList.map((day: { label: string }) => day.label))).toEqual(
    new Set(['Пн', 'Вт', 'Ср', 'Чт', 'Пт', 'Сб']),
  );
});

// @covers ACCT-03
test('people to log in as have what waits for them now, in the demonstration only', async () => {
  const { db, pool } = portal.database;
  const ask = async () => (await portal.ask(null, 'GET', '/v1/site/demo-people')).body;
  const demo = await pool.query("delete from installation_facts where key = 'demo' returning value");
  expect(await ask()).toEqual({ people: [], sample: null });
  await pool.query(`insert into installation_facts (key, value) values ('demo', 'true')`);
  const nobody = await ask();
  const maria = await somebody({
    email: 'maria@demo.seri',
    passwordHash: 'x',
    fullName: 'Maria Silva',
  });
  await db.updateTable('users').set({ is_demo: true, city: 'Maputo' }).where('id', '=', maria.id).execute();
  const lotId = await createLot(db, { maker: 'TOYOTA', model: 'VITZ', status: 4533, sold_price_yen: 425_000 });
  await pool.query(
    `insert into bids (lot_id, user_id, placed_by, lot_source, amount_yen, status)
     values ($1, $2, $2, 'auction', 400000, 5)`,
    [lotId, maria.id],
  );
  const { people } = await ask();
  expect(people).toHaveLength(nobody.people.length + 1);
  expect(people.find(({ email }: { email: string }) => email === 'maria@demo.seri')).toEqual({
    email: 'maria@demo.seri',
    role: 'client',
    name: 'Maria Silva',
    city: 'Maputo',
    opens: '/bids',
    story: {
      outbid: { vehicle: 'TOYOTA VITZ', byYen: 25_000 },
      closing: null,
      bought: null,
      clients: 0,
      openBids: 0,
      lateBids: 0,
    },
  });
  await pool.query("delete from installation_facts where key = 'demo'");
  if (demo.rowCount) await pool.query(`insert into installation_facts (key, value) values ('demo', 'true')`);
});
