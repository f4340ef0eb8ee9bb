/// <reference types="node" />
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { defaultPermissions, ROLE, type RoleId, USER_TYPE } from '@seri/contract/auth/permissions.ts';
import { logout, refreshSession } from '@seri/contract/auth/session-routes.ts';
import { type Session, viewProfile } from '@seri/contract/users/routes.ts';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const session = (roleId: RoleId, userType: number = USER_TYPE.client): Session =>
  ({
    success: true,
    detail: { userId: 17, roleId, userType, fullName: 'A B', bidEmailNotify: true, language: null },
    balanceInfo: {},
    permissions: defaultPermissions(roleId),
    secondFactorNeeded: false,
  }) as unknown as Session;

let server: Server;
let answers: Record<string, { status: number; body: object }>;
// Session state belongs to the whole page, so every test needs a fresh module.
let shell: typeof import('./session.ts');
let client: QueryClient;

beforeEach(async () => {
  vi.resetModules();
  shell = await import('./session.ts');
  client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  answers = { [refreshSession.path]: signedOut, [logout.path]: { status: 200, body: { success: true } } };
  server = createServer((request, response) => {
    const { status, body } = answers[request.url ?? ''] ?? signedOut;
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  vi.stubGlobal('location', { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
});
afterEach(() => {
  vi.unstubAllGlobals();
  client.clear();
  server.closeAllConnections();
  server.close();
});

const signedOut = { status: 401, body: { success: false, error: '', messageCode: 'Auth.SignedOut' } };
const knows = (person: Session) => {
  answers[viewProfile.path] = { status: 200, body: person };
};

/** Records the statuses a page with the session goes through. */
function watch() {
  const observer = new QueryObserver(client, shell.sessionQuery);
  const seen: string[] = ['unknown'];
  const note = () => {
    const { status } = shell.sessionStateOf(observer.getCurrentResult());
    if (seen.at(-1) !== status) seen.push(status);
  };
  const stop = observer.subscribe(note);
  note();
  return { seen, stop, until: (status: string) => expect.poll(() => seen.at(-1)).toBe(status) };
}

// @covers ACCT-01
test('the session is unknown before the profile is requested', () => {
  const idle = { data: undefined, fetchStatus: 'idle' } as const;
  expect(shell.sessionStateOf(idle)).toEqual({ status: 'unknown', session: null });
});

// @covers ACCT-01
test('a signed-in user is loading, then authenticated', async () => {
  knows(session(ROLE.client));
  const page = watch();
  await page.until('authenticated');
  expect(page.seen).toEqual(['unknown', 'loading', 'authenticated']);
  page.stop();
});

// @covers ACCT-01
test('a visitor is loading, then anonymous, since the refresh fails too', async () => {
  const page = watch();
  await page.until('anonymous');
  expect(page.seen).toEqual(['unknown', 'loading', 'anonymous']);
  page.stop();
});

// @covers ACCT-01, ASVS-14.3.1
test('logging out makes the user anonymous', async () => {
  knows(session(ROLE.client));
  const page = watch();
  await page.until('authenticated');
  await shell.endSession(client);
  await page.until('anonymous');
  page.stop();
});

test('a session that ends while a page is open keeps the page in view, below the expired dialog', async () => {
  knows(session(ROLE.client));
  const page = watch();
  await page.until('authenticated');
  delete answers[viewProfile.path];
  await client.refetchQueries({ queryKey: shell.sessionQuery.queryKey });
  expect((await import('../api/session-refresh.ts')).isSessionLost()).toBe(true);
  expect(page.seen.at(-1)).toBe('authenticated');
  shell.clearUserData(client);
  await page.until('anonymous');
  page.stop();
});

// @covers ACCT-10
test('a saved change of the profile applies everywhere without a call', () => {
  client.setQueryData(shell.sessionQuery.queryKey, session(ROLE.client));
  shell.changeProfile(client, { fullName: 'C D' });
  expect(client.getQueryData(shell.sessionQuery.queryKey)?.detail).toMatchObject({ fullName: 'C D', userId: 17 });
});

test('a change after logout does not restore the user', () => {
  client.setQueryData(shell.sessionQuery.queryKey, null);
  shell.changeProfile(client, { fullName: 'C D' });
  expect(client.getQueryData(shell.sessionQuery.queryKey)).toBeNull();
});

// @covers ACCT-15
test('all flags are required, unless any of them is enough', () => {
  const guest = session(ROLE.guest);
  expect(shell.satisfies(guest, { flags: ['carAuctionsView', 'bikeView'] })).toBe(true);
  expect(shell.satisfies(guest, { flags: ['carAuctionsView', 'biddingAllowed'] })).toBe(false);
  expect(shell.satisfies(guest, { anyFlag: ['carAuctionsView', 'biddingAllowed'] })).toBe(true);
  expect(shell.satisfies(guest, { anyFlag: ['shareCar', 'biddingAllowed'] })).toBe(false);
  expect(shell.satisfies(guest, { anyFlag: ['carAuctionsView'], flags: ['biddingAllowed'] })).toBe(false);
});

test("a client's flags do not open a manager page", () => {
  expect(shell.satisfies(session(ROLE.client), { userType: USER_TYPE.manager })).toBe(false);
  expect(shell.satisfies(session(ROLE.manager, USER_TYPE.manager), { userType: USER_TYPE.manager })).toBe(true);
});

test('a user starts at the first listing they may see, or at the profile', () => {
  expect(shell.homeOf(session(ROLE.client))).toBe('/car-auction');
  expect(shell.homeOf(session(ROLE.disabled))).toBe('/profile');
});

test('after login managers land on the bid manager, everyone else on the first listing they may see', () => {
  expect(shell.landingOf(session(ROLE.manager, USER_TYPE.manager))).toBe('/bid-manager');
  expect(shell.landingOf(session(ROLE.client))).toBe('/car-auction');
  expect(shell.landingOf(session(ROLE.dealer))).toBe('/car-auction');
  expect(shell.landingOf(session(ROLE.dealer, USER_TYPE.manager))).toBe('/car-auction');
  expect(shell.landingOf(session(ROLE.disabled))).toBe('/profile');
});
