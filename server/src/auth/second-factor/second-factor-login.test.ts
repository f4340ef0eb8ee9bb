import { ROLE } from '@seri/contract/auth/permissions.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { COOKIES, SECRET_KEY } from '../../testing/http/auth-cookies.ts';
import { type Browser, openBrowser } from '../../testing/http/browser.ts';
import { createPerson, type Person } from '../../testing/http/people.ts';
import { type TestPortal, testPortal } from '../../testing/http/portal.ts';
import { appCode, letStepsPass, wrongAppCode } from '../../testing/http/second-factor.ts';
import { hashPassword } from '../account/password.ts';
import { authRoutes } from '../routes.ts';
import { findCurrentUser } from '../session/current-user-queries.ts';
import { CODES_PER_LOGIN } from './second-factor-login.ts';

const password = 'right password';
const ENTER = '/v1/auth/second-factor';
let portal: TestPortal;
let passwordHash: string;

interface Owner extends Person {
  secret: string;
  recoveryCodes: string[];
}

beforeAll(async () => {
  portal = await testPortal((app, database) => authRoutes(app, database, { cookies: COOKIES, secretKey: SECRET_KEY }));
  passwordHash = await hashPassword(password);
});
afterAll(() => portal.close());

const sql = (text: string, values: unknown[] = []) => portal.database.pool.query(text, values);

async function owner(): Promise<Owner> {
  const person = await createPerson(portal.database.db, { passwordHash });
  const { secret } = (await portal.ask(person, 'POST', '/v1/user/start-second-factor', { password })).body;
  const confirmed = await portal.ask(person, 'POST', '/v1/user/confirm-second-factor', { code: appCode(secret) });
  await letStepsPass(portal.database.pool);
  return { ...person, secret, recoveryCodes: confirmed.body.recoveryCodes };
}

/** Opens a browser in which the password has been entered. */
async function afterPassword({ email }: Person): Promise<Browser> {
  const browser = openBrowser(portal.app);
  const reply = await browser.ask('POST', '/v1/auth/login', { email, password });
  expect(reply).toMatchObject({ status: 200, body: { success: true, secondFactor: true } });
  return browser;
}
const enter = (browser: Browser, code: string) => browser.ask('POST', ENTER, { code });
const viewerOf = (browser: Browser) => findCurrentUser(portal.database.db, browser.jar.get(COOKIES.access) ?? '');
const EXPIRED = { status: 422, body: { messageCode: 'Auth.LoginExpired' } };
const WRONG = { status: 422, body: { messageCode: 'Auth.WrongCode', errors: { code: ['Auth.WrongCode'] } } };

// @covers ASVS-2.3.1
test('refuses every code without a password before it', async () => {
  const person = await owner();
  expect(await enter(openBrowser(portal.app), appCode(person.secret))).toMatchObject(EXPIRED);
  const forged = openBrowser(portal.app);
  forged.jar.set(COOKIES.pending, 'a'.repeat(43));
  expect(await enter(forged, appCode(person.secret))).toMatchObject(EXPIRED);
});

// @covers ASVS-6.3.4
test('the right password alone creates no session, only a cookie that scripts cannot read', async () => {
  const person = await owner();
  const reply = await openBrowser(portal.app).ask('POST', '/v1/auth/login', { email: person.email, password });
  expect(reply.text).toBe('{"success":true,"secondFactor":true}');
  expect(reply.setCookies).toEqual([
    expect.stringMatching(/^seri_pending_3000=[\w-]{43}; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/),
  ]);
  const token = /=([\w-]{43});/.exec(reply.setCookies[0] ?? '')?.[1] ?? '';
  const { rows } = await sql('select pending_logins::text as kept from pending_logins');
  const hex = Buffer.from(token).toString('hex');
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.some(({ kept }) => kept.includes(token) || kept.includes(hex))).toBe(false);
});

test('the reply to a wrong password reveals nothing about the second factor', async () => {
  const person = await owner();
  const reply = await openBrowser(portal.app).ask('POST', '/v1/auth/login', {
    email: person.email,
    password: 'wrong password',
  });
  expect(reply).toMatchObject({ status: 422, body: { messageCode: 'WrongCredentials' }, setCookies: [] });
});

// @covers ASVS-6.6.2
test('refuses the code of another account', async () => {
  const [person, other] = [await owner(), await owner()];
  const browser = await afterPassword(person);
  expect(await enter(browser, appCode(other.secret))).toMatchObject(WRONG);
  expect(await enter(browser, other.recoveryCodes[0] ?? '')).toMatchObject(WRONG);
});

test('refuses a missing code, a number and additional fields field by field', async () => {
  const browser = await afterPassword(await owner());
  for (const [body, errors] of [
    [{}, { code: ['Field.Required'] }],
    [{ code: '' }, { code: ['Field.Required'] }],
    [{ code: 123_456 }, { code: ['Field.Invalid'] }],
    [{ code: '1'.repeat(41) }, { code: ['Auth.WrongCode'] }],
    [{ code: '123456', userId: 1 }, { userId: ['Field.Unknown'] }],
  ])
    expect(await browser.ask('POST', ENTER, body)).toMatchObject({ status: 422, body: { errors } });
});

test('requires the password again after five wrong codes, even for a right code', async () => {
  const person = await owner();
  const browser = await afterPassword(person);
  for (let i = 0; i < CODES_PER_LOGIN; i++)
    expect(await enter(browser, wrongAppCode(person.secret))).toMatchObject(WRONG);
  expect(await enter(browser, appCode(person.secret))).toMatchObject(EXPIRED);
  expect((await enter(await afterPassword(person), appCode(person.secret))).status).toBe(200);
});

