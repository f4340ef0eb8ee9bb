import { ROLE } from '@seri/contract/auth/permissions.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { registerCalls } from '../../compose/app.ts';
import { allCalls } from '../../platform/calls/calls.ts';
import { isForPrograms } from '../../platform/http/access.ts';
import { CALL_OPTIONS } from '../../testing/http/call-options.ts';
import { createPerson, type Person, type PersonOptions } from '../../testing/http/people.ts';
import { type TestPortal, testPortal } from '../../testing/http/portal.ts';
import { appCode, letStepsPass, wrongAppCode } from '../../testing/http/second-factor.ts';
import { hashPassword } from '../account/password.ts';
import { removeSecondFactor } from './second-factor-queries.ts';

const password = 'right password';
const START = '/v1/user/start-second-factor';
const CONFIRM = '/v1/user/confirm-second-factor';
const REMOVE = '/v1/user/remove-second-factor';
const RENEW = '/v1/user/renew-recovery-codes';
const VIEW = '/v1/user/view-second-factor';
let portal: TestPortal;
let passwordHash: string;

beforeAll(async () => {
  portal = await testPortal((app, database) => registerCalls(app, database, CALL_OPTIONS));
  passwordHash = await hashPassword(password);
});
afterAll(() => portal.close());
beforeEach(() => sql(`delete from company_settings where key = 'managerSecondFactor'`));

const sql = (text: string, values: unknown[] = []) => portal.database.pool.query(text, values);
const somebody = (options: PersonOptions = {}) => createPerson(portal.database.db, { passwordHash, ...options });
const requireOfManagers = () =>
  sql(`insert into company_settings (key, value) values ('managerSecondFactor', '"required"')`);
const mailsTo = async ({ id }: Person): Promise<string[]> =>
  (await sql(`select data->>'change' as change from mails where user_id = $1 order by id`, [id])).rows.map(
    ({ change }) => change,
  );

async function setUp(person: Person): Promise<{ secret: string; code: string; recoveryCodes: string[] }> {
  const { secret } = (await portal.ask(person, 'POST', START, { password })).body;
  const code = appCode(secret);
  const { recoveryCodes } = (await portal.ask(person, 'POST', CONFIRM, { code })).body;
  return { secret, code, recoveryCodes };
}

test('a signed-out client reaches none of its calls', async () => {
  for (const path of [START, CONFIRM, REMOVE, RENEW])
    expect((await portal.ask(null, 'POST', path, {})).body.messageCode).toBe('Auth.SignedOut');
  expect((await portal.ask(null, 'GET', VIEW)).status).toBe(401);
});

// @covers ASVS-7.5.1
test('a wrong password starts, renews and removes nothing, and after ten of them the right one must wait', async () => {
  const person = await somebody();
  const wrong = { password: 'wrong password' };
  for (const [path, body] of [
    [START, wrong],
    [RENEW, wrong],
    [REMOVE, { ...wrong, code: '123456' }],
  ] as const)
    expect(await portal.ask(person, 'POST', path, body)).toMatchObject({
      status: 422,
      body: { messageCode: 'Password.Wrong', errors: { password: ['Password.Wrong'] } },
    });
  for (let i = 3; i < 10; i++) await portal.ask(person, 'POST', START, wrong);
  expect(await portal.ask(person, 'POST', START, { password })).toMatchObject({
    status: 429,
    body: { messageCode: 'TooManyTries' },
  });
  const other = await somebody();
  expect((await portal.ask(other, 'POST', START, { password })).status).toBe(200);
});

test('a password of as many emoji as sign-up accepts starts it', async () => {
  const longest = '🗝'.repeat(128);
  const person = await somebody({ passwordHash: await hashPassword(longest) });
  expect((await portal.ask(person, 'POST', START, { password: longest })).status).toBe(200);
});

