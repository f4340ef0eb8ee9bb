import { CALLS_PER_MINUTE } from '@seri/contract/company/settings.ts';
import type { FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, describe, expect, it, test } from 'vitest';
import { findCurrentUser } from '../../../auth/session/current-user-queries.ts';
import { newAddress } from '../../../testing/http/browser.ts';
import { leaveSecondsInMinute } from '../../../testing/http/budgets.ts';
import { createPerson, type Person } from '../../../testing/http/people.ts';
import { allCalls } from '../../calls/calls.ts';
import { NotFound } from '../../calls/errors.ts';
import { type Database, openDatabase } from '../../db/db.ts';
import { testDatabase } from '../../embedded-postgres/test-database.ts';
import { createLog } from '../../process/log.ts';
import { cookieNames } from '../cookies.ts';
import { createApp } from '../create-app.ts';
import { registerRoute } from '../register-route.ts';
import { deleteOldBudgets } from './budget-queries.ts';
import { type CallsPerMinute, callBudgets } from './budgets.ts';

const cookies = cookieNames(undefined, 3000);
const log = createLog('test', 'silent');
const SMALL: CallsPerMinute = { ...CALLS_PER_MINUTE, read: 3, write: 2, managerWrite: 5, search: 2, service: 4 };
const ONE = Object.fromEntries(Object.keys(CALLS_PER_MINUTE).map((budget) => [budget, 1])) as CallsPerMinute;
const counted = allCalls().filter(({ budget }) => budget !== 'auth' && budget !== 'none');
const READ = '/v1/user/view-profile';
const WRITE = '/v1/user/update-setting';

let database: Database;
let drop: () => Promise<void>;
const running: FastifyInstance[] = [];

beforeAll(async () => {
  const created = await testDatabase();
  drop = created.drop;
  database = openDatabase(created.url, log);
});
afterEach(async () => {
  for (const app of running.splice(0)) await app.close();
  await database.pool.query('truncate call_budgets');
});
afterAll(async () => {
  await database.close();
  await drop();
});

/** Starts one more process on the same database until the end of the test. */
function serverProcess(limits: CallsPerMinute = SMALL): FastifyInstance {
  const app = createProcess(limits);
  running.push(app);
  return app;
}

/** A process with every call of the contract; accepted calls get 404. */
function createProcess(limits: CallsPerMinute): FastifyInstance {
  const app = createApp({
    log,
    strictReplies: true,
    trustedProxies: [],
    cookies,
    publicUrl: undefined,
    findCurrentUser: (token) => findCurrentUser(database.db, token),
    budgets: callBudgets(database.db, async () => limits),
  });
  for (const spec of allCalls())
    registerRoute(app, spec, async () => {
      throw new NotFound();
    });
  return app;
}

const ask = (app: FastifyInstance, person: Person | null, url = READ, method = 'GET', address = '203.0.113.7') =>
  app.inject({
    method: method as 'GET',
    url,
    remoteAddress: address,
    headers: person ? { cookie: person.cookie } : {},
    ...(method === 'GET' ? {} : { payload: {} }),
  });

/** Returns the statuses of a number of sequential calls. */
async function statusesOf(times: number, call: () => ReturnType<typeof ask>): Promise<number[]> {
  const statuses: number[] = [];
  for (let i = 0; i < times; i++) statuses.push((await call()).statusCode);
  return statuses;
}
const refusedOf = (statuses: number[]) => statuses.filter((status) => status === 429).length;

