import { defaultPermissions, ROLE, type RoleId, USER_TYPE } from '@seri/contract/auth/permissions.ts';
import type { Session } from '@seri/contract/users/routes.ts';
import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { needs, needsNobody, needsSession, trackLastPage } from './guards.ts';
import { sessionQuery } from './session.ts';

const person = (roleId: RoleId, secondFactorNeeded = false): Session =>
  ({
    detail: { roleId, userType: roleId === ROLE.manager ? USER_TYPE.manager : USER_TYPE.client },
    permissions: defaultPermissions(roleId),
    secondFactorNeeded,
  }) as unknown as Session;

function arrival(session: Session | null, href: string) {
  const queryClient = new QueryClient({ defaultOptions: { queries: { gcTime: 0 } } });
  queryClient.setQueryData(sessionQuery.queryKey, session);
  const search = Object.fromEntries(new URL(href, 'http://seri.invalid').searchParams);
  return { context: { queryClient }, location: { href, search } } as unknown as Parameters<typeof needsSession>[0];
}

/** Redirect target of a guard, or null if it lets the user in. */
const ledTo = (guarded: Promise<void>) =>
  guarded.then(
    () => null,
    (redirect: { options: { to?: string; href?: string; search?: object; replace?: boolean } }) => {
      const { to, href, search, replace } = redirect.options;
      expect(replace).toBe(true);
      return { to: to ?? href, ...(search && { search }) };
    },
  );

// @covers ACCT-15
test('a visitor on a protected page logs in and returns to the same address', async () => {
  expect(await ledTo(needsSession(arrival(null, '/payments?page=2')))).toEqual({
    to: '/auth/login',
    search: { returnTo: '/payments?page=2' },
  });
  expect(await ledTo(needsSession(arrival(person(ROLE.client), '/payments')))).toBeNull();
});

// @covers ACCT-15
test('a manager without the required second factor is redirected to its setup', async () => {
  expect(await ledTo(needsSession(arrival(person(ROLE.manager, true), '/bid-manager')))).toMatchObject({
    to: '/second-factor',
  });
});

// @covers ACCT-15
test('a signed-in user on the login page is redirected to the requested page or the first one', async () => {
  expect(await ledTo(needsNobody(arrival(null, '/auth/login')))).toBeNull();
  expect(await ledTo(needsNobody(arrival(person(ROLE.client), '/auth/login')))).toEqual({ to: '/car-auction' });
  expect(await ledTo(needsNobody(arrival(person(ROLE.client), '/auth/login?returnTo=/bids')))).toEqual({ to: '/bids' });
  expect(await ledTo(needsNobody(arrival(person(ROLE.client), '/auth/login?returnTo=//evil.example')))).toEqual({
    to: '/car-auction',
  });
});

test('a signed-in manager on the login page is redirected to the bid manager or the requested page', async () => {
  expect(await ledTo(needsNobody(arrival(person(ROLE.manager), '/auth/login')))).toEqual({ to: '/bid-manager' });
  expect(await ledTo(needsNobody(arrival(person(ROLE.manager), '/auth/login?returnTo=/profile')))).toEqual({
    to: '/profile',
  });
});

test('the bare address of the portal sets no return path, one with a filter does', async () => {
  expect(await ledTo(needsSession(arrival(null, '/')))).toEqual({ to: '/auth/login', search: {} });
  expect(await ledTo(needsSession(arrival(null, '/?maker=1')))).toEqual({
    to: '/auth/login',
    search: { returnTo: '/?maker=1' },
  });
});

test('a user without the flag of a listing is redirected to the profile', async () => {
  const guard = needs({ flags: ['carAuctionsView'] });
  expect(await ledTo(guard(arrival(person(ROLE.disabled), '/car-auction')))).toEqual({ to: '/profile' });
  expect(await ledTo(guard(arrival(person(ROLE.client), '/car-auction')))).toBeNull();
});

test('a user without the flag of another page returns to the previous page', async () => {
  const back = trackLastPage();
  const guard = needs({ userType: USER_TYPE.manager }, back.from);
  back.arrived({ pathname: '/bids', href: '/bids?page=2' });
  expect(await ledTo(guard(arrival(person(ROLE.client), '/bid-manager')))).toEqual({ to: '/bids?page=2' });
});

test('redirects never loop: a refusal of the previous page ends at the profile', () => {
  const back = trackLastPage();
  expect(back.from('/bid-manager')).toBe('/profile');
  back.arrived({ pathname: '/bids', href: '/bids' });
  expect(back.from('/bids')).toBe('/profile');
  back.arrived({ pathname: '/auth/login', href: '/auth/login' });
  expect(back.from('/bid-manager')).toBe('/profile');
});