test('fifty concurrent codes count as five attempts', async () => {
  const person = await owner();
  const browser = await afterPassword(person);
  const replies = await Promise.all(Array.from({ length: 50 }, () => enter(browser, wrongAppCode(person.secret))));
  expect(replies.filter(({ body }) => body.messageCode === 'Auth.WrongCode')).toHaveLength(CODES_PER_LOGIN);
});

// @covers ASVS-6.5.4, ASVS-6.6.3
test('blocks an account for a quarter of an hour after ten wrong codes, over all its log-ins', async () => {
  const [person, other] = [await owner(), await owner()];
  for (let login = 0; login < 2; login++) {
    const browser = await afterPassword(person);
    for (let i = 0; i < 5; i++) await enter(browser, wrongAppCode(person.secret));
  }
  const browser = await afterPassword(person);
  const reply = await enter(browser, appCode(person.secret));
  expect(reply).toMatchObject({ status: 429, body: { messageCode: 'TooManyTries' } });
  expect(Number(reply.headers['retry-after'])).toBeGreaterThan(14 * 60);
  expect((await enter(await afterPassword(other), appCode(other.secret))).status).toBe(200);
  await sql(`update attempt_counters set window_start = window_start - interval '15 minutes'`);
  expect((await enter(browser, appCode(person.secret))).status).toBe(200);
});

// @covers ASVS-6.5.5
test('requires the password again after ten minutes', async () => {
  const person = await owner();
  const browser = await afterPassword(person);
  await sql(`update pending_logins set expires_at = expires_at - interval '10 minutes'`);
  expect(await enter(browser, appCode(person.secret))).toMatchObject(EXPIRED);
});

test('a changed password or a closed account ends a pending log-in', async () => {
  const [changed, closed] = [await owner(), await owner()];
  const [ofChanged, ofClosed] = [await afterPassword(changed), await afterPassword(closed)];
  await sql('update users set password_changed_at = clock_timestamp() where id = $1', [changed.id]);
  await sql('update users set role_id = $2 where id = $1', [closed.id, ROLE.disabled]);
  expect(await enter(ofChanged, appCode(changed.secret))).toMatchObject(EXPIRED);
  expect(await enter(ofClosed, appCode(closed.secret))).toMatchObject(EXPIRED);
});

// @covers ASVS-6.5.1
test('a code and the codes before it are valid once', async () => {
  const person = await owner();
  const code = appCode(person.secret, 1);
  expect((await enter(await afterPassword(person), code)).status).toBe(200);
  const browser = await afterPassword(person);
  expect(await enter(browser, code)).toMatchObject(WRONG);
  expect(await enter(browser, appCode(person.secret))).toMatchObject(WRONG);
});

test('lets one of ten concurrent browsers with the same code in', async () => {
  const person = await owner();
  const browsers = await Promise.all(Array.from({ length: 10 }, () => afterPassword(person)));
  const code = appCode(person.secret);
  const replies = await Promise.all(browsers.map((browser) => enter(browser, code)));
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
  const living = await Promise.all(browsers.map(viewerOf));
  expect(living.filter(Boolean)).toHaveLength(1);
});

test('the right code opens a session like a log-in: new cookies, old session ended, pending cookie cleared', async () => {
  const person = await owner();
  const browser = await afterPassword(person);
  await enter(browser, appCode(person.secret));
  const first = browser.jar.get(COOKIES.access) ?? '';
  await letStepsPass(portal.database.pool);
  await browser.ask('POST', '/v1/auth/login', { email: person.email, password });
  expect(await findCurrentUser(portal.database.db, first)).not.toBeNull();
  const reply = await enter(browser, appCode(person.secret));
  expect(reply).toMatchObject({ status: 200, text: '{"success":true}' });
  expect(reply.setCookies).toEqual([
    expect.stringMatching(/^seri_pending_3000=; /),
    expect.stringMatching(/^seri_access_3000=[\w-]{43}; Max-Age=1800; Path=\/; HttpOnly; SameSite=Lax$/),
    expect.stringMatching(/^seri_refresh_3000=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/),
    expect.stringMatching(/^seri_device_3000=[\w-]{43}; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Lax$/),
  ]);
  expect(await viewerOf(browser)).toMatchObject({ userId: person.id });
  expect(await findCurrentUser(portal.database.db, first)).toBeNull();
  expect(await enter(browser, appCode(person.secret, 1))).toMatchObject(EXPIRED);
});

test('a recovery code opens the account once, in any letter case, and an email reports it', async () => {
  const person = await owner();
  const code = (person.recoveryCodes[3] ?? '').toLowerCase();
  const browser = await afterPassword(person);
  expect((await enter(browser, ` ${code} `)).status).toBe(200);
  expect(await enter(await afterPassword(person), code)).toMatchObject(WRONG);
  const { rows } = await sql(
    `select data->>'change' as change, (select count(*)::int from recovery_codes c where c.user_id = m.user_id
       and c.used_at is null) as left from mails m where user_id = $1 order by id desc limit 1`,
    [person.id],
  );
  expect(rows).toEqual([{ change: 'recovery_code_used', left: 9 }]);
});

// @covers ASVS-6.5.1
test('lets one of five concurrent browsers with the same recovery code in', async () => {
  const person = await owner();
  const browsers = await Promise.all(Array.from({ length: 5 }, () => afterPassword(person)));
  const replies = await Promise.all(browsers.map((browser) => enter(browser, person.recoveryCodes[0] ?? '')));
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
});
