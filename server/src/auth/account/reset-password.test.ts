import { ROLE } from '@seri/contract/auth/permissions.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { handleRequests, linkOf, mailsTo } from '../../testing/http/accounts.ts';
import { COOKIES, SECRET_KEY } from '../../testing/http/auth-cookies.ts';
import { type Browser, openBrowser } from '../../testing/http/browser.ts';
import { createPerson, type Person, type PersonOptions } from '../../testing/http/people.ts';
import { type TestPortal, testPortal } from '../../testing/http/portal.ts';
import { authRoutes } from '../routes.ts';
import { findCurrentUser } from '../session/current-user-queries.ts';
import { hashPassword } from './password.ts';

const password = 'the old password';
const newPassword = 'Kamakura tram 12';
let portal: TestPortal;
let passwordHash: string;

beforeAll(async () => {
  portal = await testPortal((app, database) => authRoutes(app, database, { cookies: COOKIES, secretKey: SECRET_KEY }));
  passwordHash = await hashPassword(password);
});
afterAll(() => portal.close());

const somebody = (options: PersonOptions = {}) => createPerson(portal.database.db, { passwordHash, ...options });
const ask = (method: 'GET' | 'POST', url: string, body?: unknown, headers?: Record<string, string>) =>
  openBrowser(portal.app).ask(method, url, body, headers);
const work = () => handleRequests(portal.database, SECRET_KEY);
const logIn = (email: string, typed: string, browser: Browser = openBrowser(portal.app)) =>
  browser.ask('POST', '/v1/auth/login', { email, password: typed });
const check = (token: string) => ask('GET', `/v1/auth/reset-password-token-verify?token=${token}`);
const reset = (token: string, chosen = newPassword, again = chosen) =>
  ask('POST', `/v1/auth/reset-password-verify?token=${token}`, { newPassword: chosen, confirmPassword: again });
const waitMinutes = (minutes: number) =>
  portal.database.pool.query(`update mails set created_at = created_at - make_interval(mins => $1)`, [minutes]);

async function linkFor(person: Person): Promise<string> {
  await ask('POST', '/v1/auth/reset-password', { email: person.email });
  await work();
  return linkOf(portal.database, SECRET_KEY, person.id, 'reset');
}

describe('requesting a link', () => {
  // @covers ACCT-09, ASVS-6.3.8, SEC-05
  test.each(['GET', 'POST'] as const)(
    'by %s gets the same reply for every address and sends only to accounts',
    async (method) => {
      const known = await somebody();
      const requestFor = (email: string) =>
        method === 'GET'
          ? ask('GET', `/v1/auth/reset-password?email=${encodeURIComponent(email)}`)
          : ask('POST', '/v1/auth/reset-password', { email });
      const replies = [];
      for (const email of [known.email.toUpperCase(), `nobody-${method}@example.test`]) {
        const { status, text, headers } = await requestFor(email);
        const { 'x-request-id': _id, date: _date, ...rest } = headers;
        replies.push({ status, text, rest });
      }
      expect(replies[0]).toEqual(replies[1]);
      expect(replies[0]).toMatchObject({
        status: 200,
        text: '{"success":true}',
        rest: { 'cache-control': 'no-store' },
      });
      await work();
      expect(await mailsTo(portal.database, known.id)).toEqual(['reset_password']);
    },
  );

  // @covers ACCT-09, SEC-05
  test('is refused for text that is not an address', async () => {
    expect((await ask('POST', '/v1/auth/reset-password', { email: 'anna' })).body.errors).toEqual({
      email: ['Email.Invalid'],
    });
    expect((await ask('GET', '/v1/auth/reset-password?email=anna')).status).toBe(400);
    expect((await ask('GET', '/v1/auth/reset-password')).status).toBe(400);
  });

  // @covers ACCT-09, SEC-05
  test.each(['/v1/auth/reset-password', '/v1/auth/reset-password/', '/v1/auth/%72eset-password'])(
    'is refused from another site by a link to %s',
    async (path) => {
      const known = await somebody();
      const foreign: Record<string, string>[] = [
        { 'sec-fetch-site': 'cross-site' },
        { origin: 'https://elsewhere.example' },
      ];
      for (const headers of foreign)
        expect(await ask('GET', `${path}?email=${known.email}`, undefined, headers)).toMatchObject({
          status: 403,
          body: { messageCode: 'Request.CrossSite' },
        });
      await work();
      expect(await mailsTo(portal.database, known.id)).toEqual([]);
    },
  );

  test('again within the pause sends no second email and leaves the first link valid', async () => {
    const person = await somebody();
    const first = await linkFor(person);
    expect(await linkFor(person)).toBe(first);
    expect(await mailsTo(portal.database, person.id)).toEqual(['reset_password']);
    expect((await check(first)).status).toBe(200);
  });

  test('sends at most five emails an hour to a mailbox', async () => {
    const person = await somebody();
    for (let i = 0; i < 8; i++) {
      await portal.database.db
        .insertInto('account_requests')
        .values({ kind: 'reset', email: person.email, language: 692 })
        .execute();
      await work();
      await waitMinutes(3);
    }
    expect(await mailsTo(portal.database, person.id)).toHaveLength(5);
  });
});

