import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type AccountRequest, insertAccountRequest } from '../../auth/account/request-queries.ts';
import { findPersonByEmail, handleRequests, linkOf, mailsTo } from '../../testing/http/accounts.ts';
import { SECRET_KEY } from '../../testing/http/auth-cookies.ts';
import { createPerson } from '../../testing/http/people.ts';
import { type TestPortal, testPortal } from '../../testing/http/portal.ts';
import { handleAccountRequest } from './handle-account-request.ts';

let portal: TestPortal;
let next = 0;

beforeAll(async () => {
  portal = await testPortal(() => {});
});
afterAll(() => portal.close());
beforeEach(() => portal.database.db.deleteFrom('account_requests').execute());

const newEmail = () => `asked-${next++}@example.test`;
const write = async (request: AccountRequest) => {
  await insertAccountRequest(portal.database.db, request);
  const { id } = await portal.database.db
    .selectFrom('account_requests')
    .select('id')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  return id;
};
const signUp = (email: string, passwordHash = 'a hash'): AccountRequest => ({
  kind: 'sign_up',
  email,
  language: 692,
  form: { fullName: 'Anna Petrova', referralCode: null, mobile: '79123456789', country: 183, city: 'Ufa' },
  passwordHash,
});
const handle = (requestId: number) => handleAccountRequest(portal.database.db, { requestId, secretKey: SECRET_KEY });
const waiting = async () => (await portal.database.db.selectFrom('account_requests').select('id').execute()).length;

test('one request processed by ten workers at once makes one account and one mail', async () => {
  const email = newEmail();
  const id = await write(signUp(email));
  await Promise.all(Array.from({ length: 10 }, () => handle(id)));
  const person = await findPersonByEmail(portal.database, email);
  expect(await mailsTo(portal.database, person?.id ?? 0)).toEqual(['verify_address']);
  expect(await waiting()).toBe(0);
});

test('ten concurrent requests for one new address make one account', async () => {
  const email = newEmail();
  const ids = [];
  for (let i = 0; i < 10; i++) ids.push(await write(signUp(i % 2 ? email : email.toUpperCase())));
  await Promise.all(ids.map(handle));
  const person = await findPersonByEmail(portal.database, email);
  expect(person).toMatchObject({ password_hash: 'a hash', email_verified_at: null });
  expect(await mailsTo(portal.database, person?.id ?? 0)).toEqual(['verify_address']);
});

test('a job contains the id of its request and no personal data', async () => {
  const email = newEmail();
  const id = await write(signUp(email));
  const { rows } = await portal.database.pool.query(
    `select payload from graphile_worker._private_jobs order by id desc limit 1`,
  );
  expect(rows[0].payload).toEqual({ requestId: id });
});

test('a request that fails midway leaves nothing, stays queued, and does not block others', async () => {
  const [first, second] = [newEmail(), newEmail()];
  const person = await createPerson(portal.database.db, { email: second });
  const failing = await write(signUp(first));
  const other = await write({ kind: 'reset', email: second, language: 692 });
  await portal.database.pool.query(
    `alter table mails add constraint no_verification check (kind <> 'verify_address') not valid`,
  );
  await expect(handle(failing)).rejects.toThrow('no_verification');
  await handle(other);
  expect(await findPersonByEmail(portal.database, first)).toBeUndefined();
  expect(await mailsTo(portal.database, person.id)).toEqual(['reset_password']);
  expect(await waiting()).toBe(1);
  await portal.database.pool.query('alter table mails drop constraint no_verification');
  await handle(failing);
  expect(await findPersonByEmail(portal.database, first)).toBeDefined();
});

test('an address stored by the operator in another case is the same address', async () => {
  const person = await createPerson(portal.database.db, { email: `Maria.${newEmail()}` });
  await write({ kind: 'reset', email: person.email.toLowerCase(), language: 693 });
  await handleRequests(portal.database, SECRET_KEY);
  expect(await mailsTo(portal.database, person.id)).toEqual(['reset_password']);
  expect(await linkOf(portal.database, SECRET_KEY, person.id, 'reset')).toMatch(/^[\w-]{43}$/);
});