test('cannot be confirmed, renewed or removed without a set-up', async () => {
  const person = await somebody();
  expect((await portal.ask(person, 'POST', CONFIRM, { code: '123456' })).body.messageCode).toBe('Auth.LoginExpired');
  expect((await portal.ask(person, 'POST', RENEW, { password })).status).toBe(404);
  expect((await portal.ask(person, 'POST', REMOVE, { password, code: '123456' })).status).toBe(404);
});

test('a wrong code confirms nothing, and a set-up expires after a quarter of an hour', async () => {
  const person = await somebody();
  const { secret } = (await portal.ask(person, 'POST', START, { password })).body;
  expect(await portal.ask(person, 'POST', CONFIRM, { code: wrongAppCode(secret) })).toMatchObject({
    status: 422,
    body: { messageCode: 'Auth.WrongCode', errors: { code: ['Auth.WrongCode'] } },
  });
  await sql(`update second_factor_setups set started_at = started_at - interval '15 minutes'`);
  expect(await portal.ask(person, 'POST', CONFIRM, { code: appCode(secret) })).toMatchObject({
    status: 422,
    body: { messageCode: 'Auth.LoginExpired' },
  });
  expect((await portal.ask(person, 'GET', VIEW)).body.enabled).toBe(false);
});

test('the code of the app turns it on, with ten recovery codes and an email', async () => {
  const person = await somebody();
  expect((await portal.ask(person, 'GET', VIEW)).body).toEqual({ enabled: false, recoveryCodesLeft: 0, needed: false });
  const started = (await portal.ask(person, 'POST', START, { password })).body;
  expect(started.secret).toMatch(/^[A-Z2-7]{32}$/);
  expect(started.uri).toContain(`secret=${started.secret}`);
  const spaced = appCode(started.secret).replace(/^(...)/, ' $1 ');
  const confirmed = await portal.ask(person, 'POST', CONFIRM, { code: spaced });
  expect(confirmed.body.recoveryCodes).toHaveLength(10);
  expect((await portal.ask(person, 'GET', VIEW)).body).toEqual({ enabled: true, recoveryCodesLeft: 10, needed: false });
  expect(await mailsTo(person)).toEqual(['added']);
});

test('a set-up confirmed twice concurrently creates one second factor', async () => {
  const person = await somebody();
  const { secret } = (await portal.ask(person, 'POST', START, { password })).body;
  const code = appCode(secret);
  const replies = await Promise.all([1, 2, 3].map(() => portal.ask(person, 'POST', CONFIRM, { code })));
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 422, 422]);
  expect(await mailsTo(person)).toEqual(['added']);
});

test('a second factor in use cannot be replaced by the password alone', async () => {
  const person = await somebody();
  await setUp(person);
  expect(await portal.ask(person, 'POST', START, { password })).toMatchObject({
    status: 409,
    body: { messageCode: 'Auth.SecondFactorExists' },
  });
});

// @covers ASVS-6.5.2
test('the database contains neither the secret nor a recovery code in plain text', async () => {
  const person = await somebody();
  const { secret, recoveryCodes } = await setUp(person);
  const { rows } = await sql(
    `select concat_ws(' ', f.*, (select string_agg(c::text, ' ') from recovery_codes c where c.user_id = f.user_id),
       (select string_agg(m.data::text, ' ') from mails m where m.user_id = f.user_id)) as kept
     from second_factors f where user_id = $1`,
    [person.id],
  );
  const { kept } = rows[0];
  expect(kept).toContain('\\\\x');
  for (const text of [secret, ...recoveryCodes].flatMap((code) => [code, code.replaceAll('-', '')])) {
    expect(kept).not.toContain(text);
    expect(kept).not.toContain(Buffer.from(text).toString('hex'));
  }
  const { Secret } = await import('otpauth');
  expect(kept).not.toContain(Buffer.from(Secret.fromBase32(secret).bytes).toString('hex'));
});

