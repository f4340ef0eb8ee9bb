import { defaultPermissions, FLAGS, ROLE } from '@seri/contract/auth/permissions.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hashPassword, passwordFits } from '../../auth/account/password.ts';
import { signIn } from '../../auth/sign-in.ts';
import type { Tx } from '../../platform/db/db.ts';
import { SECRET_KEY } from '../../testing/http/auth-cookies.ts';
import { createPerson, type Person } from '../../testing/http/people.ts';
import { type TestPortal, testPortal } from '../../testing/http/portal.ts';
import { userCalls } from '../../testing/http/user-calls.ts';
import { findEvents } from '../../users/account-queries.ts';
import { changeAccount } from '../../users/change-account.ts';
import { setLimits } from '../../users/set-limits.ts';
import { setPermissions } from '../../users/set-permissions.ts';
import { enableAccount } from '../../users/set-role.ts';
import { changeRole, choosePassword, endEverySession, makePasswordLink, openAccount } from './account-access.ts';

const PROFILE = '/v1/user/view-profile';
const noLink = { secretKey: SECRET_KEY, byMail: false };
let portal: TestPortal;
let kenji: Person;

beforeAll(async () => {
  portal = await testPortal(userCalls);
  kenji = await createPerson(portal.database.db, { roleId: ROLE.manager });
});
afterAll(() => portal.close());

const client = (options = {}) => createPerson(portal.database.db, options);
const decide = <T>(work: (tx: Tx) => Promise<T>) => portal.database.db.transaction().execute(work);
const userOf = ({ id }: { id: number }) =>
  portal.database.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const eventsOf = async ({ id }: { id: number }) =>
  (await findEvents(portal.database.db, id, 10)).map(({ at: _, ...event }) => event);
const statusOf = async (person: Person) => (await portal.ask(person, 'GET', PROFILE)).status;
const tryToLogIn = ({ email }: Person, password: string) =>
  signIn(
    portal.database.db,
    { email, password, address: '192.0.2.7', userAgent: '', oldTokens: [], device: undefined },
    { warn: () => {} },
  );

describe('roles', () => {
  // @covers OPS-05
  test('refuse unknown accounts and unknown roles, and changes between staff and client', async () => {
    const anna = await client();
    await expect(decide((tx) => changeRole(tx, { userId: 2_000_000, roleId: ROLE.vip }, null))).rejects.toMatchObject({
      code: 'NotFound',
    });
    await expect(decide((tx) => changeRole(tx, { userId: anna.id, roleId: 990 as 991 }, null))).rejects.toMatchObject({
      fields: { roleId: ['Field.Invalid'] },
    });
    for (const [person, roleId] of [
      [anna, ROLE.manager],
      [kenji, ROLE.client],
      [kenji, ROLE.dealer],
    ] as const)
      await expect(decide((tx) => changeRole(tx, { userId: person.id, roleId }, null))).rejects.toMatchObject({
        code: 'User.OtherSide',
      });
    expect(await eventsOf(anna)).toMatchObject([]);
  });

  // @covers ACCT-16, OPS-05
  test('a disabled user is signed out immediately, cannot sign in with the right password, and gets no link', async () => {
    const anna = await client({ passwordHash: await hashPassword('a Kettle of 7 fish') });
    expect(await statusOf(anna)).toBe(200);
    await decide((tx) => changeRole(tx, { userId: anna.id, roleId: ROLE.disabled }, kenji.id));
    expect(await statusOf(anna)).toBe(401);
    const sessions = portal.database.db.selectFrom('sessions').selectAll().where('user_id', '=', anna.id);
    expect(await sessions.execute()).toMatchObject([{ ended_at: expect.any(Date), end_reason: 'account_disabled' }]);
    await expect(tryToLogIn(anna, 'a Kettle of 7 fish')).rejects.toMatchObject({ code: 'AccountDisabled' });
    await expect(decide((tx) => makePasswordLink(tx, { userId: anna.id, ...noLink }, null))).rejects.toMatchObject({
      code: 'AccountDisabled',
    });
  });

  // @covers OPS-05
  test('an enabled user has the previous role and flags, but has to sign in', async () => {
    const anna = await client({ roleId: ROLE.vip, permissions: { shareCar: false } });
    const before = await userOf(anna);
    await expect(decide((tx) => enableAccount(tx, anna.id, null))).rejects.toMatchObject({ code: 'User.NotDisabled' });
    for (const _ of ['once', 'twice'])
      await decide((tx) => changeRole(tx, { userId: anna.id, roleId: ROLE.disabled }, null));
    expect((await userOf(anna)).permissions).toEqual(defaultPermissions(ROLE.disabled));
    await decide((tx) => enableAccount(tx, anna.id, null));
    expect(await userOf(anna)).toEqual(before);
    expect(await statusOf(anna)).toBe(401);
  });

  // @covers ACCT-13
  test.each([
    ['guest', ROLE.guest, 4],
    ['VIP', ROLE.vip, 14],
    ['client restricted by a manager', ROLE.restrictedByManager, 13],
    ['dealer', ROLE.dealer, 15],
  ] as const)(
    'a client who becomes a %s has the flags of that role from the next request on',
    async (_, roleId, count) => {
      const anna = await client({ permissions: { downloadPhotos: false } });
      await decide((tx) => changeRole(tx, { userId: anna.id, roleId }, null));
      const { detail, permissions } = (await portal.ask(anna, 'GET', PROFILE)).body;
      expect(detail.roleId).toBe(roleId);
      expect(permissions).toEqual(defaultPermissions(roleId));
      expect(FLAGS.filter((flag) => permissions[flag])).toHaveLength(count);
    },
  );

  test('with kept flags only the role changes', async () => {
    const anna = await client({ permissions: { downloadPhotos: false } });
    await decide((tx) => changeRole(tx, { userId: anna.id, roleId: ROLE.vip, keepFlags: true }, null));
    expect(await userOf(anna)).toMatchObject({
      role_id: ROLE.vip,
      permissions: { ...defaultPermissions(ROLE.client), downloadPhotos: false },
    });
  });
});

