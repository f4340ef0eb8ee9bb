import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildPortal } from '../compose/app.ts';
import { recordFact } from '../platform/db/installation.ts';
import type { RegisteredRoute } from '../platform/http/limits/route-cost.ts';
import { readConfig } from '../platform/process/config.ts';
import { createLog } from '../platform/process/log.ts';
import { SECRET_KEY } from '../testing/http/auth-cookies.ts';
import { barePage } from '../testing/http/bare-page.ts';
import { liftBudgets } from '../testing/http/budgets.ts';
import { createPerson, type Person, signIn } from '../testing/http/people.ts';
import { ownDatabase } from '../testing/processes/own-database.ts';

const LONG = 'a'.repeat(6_000);
const VALUES = [
  '%00',
  '%ff',
  '%zz',
  '%',
  '%ed%a0%80',
  '%5c',
  '%2e%2e%2f',
  '-1',
  '99999999999999999999',
  '%E2%80%AE',
  "'",
  LONG,
];
const QUERIES = [
  ...VALUES.map((value) => `id=${value}`),
  ...[
    '%00=1',
    'id[]=1&id[]=2',
    'id=1&id=2',
    'page=1&page=2',
    ';',
    'id=1;page=2',
    '&&&=',
    '?',
    '__proto__[x]=1',
    'constructor=1',
  ],
  ...[
    'w=%00',
    'w=320&w=640',
    'dateFrom=%00&dateTo=%00',
    'lot=%00',
    'carId=%00',
    'list=%00',
    'importId=%00',
    `${LONG}=1`,
  ],
  Array.from({ length: 2_000 }, (_, at) => `a${at}=1`).join('&'),
];
/** Inserted before the path of every route, and after it. */
const PATHS = [
  (path: string) => `/${path}`,
  (path: string) => `//${path}`,
  (path: string) => `/\\evil.example${path}`,
  (path: string) => `/.${path}`,
  (path: string) => `${path}/`,
  (path: string) => `${path}//`,
  (path: string) => `${path}%00`,
  (path: string) => `${path}%2f..%2f`,
  (path: string) => `${path};a=b`,
  (path: string) => `${path}#x`,
  (path: string) => `http://other.example${path}`,
];
const HEADERS: IncomingHttpHeaders[] = [
  ...['bytes=0-', 'bytes=9-1', 'bytes=-1', 'lines=1', `bytes=${'0-0,'.repeat(800)}`].map((range) => ({ range })),
  ...['*', '"', 'W/', ',,,', LONG].map((value) => ({ 'if-none-match': value })),
  { 'if-modified-since': 'no day', 'if-range': 'x' },
  { 'accept-language': ';;;q=,*', 'accept-encoding': 'br;q=x, *;q=0', accept: '*/' },
  { 'accept-encoding': 'identity;q=0' },
  ...['%00', 'seri_access=%00; seri_share=%00', 'a=%zz', '=;=;', '__proto__=1', `a=${LONG}`].map((cookie) => ({
    cookie,
  })),
  ...['', 'a b', 'evil/@x', '[::', '[::1]:x', 'a'.repeat(300), 'xn--', '%00', 'seri:99999999'].map((host) => ({
    host,
  })),
  { authorization: 'Bearer %00', 'x-forwarded-for': '%00', 'x-forwarded-proto': 'x', 'x-forwarded-host': '"' },
  { origin: 'null', referer: '%', 'sec-fetch-site': 'x', 'sec-fetch-dest': 'x' },
  { 'last-event-id': '%00', 'idempotency-key': LONG, 'content-type': 'application/json; charset=x' },
];

const database = ownDatabase();
const folder = mkdtempSync(join(tmpdir(), 'seri-hostile-'));
const agent = new Agent({ keepAlive: true, maxSockets: 8 });
let app: FastifyInstance;
let manager: Person;
let port: number;

beforeAll(async () => {
  await recordFact(database.db, 'demo', true);
  await liftBudgets(database);
  const { config, secrets } = readConfig({ DATA_DIR: folder, SECRET_KEY, METRICS_TOKEN: 'of the test', PORT: '3000' });
  app = await buildPortal({
    ...{ config, secrets, database, webDist: barePage(folder) },
    log: createLog('test', 'silent'),
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  port = (app.server.address() as AddressInfo).port;
  manager = await createPerson(database.db, { roleId: 991 });
});
afterAll(async () => {
  agent.destroy();
  await app.close();
  rmSync(folder, { recursive: true, force: true });
});

interface Answer {
  status: number;
  body: string;
  type: string;
}

/** Sends the address unchanged: no library on the way normalises it. */
function send(method: string, path: string, headers: IncomingHttpHeaders = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request({ agent, port, host: '127.0.0.1', method, path, headers, setHost: !('host' in headers) });
    sent.once('error', reject).once('response', (reply) => {
      text(reply).then(
        (body) => resolve({ status: reply.statusCode ?? 0, body, type: String(reply.headers['content-type'] ?? '') }),
        reject,
      );
    });
    sent.end();
  });
}

