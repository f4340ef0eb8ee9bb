import { ROLE } from '@seri/contract/auth/permissions.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { COOKIES, SECRET_KEY } from '../../testing/http/auth-cookies.ts';
import { type Ceremony, newAuthenticator } from '../../testing/http/authenticator.ts';
import { type Browser, openBrowser } from '../../testing/http/browser.ts';
import { createPerson, type Person } from '../../testing/http/people.ts';
import { type TestPortal, testPortal } from '../../testing/http/portal.ts';
import { hashPassword } from '../account/password.ts';
import { authRoutes } from '../routes.ts';
import { findCurrentUser } from '../session/current-user-queries.ts';

const password = 'right password';
const START = '/v1/user/start-passkey';
const ADD = '/v1/user/add-passkey';
const REMOVE = '/v1/user/remove-passkey';
const REFUSED = { status: 422, body: { messageCode: 'Auth.PasskeyRefused' } };
let portal: TestPortal;
let passwordHash: string;

beforeAll(async () => {
  portal = await testPortal((app, database) => authRoutes(app, database, { cookies: COOKIES, secretKey: SECRET_KEY }));
  passwordHash = await hashPassword(password);
});
afterAll(() => portal.close());

type Device = ReturnType<typeof newAuthenticator>;
const sql = (text: string, values: unknown[] = []) => portal.database.pool.query(text, values);
const somebody = () => createPerson(portal.database.db, { passwordHash });
const viewerOf = (browser: Browser) => findCurrentUser(portal.database.db, browser.jar.get(COOKIES.access) ?? '');
const start = async (person: Person) => (await portal.ask(person, 'POST', START, { password })).body;
const add = (person: Person, device: Device, ceremony: Ceremony) =>
  portal.ask(person, 'POST', ADD, { ...device.register(ceremony), name: 'Phone' });

async function ownerOf(device: Device): Promise<Person> {
  const person = await somebody();
  const { challenge } = await start(person);
  expect((await add(person, device, { challenge })).status).toBe(200);
  return person;
}
async function challengeFor(browser: Browser): Promise<string> {
  return (await browser.ask('POST', '/v1/auth/start-passkey-login')).body.challenge;
}
async function logIn(device: Device, more: Partial<Ceremony> = {}, browser = openBrowser(portal.app)) {
  const challenge = more.challenge ?? (await challengeFor(browser));
  return browser.ask('POST', '/v1/auth/passkey-login', device.logIn({ ...more, challenge }));
}

test('a signed-out client cannot list, add or remove passkeys', async () => {
  for (const path of [START, ADD, REMOVE]) expect((await portal.ask(null, 'POST', path, {})).status).toBe(401);
  expect((await portal.ask(null, 'GET', '/v1/user/list-passkeys')).status).toBe(401);
});

test('another user’s passkey is neither listed nor removed; it looks like a missing one', async () => {
  const device = newAuthenticator();
  const owner = await ownerOf(device);
  const other = await somebody();
  const { items } = (await portal.ask(owner, 'GET', '/v1/user/list-passkeys')).body;
  expect(items).toEqual([{ id: expect.any(String), name: 'Phone', createdAt: expect.any(String), lastUsedAt: null }]);
  expect((await portal.ask(other, 'GET', '/v1/user/list-passkeys')).body.items).toEqual([]);
  expect((await portal.ask(other, 'POST', REMOVE, { id: items[0].id })).status).toBe(404);
  expect((await logIn(device)).status).toBe(200);
});

// @covers ASVS-6.3.4
test('adding a passkey requires the password first', async () => {
  const person = await somebody();
  expect(await portal.ask(person, 'POST', START, { password: 'wrong password' })).toMatchObject({
    status: 422,
    body: { messageCode: 'Password.Wrong', errors: { password: ['Password.Wrong'] } },
  });
});

test('refuses an unnamed or malformed passkey field by field', async () => {
  const person = await somebody();
  const reply = await portal.ask(person, 'POST', ADD, { id: 'not base64url!', clientDataJSON: 'a', name: '' });
  expect(reply).toMatchObject({ status: 422 });
  expect(reply.body.errors).toEqual({
    id: ['Field.Invalid'],
    attestationObject: ['Field.Required'],
    name: ['Field.Required'],
  });
});

