import { defaultPermissions, ROLE } from '@seri/contract/auth/permissions.ts';
import { type TestPortal, testPortal } from '@seri/server/testing/http/portal.ts';
import { createUser } from '@seri/server/users/create-user.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDemoPeople } from './demo-people.ts';

let portal: TestPortal;
const booked: unknown[] = [];

beforeAll(async () => {
  portal = await testPortal(() => {});
  for (const _ of ['first start', 'second start'])
    await portal.database.db.transaction().execute((tx) =>
      createDemoPeople(tx, {
        passwordHash: '$argon2id$of-all',
        bookDeposit: async (_tx, deposit) => booked.push(deposit),
      }),
    );
});
afterAll(() => portal.close());

const everybody = () =>
  portal.database.db.selectFrom('users').selectAll().where('is_demo', '=', true).orderBy('id').execute();

test('creates the five accounts and the clients of the dealer, once', async () => {
  const people = await everybody();
  expect(people.map((person) => [person.email, person.role_id, person.user_type])).toEqual([
    ['manager@demo.seri', 991, 3],
    ['client@demo.seri', 1064, 2],
    ['client2@demo.seri', 1064, 2],
    ['restricted@demo.seri', 979, 2],
    ['dealer@demo.seri', 1092, 2],
    ['buyer1@demo.seri', 1064, 2],
    ['buyer2@demo.seri', 1064, 2],
    ['buyer3@demo.seri', 1064, 2],
  ]);
  expect(people.every((person) => person.password_hash === '$argon2id$of-all' && person.email_verified_at)).toBe(true);
});

test("each client has the manager, the dealer's clients also the dealer, and each the flags of the role", async () => {
  const people = await everybody();
  const idOf = (email: string) => people.find((person) => person.email === email)?.id;
  for (const person of people) {
    expect(person.manager_id).toBe(person.user_type === 2 ? idOf('manager@demo.seri') : null);
    expect(person.dealer_id).toBe(person.email.startsWith('buyer') ? idOf('dealer@demo.seri') : null);
    const ofRole = defaultPermissions(person.role_id as (typeof ROLE)[keyof typeof ROLE]);
    expect(person.permissions).toEqual({ ...ofRole, bidsTodayDefault: false });
  }
});

test('each buyer has limits and an account in the ledger, and two of them a deposit', async () => {
  const { rows } = await portal.database.pool.query(
    `select u.email, c.credit_limit_yen from users u join bid_clients c on c.user_id = u.id
     join ledger_accounts a on a.user_id = u.id and a.kind = 'client' where is_demo order by u.id`,
  );
  expect(rows.map((row) => [row.email.split('@')[0], row.credit_limit_yen])).toEqual([
    ['client', 1_000_000],
    ['client2', 1_500_000],
    ['restricted', 0],
    ['dealer', 5_000_000],
    ['buyer1', 800_000],
    ['buyer2', 1_200_000],
    ['buyer3', 600_000],
  ]);
  const [, anna, ivan] = await everybody();
  expect(booked).toEqual([
    { userId: anna?.id, amountYen: 300_000, description: 'Deposit', idempotencyKey: 'demo-deposit-client@demo.seri' },
    { userId: ivan?.id, amountYen: 400_000, description: 'Deposit', idempotencyKey: 'demo-deposit-client2@demo.seri' },
  ]);
});

test('a new account starts with the flags of its role and the requested differences; an address is unique', async () => {
  const { db } = portal.database;
  const make = (email: string) =>
    db.transaction().execute((tx) =>
      createUser(tx, {
        email,
        fullName: 'Olga Kim',
        roleId: ROLE.vip,
        passwordHash: null,
        permissions: { shareCar: false },
      }),
    );
  const id = await make('olga@example.test');
  const row = await db.selectFrom('users').select('permissions').where('id', '=', id).executeTakeFirstOrThrow();
  expect(row.permissions).toEqual({ ...defaultPermissions(ROLE.vip), shareCar: false });
  await expect(make('OLGA@example.test')).rejects.toMatchObject({ code: '23505' });
});
