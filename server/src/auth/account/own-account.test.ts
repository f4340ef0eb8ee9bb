import { ROLE } from '@seri/contract/auth/permissions.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { handleRequests, linkOf, mailsTo } from '../../testing/http/accounts.ts';
import { COOKIES, SECRET_KEY } from '../../testing/http/auth-cookies.ts';
import { type Browser, openBrowser } from '../../testing/http/browser.ts';
import { createPerson } from '../../testing/http/people.ts';
import { type TestPortal, testPortal } from '../../testing/http/portal.ts';
import { authRoutes } from '../routes.ts';
import { findCurrentUser } from '../session/current-user-queries.ts';
import { hashPassword } from './password.ts';

const password = 'the old password';
const newPassword = 'Kamakura tram 13';
let portal: TestPortal;
let passwordHash: string;

beforeAll(async () => {
  portal = await testPortal((app, database) => authRoutes(app, database, { cookies: COOKIES, secretKey: SECRET_KEY }));
  passwordHash = await hashPassword(password);
});
afterAll(() => portal.close());

const NOBODY = '00000000-0000-4000-8000-000000000000';

async function signedIn(email?: string) {
  const person = email ? null : await createPerson(portal.database.db, { passwordHash });
  const address = email ?? person?.email ?? '';
  if (person) await portal.database.db.deleteFrom('sessions').where('user_id', '=', person.id).execute();
  const browser = openBrowser(portal.app);
  expect((await browser.ask('POST', '/v1/auth/login', { email: address, password })).status).toBe(200);
  return { browser, email: address, id: person?.id ?? 0 };
}
const isLiving = async (browser: Browser) =>
  (await findCurrentUser(portal.database.db, browser.jar.get(COOKIES.access) ?? '')) !== null;
const change = (browser: Browser, more: object = {}) =>
  browser.ask('POST', '/v1/user/change-password', {
    oldPassword: password,
    newPassword,
    confirmNewPassword: newPassword,
    ...more,
  });
const list = async (browser: Browser) => (await browser.ask('GET', '/v1/user/list-sessions')).body.items;
const end = (browser: Browser, id: unknown) => browser.ask('POST', '/v1/user/end-session', { id });

describe('the password', () => {
  // @covers ACCT-11
  test('cannot be changed signed out, nor from another site', async () => {
    expect((await change(openBrowser(portal.app))).status).toBe(401);
    const { browser } = await signedIn();
    const form = { oldPassword: password, newPassword, confirmNewPassword: newPassword };
    const foreign = await browser.ask('POST', '/v1/user/change-password', form, { 'sec-fetch-site': 'cross-site' });
    expect(foreign.status).toBe(403);
  });

  // @covers ACCT-11, ASVS-6.2.3, ASVS-6.2.11, ASVS-7.5.1
  test.each([
    ['the old one missing', { oldPassword: '' }, { oldPassword: ['Field.Required'] }],
    ['the new one too short', { newPassword: 'tiny', confirmNewPassword: 'tiny' }, { newPassword: ['Password.Short'] }],
    ['a common one', { newPassword: 'iloveyou', confirmNewPassword: 'iloveyou' }, { newPassword: ['Password.Common'] }],
    [
      'the company’s name',
      { newPassword: 'Seri-2026', confirmNewPassword: 'Seri-2026' },
      { newPassword: ['Password.Personal'] },
    ],
    ['two different new ones', { confirmNewPassword: 'another' }, { confirmNewPassword: ['Password.Mismatch'] }],
    ['the old one wrong', { oldPassword: 'guessed' }, { oldPassword: ['Password.Wrong'] }],
    ['somebody else’s account', { userId: 1 }, { userId: ['Field.Unknown'] }],
  ])('is not changed with %s', async (_why, more, errors) => {
    const { browser, email } = await signedIn();
    expect(await change(browser, more)).toMatchObject({ status: 422, body: { success: false, errors } });
    expect((await openBrowser(portal.app).ask('POST', '/v1/auth/login', { email, password })).status).toBe(200);
  });

  // @covers ACCT-11, API-08, ASVS-6.2.2, ASVS-7.4.3
  test('replaces the old one; this session continues, all other sessions and open links end, an email reports it', async () => {
    const { browser, email, id } = await signedIn();
    const { browser: other } = await signedIn(email);
    await other.ask('POST', '/v1/auth/reset-password', { email });
    await handleRequests(portal.database, SECRET_KEY);
    const link = await linkOf(portal.database, SECRET_KEY, id, 'reset');
    expect(await change(browser)).toMatchObject({ status: 200, text: '{"success":true}' });
    expect(await isLiving(browser)).toBe(true);
    expect((await browser.ask('GET', '/v1/auth/update')).status).toBe(200);
    expect(await isLiving(other)).toBe(false);
    expect((await other.ask('GET', '/v1/auth/update')).status).toBe(401);
    expect((await other.ask('GET', `/v1/auth/reset-password-token-verify?token=${link}`)).status).toBe(403);
    expect((await mailsTo(portal.database, id)).at(-1)).toBe('password_changed');
    const logIn = (typed: string) => openBrowser(portal.app).ask('POST', '/v1/auth/login', { email, password: typed });
    expect((await logIn(password)).body.messageCode).toBe('WrongCredentials');
    expect((await logIn(newPassword)).status).toBe(200);
  });

  test('may be guessed ten times in fifteen minutes over all sessions; then the right one must wait too', async () => {
    const { browser, email } = await signedIn();
    const { browser: other } = await signedIn(email);
    const replies = await Promise.all(
      Array.from({ length: 14 }, (_, i) => change(i % 2 ? browser : other, { oldPassword: `guess ${i}` })),
    );
    expect(replies.filter(({ status }) => status === 422)).toHaveLength(10);
    expect(await change(browser)).toMatchObject({
      status: 429,
      body: { messageCode: 'TooManyTries', details: { minutes: 15 } },
      headers: { 'retry-after': expect.stringMatching(/^(8\d\d|900)$/) },
    });
  });

  test('that is changed twice concurrently changes once', async () => {
    const { browser } = await signedIn();
    const choices = ['first of two choices', 'second of two choices'];
    const replies = await Promise.all(
      choices.map((chosen) => change(browser, { newPassword: chosen, confirmNewPassword: chosen })),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 422]);
  });

  test('of an account that was disabled meanwhile does not change', async () => {
    const { browser, id } = await signedIn();
    await portal.database.db.updateTable('users').set({ role_id: ROLE.disabled }).where('id', '=', id).execute();
    expect((await change(browser)).status).toBe(401);
  });
});