test.each<{ kind: string; wrong: Partial<Ceremony> }>([
  { kind: 'of another site', wrong: { origin: 'https://elsewhere.example' } },
  { kind: 'for another domain', wrong: { rpId: 'elsewhere.example' } },
  { kind: 'whose owner was not verified', wrong: { verified: false } },
  { kind: 'for a challenge nobody set', wrong: { challenge: 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' } },
])('refuses to store a passkey $kind, and a log-in $kind', async ({ wrong }) => {
  const person = await somebody();
  const { challenge } = await start(person);
  expect(await add(person, newAuthenticator(), { challenge, ...wrong })).toMatchObject(REFUSED);
  const device = newAuthenticator();
  await ownerOf(device);
  const reply = await logIn(device, wrong);
  expect(reply).toMatchObject(REFUSED);
  expect(reply.setCookies).toEqual([]);
});

// @covers ASVS-6.6.2
test('refuses a passkey with another user’s challenge or a log-in’s challenge', async () => {
  const [anna, boris] = [await somebody(), await somebody()];
  const { challenge } = await start(anna);
  expect(await add(boris, newAuthenticator(), { challenge })).toMatchObject(REFUSED);
  const ofLogin = await challengeFor(openBrowser(portal.app));
  expect(await add(boris, newAuthenticator(), { challenge: ofLogin })).toMatchObject(REFUSED);
});

test('a challenge is valid once and for five minutes', async () => {
  const device = newAuthenticator();
  await ownerOf(device);
  const challenge = await challengeFor(openBrowser(portal.app));
  expect((await logIn(device, { challenge })).status).toBe(200);
  expect(await logIn(device, { challenge })).toMatchObject(REFUSED);
  const late = await challengeFor(openBrowser(portal.app));
  await sql(`update passkey_challenges set expires_at = expires_at - interval '5 minutes'`);
  expect(await logIn(device, { challenge: late })).toMatchObject(REFUSED);
});

test('one of ten concurrent log-ins with the same answer opens a session', async () => {
  const device = newAuthenticator();
  await ownerOf(device);
  const answer = device.logIn({ challenge: await challengeFor(openBrowser(portal.app)) });
  const replies = await Promise.all(
    Array.from({ length: 10 }, () => openBrowser(portal.app).ask('POST', '/v1/auth/passkey-login', answer)),
  );
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
});

// @covers ASVS-11.6.1
test('refuses an unknown passkey, and the signature of another one', async () => {
  const [known, unknown] = [newAuthenticator(), newAuthenticator()];
  await ownerOf(known);
  expect(await logIn(unknown)).toMatchObject(REFUSED);
  const browser = openBrowser(portal.app);
  const answer = unknown.logIn({ challenge: await challengeFor(browser) });
  expect(await browser.ask('POST', '/v1/auth/passkey-login', { ...answer, id: known.id })).toMatchObject(REFUSED);
});

test('treats a decreasing counter as a copied device', async () => {
  const device = newAuthenticator();
  await ownerOf(device);
  expect((await logIn(device, { count: 9 })).status).toBe(200);
  expect(await logIn(device, { count: 9 })).toMatchObject(REFUSED);
  expect((await logIn(device, { count: 10 })).status).toBe(200);
});

test('accepts a device that never counts any number of times', async () => {
  const device = newAuthenticator();
  const person = await somebody();
  await add(person, device, { challenge: (await start(person)).challenge, count: 0 });
  for (let i = 0; i < 3; i++) expect((await logIn(device, { count: 0 })).status).toBe(200);
});

test('refuses a passkey of a disabled account, and a removed passkey', async () => {
  const [first, second] = [newAuthenticator(), newAuthenticator()];
  const [disabled, owner] = [await ownerOf(first), await ownerOf(second)];
  await sql('update users set role_id = $2 where id = $1', [disabled.id, ROLE.disabled]);
  expect(await logIn(first)).toMatchObject({ status: 422, body: { messageCode: 'AccountDisabled' } });
  const { items } = (await portal.ask(owner, 'GET', '/v1/user/list-passkeys')).body;
  expect((await portal.ask(owner, 'POST', REMOVE, { id: items[0].id })).status).toBe(200);
  expect(await logIn(second)).toMatchObject(REFUSED);
  const { rows } = await sql(`select data->>'change' as change from mails where user_id = $1 order by id`, [owner.id]);
  expect(rows.map(({ change }) => change)).toEqual(['passkey_added', 'passkey_removed']);
});

test('stores a known authenticator once', async () => {
  const device = newAuthenticator();
  const owner = await ownerOf(device);
  const started = await start(owner);
  expect(started).toMatchObject({ rpId: 'localhost', rpName: 'Seri', userName: owner.email, excluded: [device.id] });
  expect(await add(owner, device, { challenge: started.challenge })).toMatchObject(REFUSED);
});

test('its owner logs in with a passkey alone, even if the account requires a code after the password', async () => {
  const device = newAuthenticator();
  const owner = await ownerOf(device);
  await sql(
    `insert into second_factors (user_id, encrypted_secret, last_step, recovery_salt) values ($1, 'x', 0, 'x')`,
    [owner.id],
  );
  const browser = openBrowser(portal.app);
  expect(await logIn(device, {}, browser)).toMatchObject({ status: 200, text: '{"success":true}' });
  expect(await viewerOf(browser)).toMatchObject({ userId: owner.id });
  const { items } = (await portal.ask(owner, 'GET', '/v1/user/list-passkeys')).body;
  expect(items[0].lastUsedAt).not.toBeNull();
});
