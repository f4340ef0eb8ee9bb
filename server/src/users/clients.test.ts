import { ROLE } from '@seri/contract/auth/permissions.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { registerCalls } from '../compose/app.ts';
import { CALL_OPTIONS } from '../testing/http/call-options.ts';
import { createPerson, type Person } from '../testing/http/people.ts';
import { type TestPortal, testPortal } from '../testing/http/portal.ts';

let portal: TestPortal;
let anna: Person;
let maria: Person;

beforeAll(async () => {
  portal = await testPortal((app, database) => registerCalls(app, database, CALL_OPTIONS));
  const { db } = portal.database;
  maria = await createPerson(db, { roleId: ROLE.manager, fullName: 'Maria Sato' });
  anna = await createPerson(db, { fullName: 'Anna 100% Petrova', balanceYen: 300_000 });
});
afterAll(() => portal.close());

const put = (what: string, body: object, person: Person = maria) =>
  portal.ask(person, 'PUT', `/v1/clients/${what}`, body);
const post = (what: string, body: object) => portal.ask(maria, 'POST', `/v1/clients/${what}`, body);
const view = async () => (await portal.ask(maria, 'GET', `/v1/clients/view?userId=${anna.id}`)).body;
const found = async (search: string) =>
  (await portal.ask(maria, 'GET', `/v1/clients/list?search=${encodeURIComponent(search)}`)).body;

test('a manager finds clients by name, number and address, but never staff', async () => {
  for (const text of ['100% pet', String(anna.id), `C-000${anna.id}`, anna.email]) {
    const { items } = await found(text);
    expect(items).toMatchObject([{ userId: anna.id, name: 'Anna 100% Petrova', balanceYen: 300_000 }]);
  }
  expect(await found('Maria Sato')).toMatchObject({ items: [], pageInfo: { totalSearchResults: 0 } });
  expect(await found('100_')).toMatchObject({ items: [] });
});

// @covers SEC-03
test('every call about a client reports staff accounts as not found', async () => {
  for (const userId of [maria.id, 999_999]) {
    expect(await portal.ask(maria, 'GET', `/v1/clients/view?userId=${userId}`)).toMatchObject({ status: 404 });
    for (const [what, more] of [
      ['limits', { creditLimitYen: 1 }],
      ['flags', { flags: { shareCar: false } }],
      ['role', { roleId: ROLE.disabled }],
      ['account', { note: 'x' }],
    ] as const)
      expect(await put(what, { userId, ...more })).toMatchObject({ status: 404 });
    expect(await post('enable', { userId })).toMatchObject({ status: 404 });
    expect(await post('invite', { userId })).toMatchObject({ status: 404 });
  }
});

test('a client cannot get a flag or a role of managers', async () => {
  const userId = anna.id;
  expect(await put('flags', { userId, flags: { bidManagementEnabled: true } })).toMatchObject({ status: 422 });
  expect(await put('role', { userId, roleId: ROLE.manager })).toMatchObject({ status: 422 });
  expect(await put('limits', { userId, creditLimitYen: 1_000_000_000 })).toMatchObject({ status: 422 });
});

// @covers OPS-05, PAY-04
test('limits, flags and assignments take effect immediately and are logged with their author', async () => {
  const userId = anna.id;
  expect(await put('limits', { userId, creditLimitYen: 2_000_000 })).toMatchObject({ status: 200 });
  expect(await put('flags', { userId, flags: { shareCar: false } })).toMatchObject({ status: 200 });
  expect(await put('account', { userId, note: 'Pays on Fridays', managerId: maria.id })).toMatchObject({ status: 200 });
  const { client, decisions, managers } = await view();
  expect(client).toMatchObject({ creditLimitYen: 2_000_000, note: 'Pays on Fridays', managerId: maria.id });
  expect(client.flags.shareCar).toBe(false);
  expect(managers).toEqual([{ value: maria.id, label: 'Maria Sato' }]);
  expect(decisions.map(({ by, event }: { by: string; event: string }) => `${by} ${event}`)).toEqual([
    'Maria Sato note',
    'Maria Sato managerId',
    'Maria Sato permissions',
    'Maria Sato limits',
  ]);
});

// @covers OPS-05
test('a disabled client is signed out immediately, and restored when enabled', async () => {
  const userId = anna.id;
  expect(await put('role', { userId, roleId: ROLE.disabled })).toMatchObject({ status: 200 });
  expect(await portal.ask(anna, 'GET', '/v1/user/view-profile')).toMatchObject({ status: 401 });
  expect(await post('invite', { userId })).toMatchObject({ body: { messageCode: 'AccountDisabled' } });
  expect(await post('enable', { userId })).toMatchObject({ status: 200 });
  expect(await post('enable', { userId })).toMatchObject({ status: 409, body: { messageCode: 'User.NotDisabled' } });
  const { client } = await view();
  expect(client).toMatchObject({ roleId: ROLE.client, flags: { shareCar: false, biddingAllowed: true } });
});

// @covers OPS-05
test('a new client gets the link by mail, and a retry creates no second account', async () => {
  const body = { email: 'new@example.test', fullName: 'Ivan Sokolov', roleId: ROLE.client, creditLimitYen: 100_000 };
  const key = { 'idempotency-key': 'new client' };
  const create = () => portal.ask(maria, 'POST', '/v1/clients/create', body, key);
  const { status, body: made } = await create();
  expect(status).toBe(200);
  expect((await create()).body).toEqual(made);
  expect(await post('create', body)).toMatchObject({ body: { messageCode: 'User.EmailTaken' } });
  const mails = await portal.database.pool.query('select kind from mails where user_id = $1', [made.userId]);
  expect(mails.rows).toEqual([{ kind: 'reset_password' }]);
});