describe('the history of decisions', () => {
  test('records the author and both values of each changed flag, limit, dealer and role', async () => {
    const [anna, dealer] = [await client({ creditLimitYen: 500_000 }), await client({ roleId: ROLE.dealer })];
    await decide((tx) => setPermissions(tx, { userId: anna.id, flags: { shareCar: false } }, kenji.id));
    await decide((tx) => setLimits(tx, { userId: anna.id, creditLimitYen: -1, dailyUssLimit: 3 }, null));
    await decide((tx) => changeAccount(tx, { userId: anna.id, dealerId: dealer.id, note: 'Pays late' }, kenji.id));
    const limits = { creditLimitYen: 500_000, dailyBidLimit: -1, dailyUssLimit: -1 };
    expect(await eventsOf(anna)).toMatchObject([
      { actor_id: kenji.id, event: 'note', before: null, after: null },
      { actor_id: kenji.id, event: 'dealerId', before: { dealerId: null }, after: { dealerId: dealer.id } },
      { actor_id: null, event: 'limits', before: limits, after: { ...limits, creditLimitYen: -1, dailyUssLimit: 3 } },
      { actor_id: kenji.id, event: 'permissions', before: { shareCar: true }, after: { shareCar: false } },
    ]);
  });

  test('contains no name, address or note text, and cannot be changed', async () => {
    const { pool } = portal.database;
    const { rows } = await pool.query('select user_events::text as line from user_events');
    expect(rows.length).toBeGreaterThan(4);
    for (const { line } of rows) expect(line).not.toMatch(/@|Petrova|Pays/);
    for (const sql of ["update user_events set event = 'x'", 'delete from user_events', 'truncate user_events cascade'])
      await expect(pool.query(sql)).rejects.toMatchObject({ code: '23001' });
  });
});

describe('limits, dealers and the rest', () => {
  test('refuse limits for a manager and a client as dealer of a client, and name invalid fields', async () => {
    const [anna, dealer] = [await client(), await client({ roleId: ROLE.dealer })];
    const refusals: [(tx: Tx) => Promise<unknown>, object][] = [
      [(tx) => setLimits(tx, { userId: kenji.id, creditLimitYen: 1 }, null), { code: 'User.NotClient' }],
      [(tx) => changeAccount(tx, { userId: kenji.id, note: 'x' }, null), { code: 'User.NotClient' }],
      [(tx) => changeAccount(tx, { userId: anna.id, dealerId: kenji.id }, null), { code: 'User.NotDealer' }],
      [(tx) => changeAccount(tx, { userId: dealer.id, dealerId: dealer.id }, null), { code: 'User.NotDealer' }],
      [(tx) => changeAccount(tx, { userId: anna.id, managerId: dealer.id }, null), { code: 'User.NotManager' }],
      [
        (tx) => setLimits(tx, { userId: anna.id, creditLimitYen: -2 }, null),
        { fields: { creditLimitYen: ['Field.Invalid'] } },
      ],
      [
        (tx) => setLimits(tx, { userId: anna.id, dailyBidLimit: 1.5 }, null),
        { fields: { dailyBidLimit: ['Field.Invalid'] } },
      ],
      [
        (tx) => changeAccount(tx, { userId: anna.id, invoiceLink: 'javascript:alert(1)' }, null),
        { fields: { invoiceLink: ['Field.Invalid'] } },
      ],
      [
        (tx) => setPermissions(tx, { userId: anna.id, flags: { fly: true } as object }, null),
        { fields: { fly: ['Field.Unknown'] } },
      ],
    ];
    for (const [work, refusal] of refusals) await expect(decide(work)).rejects.toMatchObject(refusal);
    expect(await eventsOf(anna)).toMatchObject([]);
  });

  // @covers ACCT-16
  test('refuse autobid for a troublesome client', async () => {
    const [anna, tom] = [await client(), await client({ roleId: ROLE.troublesome })];
    await expect(decide((tx) => changeAccount(tx, { userId: tom.id, autobid: true }, null))).rejects.toMatchObject({
      code: 'User.NoAutobid',
    });
    await decide((tx) => changeAccount(tx, { userId: anna.id, autobid: true }, null));
    expect((await userOf(anna)).autobid).toBe(true);
  });

  test('apply a new limit to the next bid', async () => {
    const anna = await client({ creditLimitYen: 500_000 });
    await decide((tx) => setLimits(tx, { userId: anna.id, creditLimitYen: 900_000, dailyBidLimit: 2 }, null));
    expect((await portal.ask(anna, 'GET', PROFILE)).body.balanceInfo).toMatchObject({
      creditLimit: 900_000,
      bidAllow: 890_000,
      dailyBidLimit: 2,
      dailyUssLimit: -1,
    });
  });

  test('keep missing fields and clear null ones', async () => {
    const [anna, dealer] = [await client({ managerId: kenji.id }), await client({ roleId: ROLE.dealer })];
    const invoiceLink = 'https://files.example.com/a';
    await decide((tx) => changeAccount(tx, { userId: anna.id, dealerId: dealer.id, invoiceLink }, null));
    await decide((tx) => changeAccount(tx, { userId: anna.id, note: '  VIP soon ' }, null));
    expect(await userOf(anna)).toMatchObject({
      manager_id: kenji.id,
      dealer_id: dealer.id,
      client_note: 'VIP soon',
      invoice_link: invoiceLink,
    });
    await decide((tx) => changeAccount(tx, { userId: anna.id, dealerId: null, note: null, invoiceLink: null }, null));
    expect(await userOf(anna)).toMatchObject({
      manager_id: kenji.id,
      dealer_id: null,
      client_note: null,
      invoice_link: null,
    });
  });
});