describe('the link', () => {
  // @covers API-08, ASVS-6.4.3, ASVS-14.2.1
  test('may be opened any number of times and used once', async () => {
    const person = await somebody();
    const token = await linkFor(person);
    for (let i = 0; i < 3; i++) expect(await check(token)).toMatchObject({ status: 200, text: '{"success":true}' });
    expect(await reset(token)).toMatchObject({ status: 200, text: '{"success":true}' });
    for (const reply of [await check(token), await reset(token)])
      expect(reply).toMatchObject({ status: 403, body: { messageCode: 'Auth.LinkInvalid' } });
  });

  test('lets one of twenty concurrent users in', async () => {
    const person = await somebody();
    const token = await linkFor(person);
    const passwords = Array.from({ length: 20 }, (_, i) => `parallel choice ${i}`);
    const replies = await Promise.all(passwords.map((chosen) => reset(token, chosen)));
    const winners = passwords.filter((_, i) => replies[i]?.status === 200);
    expect(winners).toHaveLength(1);
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200, 403]));
    expect((await logIn(person.email, winners[0] ?? '')).status).toBe(200);
  });

  test('that has expired, was replaced, has another purpose or is invented is refused', async () => {
    const person = await somebody();
    const older = await linkFor(person);
    await waitMinutes(3);
    const newer = await linkFor(person);
    expect(newer).not.toBe(older);
    expect((await reset(older)).status).toBe(403);
    await portal.database.pool.query(`update email_links set expires_at = clock_timestamp() where user_id = $1`, [
      person.id,
    ]);
    for (const token of [newer, 'A'.repeat(43), '1']) {
      expect((await check(token)).body.messageCode).toBe('Auth.LinkInvalid');
      expect((await reset(token)).body.messageCode).toBe('Auth.LinkInvalid');
    }
    expect((await logIn(person.email, password)).status).toBe(200);
  });

  // @covers ASVS-6.6.2
  test('of one user changes nothing of another', async () => {
    const [anna, boris] = [await somebody(), await somebody()];
    const token = await linkFor(anna);
    const reply = await portal.ask(boris, 'POST', `/v1/auth/reset-password-verify?token=${token}`, {
      newPassword,
      confirmPassword: newPassword,
    });
    expect(reply.status).toBe(200);
    expect((await logIn(boris.email, password)).status).toBe(200);
    expect((await logIn(anna.email, newPassword)).status).toBe(200);
  });

  test('is not sent to a disabled account, and an earlier one stops working', async () => {
    const person = await somebody();
    const token = await linkFor(person);
    await portal.database.db.updateTable('users').set({ role_id: ROLE.disabled }).where('id', '=', person.id).execute();
    expect((await check(token)).status).toBe(403);
    expect((await reset(token)).status).toBe(403);
  });

  // @covers ASVS-6.2.4, ASVS-6.2.12
  test.each([
    ['too short', 'tiny', 'tiny', { newPassword: ['Password.Short'] }],
    ['common', 'Football', 'Football', { newPassword: ['Password.Common'] }],
    ['the name of its owner', 'AnnaPetrova1', 'AnnaPetrova1', { newPassword: ['Password.Personal'] }],
    ['too long', 'a'.repeat(129), 'a'.repeat(129), { newPassword: ['Password.Long'] }],
    ['typed differently the second time', newPassword, 'something else', { confirmPassword: ['Password.Mismatch'] }],
  ])('is not used up by a password that is %s', async (_why, chosen, again, errors) => {
    const person = await somebody();
    const token = await linkFor(person);
    expect(await reset(token, chosen, again)).toMatchObject({ status: 422, body: { errors } });
    expect((await reset(token)).status).toBe(200);
  });
});

// @covers ASVS-6.4.3, ASVS-7.4.3
test('a reset ends every session, voids other links, sends an email and clears failed attempts', async () => {
  const person = await somebody();
  const devices = [openBrowser(portal.app), openBrowser(portal.app)];
  for (const browser of devices) await logIn(person.email, password, browser);
  const stranger = openBrowser(portal.app);
  for (let i = 0; i < 11; i++) await logIn(person.email, 'wrong password', stranger);
  expect((await logIn(person.email, password)).status).toBe(429);
  expect((await reset(await linkFor(person))).status).toBe(200);
  for (const browser of devices) {
    expect(await findCurrentUser(portal.database.db, browser.jar.get(COOKIES.access) ?? '')).toBeNull();
    expect((await browser.ask('GET', '/v1/auth/update')).status).toBe(401);
  }
  expect((await portal.ask(person, 'GET', '/v1/user/list-sessions')).status).toBe(401);
  expect((await mailsTo(portal.database, person.id)).at(-1)).toBe('password_changed');
  expect((await logIn(person.email, password)).body.messageCode).toBe('WrongCredentials');
  expect((await logIn(person.email, newPassword)).status).toBe(200);
});

test('a reset verifies an unverified address', async () => {
  const person = await somebody();
  await portal.database.db.updateTable('users').set({ email_verified_at: null }).where('id', '=', person.id).execute();
  await reset(await linkFor(person));
  expect((await logIn(person.email, newPassword)).status).toBe(200);
});

test('the link sets the password of an account that the operator created without one', async () => {
  const manager = await createPerson(portal.database.db, { roleId: ROLE.manager });
  await reset(await linkFor(manager));
  expect((await logIn(manager.email, newPassword)).status).toBe(200);
});

test('a log-in whose password is reset during the check opens no session', async () => {
  const person = await somebody();
  const token = await linkFor(person);
  for (let round = 0; round < 10; round++) {
    const browsers = Array.from({ length: 4 }, () => openBrowser(portal.app));
    const [done] = await Promise.all([
      round === 0 ? reset(token) : Promise.resolve(null),
      ...browsers.map((browser) => logIn(person.email, password, browser)),
    ]);
    if (done) expect(done.status).toBe(200);
    for (const browser of browsers)
      expect(await findCurrentUser(portal.database.db, browser.jar.get(COOKIES.access) ?? '')).toBeNull();
    await portal.database.db.deleteFrom('attempt_counters').execute();
  }
});
