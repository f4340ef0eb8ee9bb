import { ROLE } from '@seri/contract/auth/permissions.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fillEmptyPortal, findFirstManagerLink } from '../compose/fill-empty-portal.ts';
import { tokenHash } from '../platform/http/cookies.ts';
import { SECRET_KEY } from '../testing/http/auth-cookies.ts';
import { type TestPortal, testPortal } from '../testing/http/portal.ts';

const how = { secretKey: SECRET_KEY, origin: 'https://seri.example' };
let portal: TestPortal;

beforeAll(async () => {
  portal = await testPortal(() => {});
});
afterAll(() => portal.close());

const livingLinks = () =>
  portal.database.db
    .selectFrom('email_links')
    .select('token_hash')
    .where('used_at', 'is', null)
    .where('voided_at', 'is', null)
    .execute();

test('an empty portal begins with one manager without a password, who gets in only by a link', async () => {
  const { db } = portal.database;
  await fillEmptyPortal(db);
  await fillEmptyPortal(db);
  const people = await db.selectFrom('users').selectAll().execute();
  expect(people).toMatchObject([{ email: 'manager@seri.local', role_id: ROLE.manager, password_hash: null }]);
  const first = await findFirstManagerLink(db, how);
  const [, token = ''] =
    /^https:\/\/seri\.example\/auth\/change-password\?token=([\w-]{43})$/.exec(first?.address ?? '') ?? [];
  expect(first?.email).toBe('manager@seri.local');
  expect(await livingLinks()).toEqual([{ token_hash: tokenHash(token) }]);
});

test('each start shows a new link and voids the previous one, until someone has logged in', async () => {
  const { db } = portal.database;
  const [before] = await livingLinks();
  const again = await findFirstManagerLink(db, how);
  const links = await livingLinks();
  expect(links).toHaveLength(1);
  expect(links[0]?.token_hash.equals(before?.token_hash ?? Buffer.alloc(0))).toBe(false);
  expect(links[0]?.token_hash).toEqual(tokenHash(again?.address.split('token=')[1] ?? ''));
  await db.updateTable('users').set({ last_login_at: new Date() }).execute();
  expect(await findFirstManagerLink(db, how)).toBeNull();
  expect(await livingLinks()).toHaveLength(1);
});
