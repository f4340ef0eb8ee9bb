import { Writable } from 'node:stream';
import { hash } from '@node-rs/argon2';
import { ROLE } from '@seri/contract/auth/permissions.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { networkOf } from '../platform/http/limits/network.ts';
import { createLog } from '../platform/process/log.ts';
import { COOKIES, SECRET_KEY } from '../testing/http/auth-cookies.ts';
import { newAddress, openBrowser } from '../testing/http/browser.ts';
import { createPerson, type PersonOptions } from '../testing/http/people.ts';
import { type TestPortal, testPortal } from '../testing/http/portal.ts';
import { hashPassword } from './account/password.ts';
import { authRoutes } from './routes.ts';
import { LIMITS } from './session/attempt-queries.ts';
import { findCurrentUser } from './session/current-user-queries.ts';
import { ALARM_EVERY, signIn } from './sign-in.ts';

const password = 'right password';
let portal: TestPortal;
let passwordHash: string;

beforeAll(async () => {
  portal = await testPortal((app, database) => authRoutes(app, database, { cookies: COOKIES, secretKey: SECRET_KEY }));
  passwordHash = await hashPassword(password);
});
afterAll(() => portal.close());

const somebody = (options: PersonOptions = {}) => createPerson(portal.database.db, { passwordHash, ...options });
const logIn = (email: string, typed = password, address?: string) =>
  openBrowser(portal.app, address).ask('POST', '/v1/auth/login', { email, password: typed });
const withoutId = ({ requestId: _, ...body }: Record<string, unknown>) => body;

// @covers API-03
test('answers a form with missing, wrong or unknown fields field by field', async () => {
  const cases: [unknown, Record<string, string[]>][] = [
    [{ email: 'a@b.c' }, { password: ['Field.Required'] }],
    [{ email: 'a@b.c', password: 123_456 }, { password: ['Field.Invalid'] }],
    [{ email: 'a@b.c', password: 'short' }, { password: ['Field.Invalid'] }],
    [{ email: 'no address', password }, { email: ['Field.Invalid'] }],
    [{ email: 'nul\u0000@b.c', password }, { email: ['Field.Invalid'] }],
    [{ email: 'half\ud800@b.c', password }, { email: ['Field.Invalid'] }],
    [{ email: 'a@b.c', password, roleId: 991 }, { roleId: ['Field.Unknown'] }],
    [[], { body: ['Field.Invalid'] }],
  ];
  for (const [body, errors] of cases) {
    const reply = await openBrowser(portal.app).ask('POST', '/v1/auth/login', body);
    expect(reply).toMatchObject({ status: 422, body: { success: false, errors } });
  }
});

test('refuses an unknown parameter, a body that is not JSON, and a page of another site', async () => {
  const browser = openBrowser(portal.app);
  expect(await browser.ask('POST', '/v1/auth/login?next=/', { email: 'a@b.c', password })).toMatchObject({
    status: 400,
    body: { messageCode: 'Request.Invalid' },
  });
  const plain = await browser.ask('POST', '/v1/auth/login', 'email=a@b.c', { 'content-type': 'text/plain' });
  expect(plain.status).toBe(400);
  const person = await somebody();
  const foreign: Record<string, string>[] = [
    { 'sec-fetch-site': 'cross-site' },
    { origin: 'https://elsewhere.example' },
  ];
  for (const headers of foreign) {
    const reply = await browser.ask('POST', '/v1/auth/login', { email: person.email, password }, headers);
    expect(reply).toMatchObject({ status: 403, body: { messageCode: 'Request.CrossSite' }, setCookies: [] });
  }
});

// @covers ASVS-6.3.8
test('an unknown address and a wrong password get the same reply', async () => {
  const person = await somebody();
  const unknown = await logIn('nobody@example.test');
  const wrong = await logIn(person.email, 'wrong password');
  expect(wrong).toMatchObject({ status: 422, body: { messageCode: 'WrongCredentials' }, setCookies: [] });
  expect(withoutId(unknown.body)).toEqual(withoutId(wrong.body));
  expect(unknown.status).toBe(wrong.status);
  const nameless = ({ headers: { 'x-request-id': _id, date: _date, ...rest } }: typeof wrong) => rest;
  expect(nameless(unknown)).toEqual(nameless(wrong));
});

