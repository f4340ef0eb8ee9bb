import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CALLS_PER_MINUTE } from '@seri/contract/company/settings.ts';
import type { FastifyInstance, FastifyPluginAsync } from 'fastify';
import { afterAll, beforeAll, describe, expect, it, test, vi } from 'vitest';
import { buildPortal } from '../compose/app.ts';
import { saveSettings } from '../platform/db/installation.ts';
import { cookieNames } from '../platform/http/cookies.ts';
import { createApp } from '../platform/http/create-app.ts';
import { registerWithBudget } from '../platform/http/limits/gate.ts';
import { readConfig } from '../platform/process/config.ts';
import { createLog } from '../platform/process/log.ts';
import { barePage } from '../testing/http/bare-page.ts';
import { leaveSecondsInMinute } from '../testing/http/budgets.ts';
import { createPerson } from '../testing/http/people.ts';
import { ownDatabase } from '../testing/processes/own-database.ts';

const log = createLog('test', 'silent');
const database = ownDatabase();
const folder = mkdtempSync(join(tmpdir(), 'seri-route-budgets-'));
let portal: FastifyInstance;
let networks = 0;

const emptyApp = () =>
  createApp({
    ...{ log, strictReplies: true, trustedProxies: [], cookies: cookieNames(undefined, 3000), publicUrl: undefined },
    findCurrentUser: async () => null,
  });
const aNetwork = () => `203.0.113.${++networks}`;
/** Returns the statuses of sequential calls. */
async function statusesOf(times: number, url: string, from: { remoteAddress: string; headers?: { cookie: string } }) {
  const statuses: number[] = [];
  for (let count = 0; count < times; count++) statuses.push((await portal.inject({ url, ...from })).statusCode);
  return statuses;
}

beforeAll(async () => {
  await saveSettings(database.db, {
    callsPerMinute: { ...CALLS_PER_MINUTE, file: 8, page: 4, picture: 10, probe: 10, read: 1 },
  });
  const { config, secrets } = readConfig({ DATA_DIR: folder, METRICS_TOKEN: 'of the test', NODE_ENV: 'test' });
  portal = await buildPortal({ config, secrets, database, log, webDist: barePage(folder) });
  await portal.ready();
  // Limits that are counted in memory are read in parallel with the first call.
  await vi.waitFor(async () => {
    const reply = await portal.inject({ url: '/healthz', remoteAddress: aNetwork() });
    expect(reply.headers['ratelimit-policy']).toBe('"probe";q=10;w=60');
  }, 10_000);
});
afterAll(async () => {
  await portal.close();
  rmSync(folder, { recursive: true, force: true });
});

describe('a route without a budget', () => {
  it('is refused when the portal starts', () => {
    expect(() => emptyApp().get('/v1/test', async () => 'x')).toThrow('GET /v1/test has no budget');
    expect(() => emptyApp().route({ method: ['PUT', 'POST'], url: '/v1/test', handler: async () => 'x' })).toThrow(
      'PUT,POST /v1/test has no budget',
    );
  });

  it('is refused inside a library too, unless it was registered with one', async () => {
    const library: FastifyPluginAsync = async (scope) => {
      scope.get('/inside', async () => 'x');
    };
    const refused = emptyApp();
    refused.register(library);
    await expect(refused.ready()).rejects.toThrow('GET /inside has no budget');
    const registered = emptyApp();
    registerWithBudget(registered, { budget: 'picture' }, (scope) => {
      scope.register(library);
    });
    await registered.ready();
    expect(registered.registeredRoutes).toContainEqual({
      method: 'GET',
      url: '/inside',
      isHandMade: true,
      budget: 'picture',
      cost: 1,
    });
    await registered.close();
  });
});