test('renewed recovery codes replace the old ones', async () => {
  const person = await somebody();
  const { recoveryCodes: old } = await setUp(person);
  const { recoveryCodes } = (await portal.ask(person, 'POST', RENEW, { password })).body;
  expect(recoveryCodes).toHaveLength(10);
  expect(recoveryCodes.some((code: string) => old.includes(code))).toBe(false);
  const withOld = await portal.ask(person, 'POST', REMOVE, { password, code: old[0] });
  expect(withOld.body.messageCode).toBe('Auth.WrongCode');
  expect((await portal.ask(person, 'POST', REMOVE, { password, code: recoveryCodes[0] })).status).toBe(200);
});

test('it is removed with password and code, and an email reports it', async () => {
  const person = await somebody();
  const { secret, code } = await setUp(person);
  const used = await portal.ask(person, 'POST', REMOVE, { password, code });
  expect(used.body.messageCode).toBe('Auth.WrongCode');
  await letStepsPass(portal.database.pool);
  expect((await portal.ask(person, 'POST', REMOVE, { password, code: appCode(secret) })).status).toBe(200);
  expect((await portal.ask(person, 'GET', VIEW)).body).toMatchObject({ enabled: false, recoveryCodesLeft: 0 });
  expect(await mailsTo(person)).toEqual(['added', 'removed']);
});

test('a manager cannot remove it while the company requires it; a client may remove theirs', async () => {
  const [manager, client] = await Promise.all([somebody({ roleId: ROLE.manager }), somebody()]);
  const [ofManager, ofClient] = [await setUp(manager), await setUp(client)];
  await requireOfManagers();
  await letStepsPass(portal.database.pool);
  expect((await portal.ask(manager, 'GET', VIEW)).body).toMatchObject({ enabled: true, needed: true });
  const refused = await portal.ask(manager, 'POST', REMOVE, { password, code: appCode(ofManager.secret) });
  expect(refused).toMatchObject({ status: 403, body: { messageCode: 'Access.Denied' } });
  expect((await portal.ask(client, 'POST', REMOVE, { password, code: appCode(ofClient.secret) })).status).toBe(200);
});

// @covers ASVS-6.4.4
test('an operator can remove it, and the command reports whether there was one', async () => {
  const person = await somebody();
  await setUp(person);
  const remove = () => portal.database.db.transaction().execute((tx) => removeSecondFactor(tx, person.id));
  expect([await remove(), await remove()]).toEqual([true, false]);
  expect((await portal.ask(person, 'GET', VIEW)).body.enabled).toBe(false);
});

// @covers ASVS-6.3.3
test('a manager who must set it up reaches only the calls that the contract allows before that, also in an open session', async () => {
  const [manager, client] = await Promise.all([somebody({ roleId: ROLE.manager }), somebody()]);
  expect((await portal.ask(manager, 'GET', '/v1/site/menu-counters')).status).toBe(200);
  await requireOfManagers();
  const open: string[] = [];
  for (const { method, path, access } of allCalls()) {
    if (access === 'public' || isForPrograms(access)) continue;
    const reply = await portal.ask(manager, method, path, method === 'GET' ? undefined : {});
    if (reply.body.messageCode !== 'Auth.SecondFactorRequired') open.push(`${method} ${path}`);
    else expect(reply.status).toBe(403);
  }
  expect(open.sort()).toEqual([
    'GET /v1/user/view-profile',
    'GET /v1/user/view-second-factor',
    'POST /v1/user/confirm-second-factor',
    'POST /v1/user/start-second-factor',
    'PUT /v1/user/update-setting',
  ]);
  expect((await portal.ask(manager, 'GET', '/v1/user/view-profile')).body.secondFactorNeeded).toBe(true);
  expect((await portal.ask(client, 'GET', '/v1/user/view-profile')).body.secondFactorNeeded).toBe(false);
  await setUp(manager);
  expect((await portal.ask(manager, 'GET', '/v1/user/view-profile')).body.secondFactorNeeded).toBe(false);
  expect((await portal.ask(manager, 'GET', '/v1/site/menu-counters')).status).toBe(200);
});
