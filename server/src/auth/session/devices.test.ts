import { afterAll, beforeAll, expect, test } from 'vitest';
import { tokenHash } from '../../platform/http/cookies.ts';
import { mailsTo } from '../../testing/http/accounts.ts';
import { COOKIES, SECRET_KEY } from '../../testing/http/auth-cookies.ts';
import { type Browser, newAddress, openBrowser } from '../../testing/http/browser.ts';
import { createPerson } from '../../testing/http/people.ts';
import { type TestPortal, testPortal } from '../../testing/http/portal.ts';
import { hashPassword } from '../account/password.ts';
import { removeOutdated } from '../remove-outdated.ts';
import { authRoutes } from '../routes.ts';
import { LIMITS } from './attempt-queries.ts';

const password = 'right password';
let portal: TestPortal;
let passwordHash: string;

beforeAll(async () => {
  portal = await testPortal((app, database) => authRoutes(app, database, { cookies: COOKIES, secretKey: SECRET_KEY }));
  passwordHash = await hashPassword(password);
});
afterAll(() => portal.close());

const somebody = () => createPerson(portal.database.db, { passwordHash });
const logIn = (browser: Browser, email: string, typed = password) =>
  browser.ask('POST', '/v1/auth/login', { email, password: typed }, { 'user-agent': 'Firefox on a test' });
const newBrowser = (address?: string) => openBrowser(portal.app, address);
const devicesOf = async (userId: number) => {
  const rows = await portal.database.db.selectFrom('known_devices').selectAll().where('user_id', '=', userId).execute();
  return rows.map((row) => row.device_hash.toString('hex'));
};

// @covers ASVS-6.3.5, SEC-07
test('the first log-in of an account sends no email; one from another browser does', async () => {
  const person = await somebody();
  const [home, elsewhere] = [newBrowser(), newBrowser('2001:db8:77::1')];
  await logIn(home, person.email);
  expect(await mailsTo(portal.database, person.id)).toEqual([]);
  await logIn(elsewhere, person.email);
  const mail = await portal.database.db
    .selectFrom('mails')
    .selectAll()
    .where('user_id', '=', person.id)
    .executeTakeFirst();
  expect(mail).toMatchObject({
    kind: 'new_device',
    data: { address: '2001:db8:77::1', userAgent: 'Firefox on a test', at: expect.stringMatching(/^20\d\d-.*Z$/) },
  });
});

// @covers SEC-07
test('a browser that was used before sends no email, at any address and after a log-out', async () => {
  const person = await somebody();
  const home = newBrowser();
  await logIn(home, person.email);
  await home.ask('POST', '/v1/auth/logout');
  const away = newBrowser();
  away.jar.set(COOKIES.device, home.jar.get(COOKIES.device) ?? '');
  await logIn(away, person.email);
  expect(await mailsTo(portal.database, person.id)).toEqual([]);
  expect(await devicesOf(person.id)).toHaveLength(1);
});

// @covers SEC-07
test('two users of one browser each get one email, and the browser keeps its token', async () => {
  const [anna, boris] = [await somebody(), await somebody()];
  await logIn(newBrowser(), anna.email);
  await logIn(newBrowser(), boris.email);
  const shared = newBrowser();
  for (const person of [anna, boris, anna, boris]) await logIn(shared, person.email);
  for (const person of [anna, boris]) expect(await mailsTo(portal.database, person.id)).toEqual(['new_device']);
  expect(
    (await devicesOf(anna.id)).filter(
      (hash) => hash === tokenHash(shared.jar.get(COOKIES.device) ?? '').toString('hex'),
    ),
  ).toHaveLength(1);
});

test('replaces a token that the portal did not issue, so that nobody can choose a known one', async () => {
  const person = await somebody();
  const prepared = newBrowser();
  prepared.jar.set(COOKIES.device, 'a'.repeat(43));
  await logIn(prepared, person.email);
  expect(prepared.jar.get(COOKIES.device)).toMatch(/^[\w-]{43}$/);
  expect(prepared.jar.get(COOKIES.device)).not.toBe('a'.repeat(43));
});

test('a wrong password, or an unknown address, registers no browser and sends no email', async () => {
  const person = await somebody();
  await logIn(newBrowser(), person.email);
  for (const email of [person.email, 'nobody-at-all@example.test']) {
    const stranger = newBrowser();
    expect((await logIn(stranger, email, 'wrong password')).setCookies).toEqual([]);
  }
  expect(await devicesOf(person.id)).toHaveLength(1);
  expect(await mailsTo(portal.database, person.id)).toEqual([]);
});

// @covers ASVS-6.1.1, ASVS-6.3.1
test('ten thousand failed attempts from a thousand addresses cost ten hashes, and the owner can still log in from their own browser', async () => {
  const person = await somebody();
  const own = newBrowser();
  await logIn(own, person.email);
  const addresses = Array.from({ length: 1_000 }, newAddress);
  const counted = new Map<number, number>();
  for (let round = 0; round < 10; round++) {
    for (let i = 0; i < addresses.length; i += 50) {
      const tries = addresses
        .slice(i, i + 50)
        .map((address) => logIn(newBrowser(address), person.email, `guess ${round} from ${address}`));
      for (const { status } of await Promise.all(tries)) counted.set(status, (counted.get(status) ?? 0) + 1);
    }
  }
  // Only an attempt that reaches the password check is answered with 422.
  expect(counted).toEqual(
    new Map([
      [422, LIMITS.login_account.attempts],
      [429, 10_000 - LIMITS.login_account.attempts],
    ]),
  );
  expect((await logIn(newBrowser(), person.email)).status).toBe(429);
  const travelling = newBrowser();
  travelling.jar.set(COOKIES.device, own.jar.get(COOKIES.device) ?? '');
  expect((await logIn(travelling, person.email)).status).toBe(200);
}, 180_000);

test('the owner’s browser has ten attempts as well', async () => {
  const person = await somebody();
  const own = newBrowser();
  await logIn(own, person.email);
  const statuses = [];
  for (let i = 0; i < 11; i++) {
    const thief = newBrowser();
    thief.jar.set(COOKIES.device, own.jar.get(COOKIES.device) ?? '');
    statuses.push((await logIn(thief, person.email, 'wrong password')).status);
  }
  expect(statuses).toEqual([...Array(10).fill(422), 429]);
});

test('forgets a browser after two years without use', async () => {
  const person = await somebody();
  const [old, fresh] = [newBrowser(), newBrowser()];
  await logIn(old, person.email);
  await portal.database.pool.query(`update known_devices set last_seen_at = last_seen_at - interval '2 years 1 day'`);
  await logIn(fresh, person.email);
  await removeOutdated(portal.database.db);
  expect(await devicesOf(person.id)).toEqual([tokenHash(fresh.jar.get(COOKIES.device) ?? '').toString('hex')]);
});