describe('a user over the budget', () => {
  // One process for all calls, because preparing hundreds of them takes longer than a test.
  const single: { app?: FastifyInstance } = {};
  afterAll(async () => single.app?.close());

  // @covers ASVS-2.4.1, SEC-07
  test.each(counted.map((spec) => [`${spec.method} ${spec.path}`, spec] as const))(
    'gets 429 with the seconds to wait from %s',
    async (_, { method, path }) => {
      await leaveSecondsInMinute(database.pool, 8);
      single.app ??= createProcess(ONE);
      const person = await createPerson(database.db);
      // A process answers an address that continues after refusals ever more slowly.
      const address = newAddress();
      await ask(single.app, person, path, method, address);
      const reply = await ask(single.app, person, path, method, address);
      expect(reply.statusCode).toBe(429);
      const seconds = Number(reply.headers['retry-after']);
      expect(seconds).toBeGreaterThanOrEqual(1);
      expect(seconds).toBeLessThanOrEqual(60);
      expect(reply.json()).toMatchObject({ success: false, messageCode: 'TooManyRequests', details: { seconds } });
    },
    20_000,
  );

  it('has a budget for each kind of call; a manager has a larger one for writes', async () => {
    await leaveSecondsInMinute(database.pool, 8);
    const app = serverProcess();
    const client = await createPerson(database.db);
    const manager = await createPerson(database.db, { roleId: 991 });
    expect(refusedOf(await statusesOf(5, () => ask(app, client)))).toBe(2);
    expect(refusedOf(await statusesOf(5, () => ask(app, client, WRITE, 'PUT')))).toBe(3);
    expect(refusedOf(await statusesOf(7, () => ask(app, manager, WRITE, 'PUT')))).toBe(2);
  }, 20_000);

  // @covers API-07
  it('gets the rest of the budget and its time with each reply', async () => {
    await leaveSecondsInMinute(database.pool, 8);
    const app = serverProcess({ ...SMALL, read: 24 });
    const person = await createPerson(database.db);
    const headersOf = async () => (await ask(app, person)).headers;
    const left: number[] = [];
    for (let call = 0; call < 24; call++) {
      const { ratelimit, 'ratelimit-policy': policy } = await headersOf();
      expect(policy).toBe('"read";q=24;w=60');
      const [, calls, seconds] = /^"read";r=(\d+);t=(\d+)$/.exec(String(ratelimit)) ?? [];
      left.push(Number(calls));
      expect(Number(seconds)).toBeGreaterThanOrEqual(1);
      expect(Number(seconds)).toBeLessThanOrEqual(60);
    }
    expect(left).toEqual(Array.from({ length: 24 }, (_, call) => 23 - call));
    expect((await ask(app, person, '/v1/auth/logout', 'POST')).headers).not.toHaveProperty('ratelimit');
  }, 20_000);

  it('may call again in the next minute', async () => {
    await leaveSecondsInMinute(database.pool, 8);
    const person = await createPerson(database.db);
    expect(refusedOf(await statusesOf(4, () => ask(serverProcess(), person)))).toBe(1);
    await database.pool.query(`update call_budgets set window_start = window_start - interval '1 minute'`);
    expect((await ask(serverProcess(), person)).statusCode).toBe(404);
  }, 20_000);
});

describe('one budget', () => {
  // @covers ASVS-2.4.1, SEC-02
  it('is shared by all processes on the database', async () => {
    await leaveSecondsInMinute(database.pool, 8);
    const person = await createPerson(database.db);
    const apps = [serverProcess({ ...SMALL, read: 24 }), serverProcess({ ...SMALL, read: 24 })];
    const statuses = await Promise.all(
      Array.from({ length: 100 }, (_, i) => ask(apps[i % 2] as FastifyInstance, person)),
    );
    expect(refusedOf(statuses.map((reply) => reply.statusCode))).toBe(76);
  }, 20_000);

  it('is separate for each user behind the same address', async () => {
    await leaveSecondsInMinute(database.pool, 8);
    const app = serverProcess();
    const [anna, boris] = [await createPerson(database.db), await createPerson(database.db)];
    await statusesOf(5, () => ask(app, anna));
    expect((await ask(app, boris)).statusCode).toBe(404);
  }, 20_000);

  // @covers ASVS-2.4.1, ASVS-15.2.2
  it('is separate for users and anonymous callers at one address, and for each network', async () => {
    await leaveSecondsInMinute(database.pool, 8);
    const app = serverProcess();
    const person = await createPerson(database.db);
    const open = '/v1/site/company-settings';
    const flood = await Promise.all(Array.from({ length: 200 }, () => ask(app, null, open)));
    expect(refusedOf(flood.map((reply) => reply.statusCode))).toBe(197);
    expect((await ask(app, person)).statusCode).toBe(404);
    expect((await ask(app, null, open, 'GET', '198.51.100.9')).statusCode).toBe(404);
  }, 20_000);

  // @covers ASVS-15.3.4
  it('covers the whole IPv6 network of an anonymous caller', async () => {
    await leaveSecondsInMinute(database.pool, 8);
    const app = serverProcess();
    let host = 0;
    const call = () => ask(app, null, '/v1/site/company-settings', 'GET', `2001:db8:7:7::${(++host).toString(16)}`);
    expect(refusedOf(await statusesOf(5, call))).toBe(2);
  }, 20_000);
});

it('a hundred reads cost a few writes, not a hundred', async () => {
  await leaveSecondsInMinute(database.pool, 8);
  const app = serverProcess({ ...SMALL, read: 600 });
  const person = await createPerson(database.db);
  await statusesOf(100, () => ask(app, person));
  const { rows } = await database.pool.query<{ taken: number }>('select taken from call_budgets');
  expect(rows).toEqual([{ taken: 100 }]);
  expect(refusedOf(await statusesOf(1, () => ask(app, person)))).toBe(0);
  expect((await database.pool.query('select taken from call_budgets')).rows).toEqual([{ taken: 150 }]);
}, 20_000);

it('deletes the counters of past minutes', async () => {
  await leaveSecondsInMinute(database.pool, 8);
  const app = serverProcess();
  const person = await createPerson(database.db);
  await ask(app, person);
  await deleteOldBudgets(database.db);
  expect((await database.pool.query('select 1 from call_budgets')).rowCount).toBe(1);
  await database.pool.query(`update call_budgets set window_start = window_start - interval '1 hour'`);
  await deleteOldBudgets(database.db);
  expect((await database.pool.query('select 1 from call_budgets')).rowCount).toBe(0);
}, 20_000);