describe('access to an account', () => {
  test('is created with a password, or with a link, and only once per address', async () => {
    const { db } = portal.database;
    const olga = { email: 'olga@example.test', fullName: 'Olga Kim', roleId: ROLE.client, mobile: '+81 45 000 0100' };
    await expect(openAccount(db, olga, { ...noLink, password: 'olga1' }, null)).rejects.toMatchObject({
      code: 'Password.Short',
    });
    const made = await openAccount(db, olga, { ...noLink, password: 'a Kettle of 7 fish' }, kenji.id);
    expect(made.linkId).toBeNull();
    const row = await userOf({ id: made.userId });
    expect(row).toMatchObject({ mobile: '81450000100', email_verified_at: expect.any(Date) });
    expect(await passwordFits(row.password_hash, 'a Kettle of 7 fish')).toBe(true);
    await expect(
      openAccount(db, { ...olga, email: 'OLGA@example.test' }, { ...noLink, password: null }, null),
    ).rejects.toMatchObject({ code: 'User.EmailTaken' });
    const office = { email: 'office@example.test', fullName: 'Yuki Ito', roleId: ROLE.manager };
    await expect(
      openAccount(db, { ...office, creditLimitYen: 1 }, { ...noLink, password: null }, null),
    ).rejects.toMatchObject({ code: 'User.NotClient' });
    const linked = await openAccount(db, office, { ...noLink, password: null }, null);
    expect(linked.linkId).toMatch(/^[\da-f-]{36}$/);
    expect(await eventsOf({ id: linked.userId })).toMatchObject([
      { event: 'password_link' },
      { event: 'created', after: { roleId: ROLE.manager } },
    ]);
  });

  test('a password set by staff ends all sessions, and the owner is notified by mail', async () => {
    const anna = await client({ passwordHash: await hashPassword('something of old') });
    const { db } = portal.database;
    await expect(choosePassword(db, { userId: 2_000_000, password: 'a Kettle of 7 fish' }, null)).rejects.toMatchObject(
      { code: 'NotFound' },
    );
    await expect(choosePassword(db, { userId: anna.id, password: 'password' }, null)).rejects.toMatchObject({
      code: 'Password.Common',
    });
    expect(await statusOf(anna)).toBe(200);
    await choosePassword(db, { userId: anna.id, password: 'a Kettle of 7 fish' }, null);
    expect(await statusOf(anna)).toBe(401);
    expect(await passwordFits((await userOf(anna)).password_hash, 'a Kettle of 7 fish')).toBe(true);
    const mails = await db.selectFrom('mails').select('kind').where('user_id', '=', anna.id).execute();
    expect(mails).toEqual([{ kind: 'password_changed' }]);
  });

  test('ending all sessions of a user leaves other users signed in', async () => {
    const [anna, ivan] = [await client(), await client()];
    expect(await decide((tx) => endEverySession(tx, anna.id, null))).toBe(1);
    expect([await statusOf(anna), await statusOf(ivan)]).toEqual([401, 200]);
    expect(await decide((tx) => endEverySession(tx, anna.id, null))).toBe(0);
  });
});