test('reveals the state of an account only after its right password', async () => {
  const disabled = await somebody({ roleId: ROLE.disabled });
  const unverified = await somebody();
  await portal.database.db
    .updateTable('users')
    .set({ email_verified_at: null })
    .where('id', '=', unverified.id)
    .execute();
  expect((await logIn(disabled.email, 'wrong password')).body.messageCode).toBe('WrongCredentials');
  expect((await logIn(unverified.email, 'wrong password')).body.messageCode).toBe('WrongCredentials');
  expect(await logIn(disabled.email)).toMatchObject({
    status: 422,
    body: { messageCode: 'AccountDisabled' },
    setCookies: [],
  });
  expect(await logIn(unverified.email)).toMatchObject({
    status: 422,
    body: { messageCode: 'InvalidUser' },
    setCookies: [],
  });
});

// @covers ASVS-6.3.2
test('refuses an account without a password', async () => {
  const system = await createPerson(portal.database.db, { roleId: ROLE.manager, fullName: 'System' });
  expect((await logIn(system.email, 'anything at all')).body.messageCode).toBe('WrongCredentials');
});

test('after ten failed attempts on an account even the right password must wait, from any address', async () => {
  const person = await somebody();
  const tries = await Promise.all(Array.from({ length: 30 }, () => logIn(person.email, 'wrong password')));
  expect(tries.filter((reply) => reply.status === 422)).toHaveLength(LIMITS.login_account.attempts);
  const reply = await logIn(person.email.toUpperCase());
  expect(reply).toMatchObject({ status: 429, body: { messageCode: 'TooManyTries', details: { minutes: 15 } } });
  const seconds = Number(reply.headers['retry-after']);
  expect(seconds).toBeGreaterThan(14 * 60);
  expect(seconds).toBeLessThanOrEqual(15 * 60);
});

test('limits an unknown address like a known one', async () => {
  const replies = [];
  for (let i = 0; i < 11; i++) replies.push((await logIn('stranger@example.test')).status);
  expect(replies).toEqual([...Array(10).fill(422), 429]);
});

test('allows log-ins again after fifteen minutes', async () => {
  const person = await somebody();
  for (let i = 0; i < 11; i++) await logIn(person.email, 'wrong password');
  await portal.database.pool.query(`update attempt_counters set window_start = window_start - interval '15 minutes'`);
  expect((await logIn(person.email)).status).toBe(200);
});

test('attempts of others do not lock the owner out at their usual address', async () => {
  const person = await somebody();
  const home = newAddress();
  await logIn(person.email, password, home);
  await Promise.all(Array.from({ length: 12 }, () => logIn(person.email, 'wrong password')));
  expect((await logIn(person.email)).status).toBe(429);
  expect((await logIn(person.email, password, home)).status).toBe(200);
});

// @covers ASVS-6.3.1
test('one network address has a hundred attempts, over all accounts', async () => {
  const address = newAddress();
  await logIn('first@example.test', password, address);
  await portal.database.db
    .updateTable('attempt_counters')
    .set({ attempts: LIMITS.login_address.attempts - 3 })
    .where('subject', '=', networkOf(address))
    .execute();
  const replies = await Promise.all(
    Array.from({ length: 12 }, (_, i) => logIn(`guess-${i}@example.test`, password, address)),
  );
  expect(replies.filter((reply) => reply.status === 422)).toHaveLength(3);
  expect(replies.filter((reply) => reply.status === 429)).toHaveLength(9);
  expect((await logIn('guess-0@example.test')).status).toBe(422);
});

test('a client with the right password may sign in any number of times', async () => {
  const person = await somebody();
  const address = newAddress();
  for (let i = 0; i < 12; i++) expect((await logIn(person.email, password, address)).status).toBe(200);
});

// @covers API-08, ASVS-3.3.4
test('a user signs in with any letter case and gets three cookies, and no token outside them', async () => {
  const person = await somebody();
  const browser = openBrowser(portal.app);
  const reply = await browser.ask('POST', '/v1/auth/login', { email: ` ${person.email.toUpperCase()} `, password });
  expect(reply.status).toBe(200);
  expect(reply.text).toBe('{"success":true}');
  expect(reply.headers['cache-control']).toBe('no-store');
  expect(reply.setCookies).toEqual([
    expect.stringMatching(/^seri_access_3000=[\w-]{43}; Max-Age=1800; Path=\/; HttpOnly; SameSite=Lax$/),
    expect.stringMatching(/^seri_refresh_3000=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/),
    expect.stringMatching(/^seri_device_3000=[\w-]{43}; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Lax$/),
  ]);
  const currentUser = await findCurrentUser(portal.database.db, browser.jar.get(COOKIES.access) ?? '');
  expect(currentUser).toMatchObject({ userId: person.id, userType: 2, roleId: 1064 });
});

