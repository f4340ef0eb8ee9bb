import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { route } from '@seri/contract/http.ts';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { createPerson, type Person } from '../../../testing/http/people.ts';
import { type TestPortal, testPortal } from '../../../testing/http/portal.ts';
import { allCalls } from '../../calls/calls.ts';
import { registerRoute } from '../register-route.ts';
import { BIDDING_MS, LISTS_BESIDE_BIDS } from './gate.ts';

const nothing = z.strictObject({});
const list = route({
  method: 'GET',
  path: '/v1/test/list',
  budget: 'search',
  summary: 'Asks the list index',
  access: 'public',
  query: nothing,
  reply: nothing,
  errors: ['Lists.Filling'],
});
const search = route({ ...list, path: '/v1/test/search', summary: 'Searches elsewhere', errors: [] });
const long = route({ ...list, path: '/v1/test/long', reply: z.object({ text: z.string() }) });
/** More than the buffers of a connection that nobody reads. */
const LONG_BYTES = 64 * 2 ** 20;
const bid = route({
  method: 'POST',
  path: '/v1/test/bid',
  budget: 'write',
  isBid: true,
  summary: 'Places a bid',
  access: 'signed_in',
  query: nothing,
  body: nothing,
  reply: nothing,
});
/** More than run at once beside bids, on any machine. */
const PEOPLE = LISTS_BESIDE_BIDS + 3;

let portal: TestPortal;
let people: Person[];
let running = 0;
let longOnes = 0;
let release: PromiseWithResolvers<void>;

beforeAll(async () => {
  const held = async () => {
    running += 1;
    await release.promise;
    running -= 1;
    return {};
  };
  portal = await testPortal((app) => {
    registerRoute(app, list, held);
    registerRoute(app, search, held);
    registerRoute(app, long, async () => {
      longOnes += 1;
      return { text: 'x'.repeat(LONG_BYTES) };
    });
    registerRoute(app, bid, async () => ({}));
  });
  people = await Promise.all(Array.from({ length: PEOPLE }, () => createPerson(portal.database.db)));
  // The clock is stopped, so that bids and lists of one moment are so on a busy machine too.
  vi.useFakeTimers({ toFake: ['performance'] });
});
beforeEach(() => {
  release = Promise.withResolvers();
  vi.advanceTimersByTime(BIDDING_MS);
});
afterAll(async () => {
  vi.useRealTimers();
  await portal.close();
});

const allAsk = (path: string) => people.map((person) => portal.ask(person, 'GET', path));
const statusesOf = async (asked: ReturnType<typeof allAsk>) => (await Promise.all(asked)).map(({ status }) => status);
const ALL_WORK = Array.from({ length: PEOPLE }, () => 200);
const [anna, boris] = [0, 1] as const;

test('while somebody bids, lists run on half of the processors, the others after them', async () => {
  expect((await portal.ask(people[anna] ?? null, 'POST', bid.path, {})).status).toBe(200);
  const asked = allAsk(list.path);
  await expect.poll(() => running).toBe(LISTS_BESIDE_BIDS);
  // A bid beside running and waiting lists does not wait for them.
  expect((await portal.ask(people[boris] ?? null, 'POST', bid.path, {})).status).toBe(200);
  expect(running).toBe(LISTS_BESIDE_BIDS);
  release.resolve();
  expect(await statusesOf(asked)).toEqual(ALL_WORK);
});

test('some time after the last bid lists run as before', async () => {
  await portal.ask(people[anna] ?? null, 'POST', bid.path, {});
  vi.advanceTimersByTime(BIDDING_MS);
  const asked = allAsk(list.path);
  await expect.poll(() => running).toBe(PEOPLE);
  release.resolve();
  expect(await statusesOf(asked)).toEqual(ALL_WORK);
});

test('searches that do not ask the list index do not wait for bids', async () => {
  await portal.ask(people[anna] ?? null, 'POST', bid.path, {});
  const asked = allAsk(search.path);
  await expect.poll(() => running).toBe(PEOPLE);
  release.resolve();
  expect(await statusesOf(asked)).toEqual(ALL_WORK);
});

test('readers who do not take their lists off the connection hold nobody up', async () => {
  await portal.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = portal.app.server.address() as AddressInfo;
  await portal.ask(people[anna] ?? null, 'POST', bid.path, {});
  const stalled = await Promise.all(
    Array.from({ length: LISTS_BESIDE_BIDS }, async (_, nth) => {
      const socket = connect(port, '127.0.0.1').pause();
      await once(socket, 'connect');
      const cookie = people[nth]?.cookie;
      socket.write(`GET ${long.path} HTTP/1.1\r\nhost: 127.0.0.1\r\ncookie: ${cookie}\r\n\r\n`);
      return socket;
    }),
  );
  await expect.poll(() => longOnes).toBe(LISTS_BESIDE_BIDS);
  await portal.ask(people[anna] ?? null, 'POST', bid.path, {});
  const asked = portal.ask(people.at(-1) ?? null, 'GET', list.path);
  await expect.poll(() => running).toBe(1);
  release.resolve();
  expect((await asked).status).toBe(200);
  for (const socket of stalled) socket.destroy();
});

test('a bid of a stranger, which is refused, slows no list', async () => {
  expect((await portal.ask(null, 'POST', bid.path, {})).status).toBe(401);
  const asked = allAsk(list.path);
  await expect.poll(() => running).toBe(PEOPLE);
  release.resolve();
  expect(await statusesOf(asked)).toEqual(ALL_WORK);
});

test('every call that changes bids comes before lists', () => {
  const changing = allCalls().filter(
    ({ method, path }) => method !== 'GET' && path.startsWith('/v1/bid/') && !/chat|filter/.test(path),
  );
  expect(changing.length).toBeGreaterThan(10);
  expect(changing.filter(({ isBid }) => !isBid).map(({ path }) => path)).toEqual([]);
});