// @covers ASVS-2.4.1
test('every route outside the contract answers 429 with the seconds to wait when its budget is used up', async () => {
  await leaveSecondsInMinute(database.pool, 10);
  const handMade = portal.registeredRoutes.filter(({ isHandMade, method }) => isHandMade && method === 'GET');
  expect(handMade.length).toBeGreaterThan(25);
  const wrong: string[] = [];
  await Promise.all(
    handMade.map(async ({ url, cost }) => {
      const from = { remoteAddress: aNetwork() };
      const path = url.replaceAll(/:(\w+)(?:\([^)]*\))?|\*/g, '1');
      await statusesOf(Math.ceil(10 / cost), path, from);
      const reply = await portal.inject({ url: path, ...from });
      const seconds = Number(reply.headers['retry-after']);
      if (reply.statusCode !== 429 || !(seconds >= 1 && seconds <= 60)) wrong.push(`${url}: ${reply.statusCode}`);
      else expect(reply.json()).toMatchObject({ messageCode: 'TooManyRequests', details: { seconds } });
    }),
  );
  expect(wrong).toEqual([]);
}, 60_000);

test('a costly file takes more of the budget than a cheap one, and another user’s budget is not affected', async () => {
  await leaveSecondsInMinute(database.pool, 10);
  const [anna, boris] = [await createPerson(database.db), await createPerson(database.db)];
  const asAnna = { remoteAddress: aNetwork(), headers: { cookie: anna.cookie } };
  expect(await statusesOf(2, '/v1/files/999', asAnna)).toEqual([404, 404]);
  // Six of the eight units are left, and a list as a file takes six.
  expect(await statusesOf(2, '/v1/files/payments.csv', asAnna)).toEqual([200, 429]);
  const asBoris = { ...asAnna, headers: { cookie: boris.cookie } };
  expect(await statusesOf(1, '/v1/files/payments.csv', asBoris)).toEqual([200]);
}, 30_000);

test('an unknown address counts as a read of its network', async () => {
  await leaveSecondsInMinute(database.pool, 10);
  const from = { remoteAddress: aNetwork() };
  const statuses = await statusesOf(1, '/v1/site/company-settings', from);
  const reply = await portal.inject({ method: 'POST', url: '/v1/no/such/call', ...from });
  expect([...statuses, reply.statusCode]).toEqual([200, 429]);
}, 30_000);

// @covers ASVS-15.2.2
test('forty concurrent calls of one user run a few at a time, and another user does not wait for them', async () => {
  const app = emptyApp();
  let running = 0;
  let most = 0;
  const release: (() => void)[] = [];
  app.get('/v1/test/list', { config: { budget: 'search' } }, async (request) => {
    if (request.ip === '203.0.113.250') return 'at once';
    most = Math.max(most, ++running);
    await new Promise<void>((resolve) => release.push(resolve));
    running -= 1;
    return 'done';
  });
  const ask = (remoteAddress: string) => app.inject({ url: '/v1/test/list', remoteAddress });
  const flood = Array.from({ length: 40 }, () => ask('203.0.113.251'));
  await expect.poll(() => release.length).toBe(2);
  expect((await ask('203.0.113.250')).body).toBe('at once');
  const all = Promise.all(flood);
  const releasing = setInterval(() => release.splice(0).forEach((end) => void end()), 1);
  expect((await all).map(({ statusCode }) => statusCode)).toEqual(Array(40).fill(200));
  clearInterval(releasing);
  expect(most).toBe(2);
  await app.close();
});

test('a client that continues after refusals is answered ever more slowly', async () => {
  await leaveSecondsInMinute(database.pool, 10);
  const from = { remoteAddress: aNetwork() };
  const promptly = await statusesOf(21, '/v1/site/company-settings', from);
  expect(promptly.filter((status) => status === 429)).toHaveLength(20);
  const late: string[] = [];
  const refused = portal.inject({ url: '/v1/site/company-settings', ...from }).then(() => late.push('refused'));
  const other = portal
    .inject({ url: '/v1/site/company-settings', remoteAddress: aNetwork() })
    .then(() => late.push('other'));
  await Promise.all([refused, other]);
  expect(late).toEqual(['other', 'refused']);
}, 30_000);