test('the database contains hashes of tokens, no tokens', async () => {
  const person = await somebody();
  const browser = openBrowser(portal.app);
  await browser.ask('POST', '/v1/auth/login', { email: person.email, password });
  const { rows } = await portal.database.pool.query(
    `select s::text as row from sessions s union all select d::text from known_devices d`,
  );
  for (const token of browser.jar.values()) {
    const hex = Buffer.from(token).toString('hex');
    expect(rows.some(({ row }) => row.includes(token) || row.includes(hex))).toBe(false);
  }
});

// @covers ASVS-7.2.2, ASVS-7.2.4
test('each log-in has new tokens, and the browser’s previous session ends', async () => {
  const person = await somebody();
  const browser = openBrowser(portal.app);
  await browser.ask('POST', '/v1/auth/login', { email: person.email, password });
  const first = new Map(browser.jar);
  await browser.ask('POST', '/v1/auth/login', { email: person.email, password });
  for (const name of [COOKIES.access, COOKIES.refresh]) expect(browser.jar.get(name)).not.toBe(first.get(name));
  expect(browser.jar.get(COOKIES.device)).toBe(first.get(COOKIES.device));
  expect(await findCurrentUser(portal.database.db, first.get(COOKIES.access) ?? '')).toBeNull();
  expect(await findCurrentUser(portal.database.db, browser.jar.get(COOKIES.access) ?? '')).not.toBeNull();
});

test('replaces an old hash of lower cost when its owner signs in', async () => {
  const weak = await hash(password, { memoryCost: 8_192, timeCost: 1, parallelism: 1 });
  const person = await somebody({ passwordHash: weak });
  expect((await logIn(person.email)).status).toBe(200);
  const stored = await portal.database.db
    .selectFrom('users')
    .select(['password_hash', 'last_login_at'])
    .where('id', '=', person.id)
    .executeTakeFirstOrThrow();
  expect(stored.password_hash).toContain('m=19456,t=2,p=1');
  expect(stored.last_login_at).not.toBeNull();
  expect((await logIn(person.email)).status).toBe(200);
});

// @covers ASVS-7.4.2
test('disabling an account ends its sessions', async () => {
  const person = await somebody();
  const browser = openBrowser(portal.app);
  await browser.ask('POST', '/v1/auth/login', { email: person.email, password });
  await portal.database.db.updateTable('users').set({ role_id: ROLE.disabled }).where('id', '=', person.id).execute();
  expect(await findCurrentUser(portal.database.db, browser.jar.get(COOKIES.access) ?? '')).toBeNull();
  expect((await browser.ask('GET', '/v1/auth/update')).status).toBe(401);
});

test('alerts the operator for every five hundred failed log-ins over all accounts', async () => {
  const lines: string[] = [];
  const to = new Writable({
    write: (line, _encoding, done) => {
      lines.push(String(line));
      done();
    },
  });
  const guess = (i: number) =>
    signIn(
      portal.database.db,
      {
        email: `account-${i}@example.test`,
        password: 'wrong password',
        address: newAddress(),
        userAgent: '',
        oldTokens: [],
        device: undefined,
      },
      createLog('test', 'info', to),
    ).catch((error: { code?: string }) => error.code);
  expect(await guess(0)).toBe('WrongCredentials');
  await portal.database.db
    .updateTable('attempt_counters')
    .set({ attempts: ALARM_EVERY - 2 })
    .where('scope', '=', 'login_wrong')
    .execute();
  const counts: number[] = [];
  for (let i = 1; i <= 4; i++) {
    await guess(i);
    counts.push(lines.length);
  }
  expect(counts).toEqual([0, 1, 1, 1]);
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ event: 'many_wrong_logins', wrong: ALARM_EVERY, level: 40 });
  await portal.database.pool.query(`update attempt_counters set window_start = window_start - interval '15 minutes'`);
  await guess(5);
  expect(lines).toHaveLength(1);
});
