import { Writable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '../../platform/db/db.ts';
import { cookieNames } from '../../platform/http/cookies.ts';
import { createApp } from '../../platform/http/create-app.ts';
import { createLog } from '../../platform/process/log.ts';
import { COOKIES, SECRET_KEY } from '../../testing/http/auth-cookies.ts';
import { type Browser, openBrowser } from '../../testing/http/browser.ts';
import { createPerson } from '../../testing/http/people.ts';
import { type TestPortal, testPortal } from '../../testing/http/portal.ts';
import { hashPassword } from '../account/password.ts';
import { removeOutdated } from '../remove-outdated.ts';
import { authRoutes } from '../routes.ts';
import { findCurrentUser } from './current-user-queries.ts';
import { newTokens } from './tokens.ts';

const password = 'right password';
let portal: TestPortal;
let passwordHash: string;

beforeAll(async () => {
  portal = await testPortal((app, database) => authRoutes(app, database, { cookies: COOKIES, secretKey: SECRET_KEY }));
  passwordHash = await hashPassword(password);
});
afterAll(() => portal.close());

async function signedIn(): Promise<Browser> {
  const person = await createPerson(portal.database.db, { passwordHash });
  const browser = openBrowser(portal.app);
  expect((await browser.ask('POST', '/v1/auth/login', { email: person.email, password })).status).toBe(200);
  return browser;
}
const refresh = (browser: Browser) => browser.ask('GET', '/v1/auth/update');
const isLiving = async (browser: Browser) =>
  (await findCurrentUser(portal.database.db, browser.jar.get(COOKIES.access) ?? '')) !== null;
/** Opens another window with the same cookies. */
function copyOf(browser: Browser): Browser {
  const copy = openBrowser(portal.app);
  for (const [name, value] of browser.jar) copy.jar.set(name, value);
  return copy;
}
const passSeconds = (seconds: number) =>
  portal.database.pool.query(`update sessions set rotated_at = rotated_at - make_interval(secs => $1)`, [seconds]);

test('an unknown refresh cookie is cleared; without one the answer leaves the cookies of a log-in in another tab', async () => {
  const stranger = openBrowser(portal.app);
  expect(await refresh(stranger)).toMatchObject({
    status: 401,
    body: { messageCode: 'Auth.SignedOut' },
    setCookies: [],
  });
  stranger.jar.set(COOKIES.refresh, newTokens().refresh);
  stranger.jar.set(COOKIES.access, newTokens().access);
  expect((await refresh(stranger)).status).toBe(401);
  expect(stranger.jar.size).toBe(0);
});

test('a page of another site cannot refresh or end a session', async () => {
  const browser = await signedIn();
  const foreign = { 'sec-fetch-site': 'cross-site' };
  expect((await browser.ask('GET', '/v1/auth/update', undefined, foreign)).status).toBe(403);
  expect((await browser.ask('POST', '/v1/auth/logout', undefined, foreign)).status).toBe(403);
  expect(await isLiving(browser)).toBe(true);
});

test('refuses an unknown parameter of the refresh without using up the token', async () => {
  const browser = await signedIn();
  expect((await browser.ask('GET', '/v1/auth/update?again=1')).status).toBe(400);
  expect((await refresh(browser)).status).toBe(200);
});

// @covers ASVS-7.3.1, ASVS-14.3.2
test('a refresh sets two new cookies and the old access token ends', async () => {
  const browser = await signedIn();
  const before = copyOf(browser);
  const reply = await refresh(browser);
  expect(reply).toMatchObject({ status: 200, text: '{"success":true}' });
  expect(reply.setCookies).toHaveLength(2);
  for (const cookie of reply.setCookies) expect(cookie).toMatch(/; Path=\/; HttpOnly; SameSite=Lax$/);
  for (const name of [COOKIES.access, COOKIES.refresh]) expect(browser.jar.get(name)).not.toBe(before.jar.get(name));
  expect(await isLiving(before)).toBe(false);
  expect(await isLiving(browser)).toBe(true);
});

// @covers ASVS-7.3.2
test('a refresh does not extend the session', async () => {
  const browser = await signedIn();
  await portal.database.pool.query(`update sessions set refresh_expires_at = refresh_expires_at - interval '29 days'`);
  const reply = await refresh(browser);
  const maxAge = Number(/Max-Age=(\d+)/.exec(reply.setCookies[1] ?? '')?.[1]);
  expect(maxAge).toBeLessThanOrEqual(24 * 3_600);
  await portal.database.pool.query(`update sessions set refresh_expires_at = clock_timestamp()`);
  expect((await refresh(browser)).status).toBe(401);
});

// @covers SEC-01
test('each of a thousand concurrent double refreshes has one successor', async () => {
  const { db, pool } = portal.database;
  const person = await createPerson(db);
  const started = Array.from({ length: 1_000 }, newTokens);
  await pool.query(
    `insert into sessions (user_id, access_hash, access_expires_at, refresh_hash, refresh_expires_at)
     select $1, sha256(access::bytea), now() + interval '1 hour', sha256(refresh::bytea), now() + interval '1 hour'
     from unnest($2::text[], $3::text[]) as token (access, refresh)`,
    [person.id, started.map((tokens) => tokens.access), started.map((tokens) => tokens.refresh)],
  );
  const windowOf = (token: string) => {
    const browser = openBrowser(portal.app);
    browser.jar.set(COOKIES.refresh, token);
    return browser;
  };
  for (let i = 0; i < started.length; i += 25) {
    const pairs = started.slice(i, i + 25).map(({ refresh: token }) => [windowOf(token), windowOf(token)] as const);
    const replies = await Promise.all(pairs.flat().map(refresh));
    expect(replies.every((reply) => reply.status === 200)).toBe(true);
    for (const [one, other] of pairs) expect([...one.jar]).toEqual([...other.jar]);
  }
  const { rows } = await pool.query(
    `select count(*)::int as living, (select count(*)::int from spent_refresh_tokens where session_id in
       (select id from sessions where user_id = $1)) as spent
     from sessions where user_id = $1 and ended_at is null and rotated_at is not null`,
    [person.id],
  );
  expect(rows[0]).toEqual({ living: 1_000, spent: 1_000 });
}, 60_000);

test('a hundred windows that refresh concurrently all continue with the same cookies', async () => {
  const browser = await signedIn();
  const windows = Array.from({ length: 100 }, () => copyOf(browser));
  const replies = await Promise.all(windows.map(refresh));
  expect(new Set(replies.map((reply) => reply.status))).toEqual(new Set([200]));
  expect(new Set(windows.map((window) => [...window.jar.values()].join())).size).toBe(1);
});

// @covers ASVS-7.4.1
test('a spent token after the grace period ends the session for the thief and for the owner', async () => {
  const owner = await signedIn();
  const thief = copyOf(owner);
  await refresh(owner);
  await passSeconds(11);
  expect((await refresh(thief)).status).toBe(401);
  expect(await isLiving(owner)).toBe(false);
  expect((await refresh(owner)).status).toBe(401);
});

test('the grace period covers only the previous token', async () => {
  const owner = await signedIn();
  const grandparent = copyOf(owner);
  await refresh(owner);
  const parent = copyOf(owner);
  await refresh(owner);
  expect((await refresh(parent)).status).toBe(200);
  expect([...parent.jar]).toEqual([...owner.jar]);
  expect((await refresh(grandparent)).status).toBe(401);
  expect(await isLiving(owner)).toBe(false);
});

test('using the grace period does not extend it', async () => {
  const owner = await signedIn();
  const late = copyOf(owner);
  await refresh(owner);
  await passSeconds(8);
  expect((await refresh(copyOf(late))).status).toBe(200);
  await passSeconds(3);
  expect((await refresh(late)).status).toBe(401);
});

// @covers ASVS-7.4.1
test('log-out ends this session on the server, and no other', async () => {
  const browser = await signedIn();
  const copy = copyOf(browser);
  const other = await signedIn();
  const reply = await browser.ask('POST', '/v1/auth/logout');
  expect(reply).toMatchObject({ status: 200, text: '{"success":true}' });
  expect([...browser.jar.keys()]).toEqual([COOKIES.device]);
  for (const cookie of reply.setCookies) expect(cookie).toMatch(/^seri_(access|refresh)_3000=; .*Path=\/; .*HttpOnly/);
  expect(await isLiving(copy)).toBe(false);
  expect((await refresh(copy)).status).toBe(401);
  expect(await isLiving(other)).toBe(true);
});

test('log-out works with the refresh cookie alone, twice, and without any cookie', async () => {
  const browser = await signedIn();
  const copy = copyOf(browser);
  browser.jar.delete(COOKIES.access);
  expect((await browser.ask('POST', '/v1/auth/logout')).status).toBe(200);
  expect(await isLiving(copy)).toBe(false);
  expect((await copy.ask('POST', '/v1/auth/logout')).status).toBe(200);
  expect((await openBrowser(portal.app).ask('POST', '/v1/auth/logout')).status).toBe(200);
});

test('deletes sessions with their spent tokens a month after their end, and keeps live ones', async () => {
  const { pool, db } = portal.database;
  const ended = await signedIn();
  const living = await signedIn();
  await Promise.all([refresh(ended), refresh(living)]);
  await ended.ask('POST', '/v1/auth/logout');
  await pool.query(`update sessions set ended_at = ended_at - interval '31 days' where ended_at is not null`);
  await removeOutdated(db);
  const { rows } = await pool.query(`select count(*)::int as ended from sessions where ended_at is not null`);
  expect(rows[0]).toEqual({ ended: 0 });
  expect((await refresh(living)).status).toBe(200);
});

// @covers ASVS-16.3.1
test('behind https the cookies are bound to this host and to https, and no secret gets into the log', async () => {
  const lines: string[] = [];
  const log = createLog(
    'test',
    'trace',
    new Writable({
      write: (line, _encoding, done) => {
        lines.push(String(line));
        done();
      },
    }),
  );
  const database = openDatabase(portal.url, log);
  const names = cookieNames('https://seri.example', 443);
  const app = createApp({
    log,
    strictReplies: true,
    trustedProxies: [],
    cookies: names,
    publicUrl: 'https://seri.example',
    findCurrentUser: (token) => findCurrentUser(database.db, token),
  });
  authRoutes(app, database, { cookies: names, secretKey: SECRET_KEY });
  const person = await createPerson(database.db, { passwordHash });
  const browser = openBrowser(app);
  const seen: string[] = [];
  for (const typed of ['mistyped secret', password]) {
    const reply = await browser.ask('POST', '/v1/auth/login', { email: person.email, password: typed });
    for (const cookie of reply.setCookies)
      expect(cookie).toMatch(
        /^__Host-seri_(access|refresh|device)=[\w-]{43}; Max-Age=\d+; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
      );
    seen.push(...browser.jar.values());
  }
  const parent = [...browser.jar];
  await browser.ask('GET', '/v1/auth/update');
  seen.push(...browser.jar.values());
  await database.pool.query(`update sessions set rotated_at = rotated_at - interval '1 minute'`);
  const thief = openBrowser(app);
  for (const [name, token] of parent) thief.jar.set(name, token);
  await thief.ask('GET', '/v1/auth/update');
  await database.close();
  await browser.ask('GET', '/v1/auth/update');
  await app.close();

  const written = lines.join('');
  for (const event of ['WrongCredentials', 'signed_in', 'refresh_reused', 'request failed'])
    expect(written).toContain(event);
  expect(seen.length).toBeGreaterThan(3);
  for (const secret of [...seen, 'mistyped secret', password, SECRET_KEY, person.email, 'argon2id'])
    expect(written).not.toContain(secret);
});