const isUsualError = ({ body, type }: Answer) =>
  type.startsWith('application/json') && typeof JSON.parse(body).messageCode === 'string';

/** Returns descriptions of the faults in the replies to these requests. */
async function faultsOf(method: string, sent: { path: string; headers?: IncomingHttpHeaders }[]): Promise<string[]> {
  const faults = await Promise.all(
    sent.map(async ({ path, headers = {} }) => {
      const answer = await send(method, path, headers).catch((error: Error) => error);
      const what = `${method} ${path.slice(0, 120)} ${JSON.stringify(headers).slice(0, 120)}`;
      if (answer instanceof Error) return [`${what}: ${answer.message}`];
      if (answer.status >= 500) return [`${what}: ${answer.status} ${answer.body}`];
      if (answer.status < 400 || method === 'HEAD') return [];
      return isUsualError(answer) ? [] : [`${what}: ${answer.status} ${answer.body.slice(0, 200)}`];
    }),
  );
  return faults.flat();
}

const PARAMETER = /:(\w+)(?:\([^)]*\))?|\*/g;
const filled = (url: string, value: string) => url.replaceAll(PARAMETER, value);
const routes = (isWanted: (route: RegisteredRoute) => boolean) =>
  app.registeredRoutes.filter((route) => route.method !== 'HEAD' && isWanted(route));
/** A new session for each route, since some calls end the session. */
const asManager = async () => ({ cookie: await signIn(database.db, manager.id) });

async function walk(
  withParameters: RegisteredRoute[],
  requestsOf: (url: string) => { path: string; headers?: IncomingHttpHeaders }[],
) {
  const faults: string[] = [];
  for (const { method, url } of withParameters) {
    const session = await asManager();
    const sent = requestsOf(url).map(({ path, headers = {} }) => ({ path, headers: { ...session, ...headers } }));
    faults.push(...(await faultsOf(method, sent)));
  }
  return faults;
}

describe('no address, query or header causes an internal error', () => {
  test('the test covers the routes outside the contract', () => {
    const known = routes(({ isHandMade }) => isHandMade).map(({ url }) => url);
    expect(known).toEqual(
      expect.arrayContaining([
        '/p/*',
        '/s/:lotId',
        '/og/:file',
        '/v1/files/statement.pdf',
        '/v1/files/bids.csv',
        '/*',
        '/healthz',
      ]),
    );
    expect(known.length).toBeGreaterThan(20);
  });

  // @covers API-03
  test('hostile queries of every route', async () => {
    const faults = await walk(
      routes(() => true),
      (url) => QUERIES.map((query) => ({ path: `${filled(url, '1')}?${query}` })),
    );
    expect(faults).toEqual([]);
  }, 300_000);

  test('hostile paths around every route', async () => {
    const faults = await walk(
      routes(({ method }) => method === 'GET'),
      (url) => PATHS.map((around) => ({ path: around(filled(url, '1')) })),
    );
    expect(faults).toEqual([]);
  }, 300_000);

  // @covers API-03
  test('hostile segments of a path, signed in and signed out', async () => {
    const withParameters = routes(({ url }) => url.search(PARAMETER) >= 0);
    const ofParts = (url: string) => VALUES.map((value) => ({ path: filled(url, value) }));
    expect(await walk(withParameters, ofParts)).toEqual([]);
    for (const { method, url } of withParameters) expect(await faultsOf(method, ofParts(url))).toEqual([]);
  }, 120_000);

  test('hostile headers on every route outside the contract and on some calls', async () => {
    const withParameters = routes(
      ({ isHandMade, method, url }) => method === 'GET' && (isHandMade || /listing|passkey|calendar/.test(url)),
    );
    const faults = await walk(withParameters, (url) => HEADERS.map((headers) => ({ path: filled(url, '1'), headers })));
    expect(faults).toEqual([]);
  }, 120_000);
});

test.each(['//', '///x', '//evil.example', '/\\evil.example', '/%00', '/p/%00', '/%ff', '/%'])(
  '%s is an unknown address',
  async (path) => {
    const answer = await send('GET', path);
    expect(answer.status).toBe(404);
    expect(JSON.parse(answer.body)).toMatchObject({ success: false, messageCode: 'NotFound' });
  },
);

test.each([
  '/v1/files/statement.pdf',
  '/v1/files/payments.csv',
  '/v1/files/bids.csv',
  '/p/none',
  '/s/1',
  '/car-auction',
])('a zero byte in the query of %s is refused with 400', async (path) => {
  const answer = await send('GET', `${path}?dateFrom=%00`, await asManager());
  expect(answer.status).toBe(400);
  expect(JSON.parse(answer.body)).toMatchObject({
    messageCode: 'Request.Invalid',
    errors: { dateFrom: ['Field.Invalid'] },
  });
});
