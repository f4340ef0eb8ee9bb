/// <reference types="node" />
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { login } from '@seri/contract/auth/routes.ts';
import { createBid } from '@seri/contract/bids/routes.ts';
import { countryList, menuCounters, weekDays } from '@seri/contract/company/routes.ts';
import { carAuction } from '@seri/contract/lots/routes.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

let server: Server;
let answers: Record<string, Answer>;
let requests: string[];
// The page shares one refresh, so every test needs a fresh module.
let api: typeof import('./api.ts');

const reply = (response: ServerResponse, status: number, body: unknown, headers = {}) => {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(body));
};
const refuse =
  (status: number, messageCode: string, more = {}): Answer =>
  (_, response) =>
    reply(response, status, { success: false, error: messageCode, messageCode, ...more });
const countOf = (path: string) => requests.filter((address) => address.startsWith(path)).length;

beforeEach(async () => {
  vi.resetModules();
  api = await import('./api.ts');
  answers = {};
  requests = [];
  server = createServer((request, response) => {
    const path = (request.url ?? '').split('?')[0] ?? '';
    requests.push(request.url ?? '');
    (answers[path] ?? refuse(404, 'NotFound'))(request, response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  vi.stubGlobal('location', { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
});

afterEach(() => {
  vi.unstubAllGlobals();
  server.closeAllConnections();
  server.close();
});

/** A portal whose access cookie has expired until a refresh. */
function portalWithExpiredAccess(refresh: Answer = (_, response) => reply(response, 200, { success: true })) {
  let isFresh = false;
  const guarded: Answer = (request, response) =>
    isFresh ? reply(response, 200, { ok: true }) : refuse(401, 'Auth.SignedOut')(request, response);
  for (const spec of [menuCounters, weekDays, countryList]) answers[spec.path] = guarded;
  answers['/v1/auth/update'] = (request, response) =>
    // Wait until every call of the page has received its 401.
    setTimeout(() => {
      isFresh = true;
      refresh(request, response);
    }, 50);
}

// @covers ACCT-02, SEC-01
test('many calls in flight refresh the session once, and every call is repeated', async () => {
  portalWithExpiredAccess();
  const calls = Array.from({ length: 8 }, () => [api.call(menuCounters), api.call(weekDays)]).flat();
  await expect(Promise.all(calls)).resolves.toHaveLength(16);
  expect(countOf('/v1/auth/update')).toBe(1);
  expect(countOf(menuCounters.path)).toBe(16);
});

test('a lost session is reported once, and no call is repeated', async () => {
  portalWithExpiredAccess(refuse(401, 'Auth.SignedOut'));
  const onLost = vi.fn();
  const refresh = await import('./session-refresh.ts');
  refresh.onSessionLost(onLost);
  const outcomes = await Promise.allSettled([api.call(menuCounters), api.call(weekDays), api.call(countryList)]);
  expect(outcomes.map((outcome) => outcome.status === 'rejected' && outcome.reason.code)).toEqual(
    Array(3).fill('Auth.SignedOut'),
  );
  expect(onLost).toHaveBeenCalledTimes(1);
  expect(refresh.isSessionLost()).toBe(true);
  expect(countOf(menuCounters.path)).toBe(1);
});

test('a temporary failure of the refresh does not end the session', async () => {
  portalWithExpiredAccess(refuse(503, 'Unavailable'));
  const refresh = await import('./session-refresh.ts');
  await expect(api.call(menuCounters)).rejects.toMatchObject({ code: 'Unavailable' });
  expect(refresh.isSessionLost()).toBe(false);
});

test('a call refused again after the refresh is not repeated forever', async () => {
  answers[menuCounters.path] = refuse(401, 'Auth.SignedOut');
  answers['/v1/auth/update'] = (_, response) => reply(response, 200, { success: true });
  await expect(api.call(menuCounters)).rejects.toMatchObject({ code: 'Auth.SignedOut' });
  expect(countOf(menuCounters.path)).toBe(2);
});

test('a failed login never refreshes', async () => {
  answers[login.path] = refuse(401, 'Auth.SignedOut');
  await expect(api.call(login, { body: { email: 'a@b.c', password: 'secret' } })).rejects.toMatchObject({
    status: 401,
  });
  expect(countOf('/v1/auth/update')).toBe(0);
});

test('a call with a key is repeated, with that key, while the server is busy; other calls are not', async () => {
  const keys: unknown[] = [];
  answers[createBid.path] = (request, response) => {
    keys.push(request.headers['idempotency-key']);
    if (keys.length < 3) reply(response, 503, { messageCode: 'Unavailable' }, { 'retry-after': '0' });
    else reply(response, 200, { success: true });
  };
  await expect(api.call(createBid, { idempotencyKey: 'k' })).resolves.toEqual({ success: true });
  expect(keys).toEqual(['k', 'k', 'k']);
  answers[menuCounters.path] = (_, response) => reply(response, 503, { messageCode: 'Busy' }, { 'retry-after': '0' });
  await expect(api.call(menuCounters)).rejects.toMatchObject({ code: 'Busy' });
  expect(countOf(menuCounters.path)).toBe(1);
});

test('a server that stays busy, or names no pause or a long one, is an error', async () => {
  const refused = async (headers: object) => {
    answers[createBid.path] = (_, response) => reply(response, 503, { messageCode: 'Unavailable' }, headers);
    requests = [];
    await expect(api.call(createBid, { idempotencyKey: 'k' })).rejects.toMatchObject({ code: 'Unavailable' });
    return requests.length;
  };
  expect(await refused({ 'retry-after': '0' })).toBe(4);
  expect(await refused({ 'retry-after': '60' })).toBe(1);
  expect(await refused({})).toBe(1);
});

// @covers API-05
test('lists are sent as repeated keys, and absent values are omitted', async () => {
  answers[carAuction.listing.path] = (_, response) => reply(response, 200, { carsList: [] });
  await api.call(carAuction.listing, {
    query: { maker: ['TOYOTA', 'NISSAN'], page: 2, yearFrom: undefined, date: [] },
  });
  expect(requests).toEqual(['/v1/car-auction/listing?maker=TOYOTA&maker=NISSAN&page=2']);
});

// @covers API-03
test('an error contains its code, figures, fields and request id', async () => {
  answers[login.path] = (_, response) =>
    reply(
      response,
      422,
      {
        success: false,
        error: '',
        messageCode: 'Bid.Credit',
        details: { bidAllow: 5 },
        errors: { amount: ['Bid.Step'] },
      },
      { 'x-request-id': 'r-1', 'retry-after': '90' },
    );
  await expect(api.call(login, { body: { email: 'a@b.c', password: 'secret' } })).rejects.toMatchObject({
    code: 'Bid.Credit',
    details: { bidAllow: 5 },
    fieldErrors: { amount: ['Bid.Step'] },
    requestId: 'r-1',
    retryAfterSeconds: 90,
  });
});

test('an unknown code becomes Default, and a proxy error without our envelope Unavailable', async () => {
  answers[menuCounters.path] = refuse(409, 'Bid.InventedTomorrow');
  await expect(api.call(menuCounters)).rejects.toMatchObject({ code: 'Default' });
  answers[menuCounters.path] = (_, response) => response.writeHead(502).end('<h1>Bad gateway</h1>');
  await expect(api.call(menuCounters)).rejects.toMatchObject({ code: 'Unavailable' });
});

// @covers API-08
test('a success status other than 200 is a failure', async () => {
  answers[login.path] = (_, response) => reply(response, 201, { success: true });
  await expect(api.call(login, { body: { email: 'a@b.c', password: 'secret' } })).rejects.toMatchObject({
    status: 201,
  });
});

test('no connection is Offline', async () => {
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
  await expect(api.call(menuCounters)).rejects.toMatchObject({ code: 'Offline', status: 0 });
});