describe('the sessions', () => {
  test('are not shown signed out', async () => {
    const stranger = openBrowser(portal.app);
    expect((await stranger.ask('GET', '/v1/user/list-sessions')).status).toBe(401);
    expect((await end(stranger, NOBODY)).status).toBe(401);
    expect((await stranger.ask('POST', '/v1/user/end-other-sessions')).status).toBe(401);
  });

  // @covers ASVS-7.1.2
  test('are the user’s own live ones, the current first', async () => {
    const { browser, email } = await signedIn();
    await signedIn();
    const { browser: other } = await signedIn(email);
    const { browser: left } = await signedIn(email);
    await left.ask('POST', '/v1/auth/logout');
    const items = await list(browser);
    expect(items.map((item: { current: boolean }) => item.current)).toEqual([true, false]);
    expect(items[0]).toMatchObject({
      userAgent: 'lightMyRequest',
      address: expect.stringMatching(/^2001:db8:/),
      createdAt: expect.stringMatching(/Z$/),
      lastSeenAt: expect.stringMatching(/Z$/),
    });
    expect((await list(other))[0].id).toBe(items[1].id);
  });

  // @covers ASVS-7.5.2
  test('end at once when the user ends them', async () => {
    const { browser, email } = await signedIn();
    const { browser: other } = await signedIn(email);
    const [, second] = await list(browser);
    expect(await end(browser, second.id)).toMatchObject({ status: 200, text: '{"success":true}' });
    expect(await isLiving(other)).toBe(false);
    expect((await other.ask('GET', '/v1/auth/update')).status).toBe(401);
    expect(await list(browser)).toHaveLength(1);
  });

  test('of other users, ended and unknown ones are refused alike', async () => {
    const { browser, email } = await signedIn();
    const stranger = await signedIn();
    await signedIn(email);
    const [, second] = await list(browser);
    await end(browser, second.id);
    const [foreign] = await list(stranger.browser);
    const replies = [];
    for (const id of [foreign.id, second.id, NOBODY]) {
      const { status, text } = await end(browser, id);
      replies.push(`${status} ${text.replace(/"requestId":"[^"]+"/, '')}`);
    }
    expect(new Set(replies).size).toBe(1);
    expect(replies[0]).toMatch(/^404 .*"NotFound"/);
    expect(await isLiving(stranger.browser)).toBe(true);
    expect((await end(browser, 'no id')).status).toBe(422);
  });

  // @covers ASVS-7.5.2
  test('all end together, except the current one', async () => {
    const { browser, email } = await signedIn();
    const others = [await signedIn(email), await signedIn(email)];
    const stranger = await signedIn();
    expect(await browser.ask('POST', '/v1/user/end-other-sessions')).toMatchObject({ status: 200, body: { ended: 2 } });
    for (const { browser: other } of others) expect(await isLiving(other)).toBe(false);
    for (const session of [browser, stranger.browser]) expect(await isLiving(session)).toBe(true);
    expect((await browser.ask('POST', '/v1/user/end-other-sessions')).body.ended).toBe(0);
  });
});
