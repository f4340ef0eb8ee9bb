import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { Writable } from 'node:stream';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { registerCalls } from '../compose/app.ts';
import { createLog } from '../platform/process/log.ts';
import { buyCar } from '../testing/fixtures/purchases.ts';
import { SECRET_KEY } from '../testing/http/auth-cookies.ts';
import { CALL_OPTIONS } from '../testing/http/call-options.ts';
import { createPerson, type Person } from '../testing/http/people.ts';
import { type TestPortal, testPortal } from '../testing/http/portal.ts';
import { createProgram } from '../testing/http/programs.ts';
import { deliverEvents } from './deliver-events.ts';
import { deleteOldDeliveries, MAX_ATTEMPTS } from './queries.ts';

const BASE = '/v1/back-office/webhooks';
const SECRET = 'a-secret-of-more-than-thirty-two-letters';
let portal: TestPortal;
let program: Person;
let maria: Person;
let anna: Person;
let books: Receiver;

interface Receiver {
  url: string;
  calls: { headers: IncomingHttpHeaders; body: string }[];
  /** Reply statuses of the next calls; 200 afterwards. */
  answers: (number | 'cuts the line')[];
  close(): Promise<void>;
}

/** An external program with its own port. */
async function receiver(): Promise<Receiver> {
  const calls: Receiver['calls'] = [];
  const answers: Receiver['answers'] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    calls.push({ headers: request.headers, body });
    const answer = answers.shift() ?? 200;
    if (answer === 'cuts the line') response.destroy();
    else response.writeHead(answer, answer === 302 ? { location: '/elsewhere' } : {}).end('thank you');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  return {
    url: `http://127.0.0.1:${port}/seri?key=in-the-address`,
    calls,
    answers,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

beforeAll(async () => {
  portal = await testPortal((app, database) => registerCalls(app, database, { ...CALL_OPTIONS, webhooksInside: true }));
  const { db } = portal.database;
  program = await createProgram(db);
  maria = await createPerson(db, { roleId: 991 });
  anna = await createPerson(db);
});
afterAll(() => portal.close());
beforeEach(async () => {
  books = await receiver();
  await set();
});
afterEach(async () => {
  await books.close();
  await portal.database.pool.query('delete from webhook_events');
  await portal.database.pool.query('delete from webhook_targets');
});

const target = () => ({ name: 'books', url: books.url, kinds: ['purchase.won', 'payment.booked'], secret: SECRET });
const set = (more: object = {}) => portal.ask(program, 'PUT', `${BASE}/set`, { ...target(), ...more });
const get = async (path = '') => (await portal.ask(program, 'GET', `${BASE}${path}`)).body;
const lines: string[] = [];
const log = createLog('test', 'trace', new Writable({ write: (line, _, done) => done(void lines.push(String(line))) }));
const deliver = (allowsPrivate = true) =>
  deliverEvents({ db: portal.database.db, secretKey: SECRET_KEY, allowsPrivate, log });
const dueNow = () => portal.database.pool.query('update webhook_deliveries set next_attempt_at = now()');
let bookings = 0;
const book = (more: object = {}) =>
  portal.ask(maria, 'POST', '/v1/deposits/book', {
    ...{ userId: anna.id, kind: 'deposit', amountYen: 150_000, description: 'Deposit', key: `slip ${++bookings}` },
    ...more,
  });
const payloads = () => books.calls.map(({ body }) => JSON.parse(body));

describe('a webhook target', () => {
  // @covers ASVS-1.3.6
  test('must be on the internet by https, unless the operator allows others', async () => {
    const strict = await testPortal((app, database) => registerCalls(app, database, CALL_OPTIONS));
    const its = await createProgram(strict.database.db);
    const setIts = (url: string) => strict.ask(its, 'PUT', `${BASE}/set`, { ...target(), url });
    for (const url of [
      'http://books.example/seri',
      'https://127.0.0.1/seri',
      'https://[::1]/seri',
      'https://[::ffff:10.0.0.1]/seri',
      'https://10.1.2.3/',
      'https://169.254.169.254/latest',
      'https://2130706433/',
      'https://0x7f.1/',
      'https://localhost/seri',
      'https://localhost./seri',
      'https://LOCALHOST./seri',
      'https://a.localhost/seri',
      'https://a.localhost./seri',
      'https://books/seri',
      'https://books./seri',
      'https://books.local/seri',
      'https://books.internal./seri',
      'https://metadata.google.internal/seri',
      'https://router.lan/seri',
      'https://books.home.arpa/seri',
      'https://127.0.0.1./seri',
      'https://127.1/seri',
      'https://0177.0.0.1/seri',
      'https://0x7f000001/seri',
      'https://１２７.0.0.1/seri',
      'https://127.0.0.1.nip.io/seri',
      'https://books.10-0-0-5.sslip.io/seri',
      'https://192-168-1-1.nip.io./seri',
      'https://7f000001.nip.io/seri',
      'https://[::ffff:7f00:1]/seri',
      'https://[::]/seri',
      'https://[fe80::1]/seri',
      'https://user:password@books.example/',
      'ftp://books.example/',
      'file:///etc/passwd',
      'books.example',
      '',
    ])
      expect(await setIts(url), url).toMatchObject({ status: 422, body: { messageCode: 'Webhook.Address' } });
    expect((await setIts('https://books.example/seri')).status).toBe(200);
    await strict.close();
  });

  test('is refused if invalid, and if new without a secret', async () => {
    for (const more of [{ name: 'Books!' }, { kinds: [] }, { kinds: ['bid.placed'] }, { secret: 'short' }, { to: 'x' }])
      expect((await set(more)).status, JSON.stringify(more)).toBe(422);
    expect(await set({ name: 'other', secret: undefined })).toMatchObject({ body: { messageCode: 'Field.Required' } });
    expect((await set({ secret: undefined, kinds: ['purchase.won'] })).status).toBe(200);
    expect((await get()).items).toMatchObject([{ name: 'books', kinds: ['purchase.won'], isEnabled: true }]);
  });

  test('stores its secret encrypted; no reply and no log contains it, nor the URL in the log', async () => {
    const { rows } = await portal.database.pool.query('select encrypted_secret, t::text as row from webhook_targets t');
    expect(rows[0].encrypted_secret.includes(Buffer.from(SECRET))).toBe(false);
    expect(rows[0].row).not.toContain(SECRET);
    expect(JSON.stringify(await get())).not.toContain(SECRET);
    books.answers.push(500);
    await book();
    await deliver();
    expect(lines.join('')).toContain('answered 500');
    expect(lines.join('')).not.toContain(SECRET);
    expect(lines.join('')).not.toContain('in-the-address');
  });
});

describe('a webhook event', () => {
  // @covers API-02
  test('is sent once, signed over time and body, with its id', async () => {
    const { postingId } = (await book()).body;
    await deliver();
    await deliver();
    expect(books.calls).toHaveLength(1);
    const [{ headers, body }] = books.calls as [Receiver['calls'][0]];
    const signature = createHmac('sha256', SECRET).update(`${headers['x-seri-timestamp']}.${body}`).digest('hex');
    expect(headers).toMatchObject({
      'x-seri-signature': `sha256=${signature}`,
      'content-type': 'application/json',
      'idempotency-key': JSON.parse(body).eventId,
    });
    expect(Math.abs(Date.now() / 1_000 - Number(headers['x-seri-timestamp']))).toBeLessThan(60);
    expect(JSON.parse(body)).toMatchObject({
      kind: 'payment.booked',
      data: { postingId, userId: anna.id, kind: 'deposit', amountYen: 150_000, bookedThrough: 'manager' },
    });
    expect((await get('/deliveries')).items).toMatchObject([{ state: 'delivered', attempts: 1, lastError: null }]);
  });

  test('is sent for a bought car, which is not a payment as well, and for its fee, which is one', async () => {
    const purchaseId = await buyCar(portal.database.db, anna);
    await book({ kind: 'fee', amountYen: 6_000, purchaseId });
    await deliver();
    expect(payloads().map(({ kind, data }) => [kind, data.purchaseId, data.carPriceYen ?? data.amountYen])).toEqual([
      ['purchase.won', purchaseId, 650_000],
      ['payment.booked', purchaseId, -6_000],
    ]);
  });

  test('is sent to targets with its kind, and not while they are disabled', async () => {
    await set({ kinds: ['purchase.won'] });
    await book();
    await set({ isEnabled: false });
    await buyCar(portal.database.db, anna);
    await set();
    await deliver();
    expect(payloads()).toEqual([]);
  });

  test('of a rolled-back transaction is not sent', async () => {
    const { db } = portal.database;
    const failed = db.transaction().execute(async (tx) => {
      await tx.insertInto('webhook_events').values({ kind: 'payment.booked', data: '{}' }).execute();
      throw new Error('it did not happen');
    });
    await expect(failed).rejects.toThrow('it did not happen');
    expect((await book({ userId: 999_999 })).status).toBe(404);
    await deliver();
    expect(payloads()).toEqual([]);
  });
});

describe('a target that fails', () => {
  test.each([
    [500, 'answered 500'],
    [302, 'answered 302'],
    ['cuts the line' as const, 'socket hang up (ECONNRESET)'],
  ])('that replies %s gets the event again later under the same id', async (answer, reason) => {
    books.answers.push(answer);
    await book();
    await deliver();
    await deliver();
    expect(books.calls).toHaveLength(1);
    expect((await get('/deliveries?state=waiting')).items).toMatchObject([{ attempts: 1, lastError: reason }]);
    await dueNow();
    await deliver();
    expect(new Set(books.calls.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
    expect((await get()).items).toMatchObject([{ waiting: 0, dead: 0, lastDeliveredAt: expect.any(String) }]);
  });

  test('is retried with growing delays up to six hours, then given up, and can be resent manually', async () => {
    await book();
    const pauses: number[] = [];
    for (let at = 0; at < MAX_ATTEMPTS; at++) {
      books.answers.push(503);
      await dueNow();
      await deliver();
      const { rows } = await portal.database.pool.query(
        'select round(extract(epoch from next_attempt_at - now()))::int as s from webhook_deliveries',
      );
      pauses.push(rows[0].s);
    }
    expect(pauses.slice(0, 4)).toEqual([10, 20, 40, 80]);
    expect(Math.max(...pauses)).toBe(6 * 3_600);
    expect((await get()).items).toMatchObject([{ waiting: 0, dead: 1 }]);
    await dueNow();
    await deliver();
    expect(books.calls).toHaveLength(MAX_ATTEMPTS);
    const resend = (body: object) => portal.ask(program, 'POST', `${BASE}/resend`, body);
    expect((await resend({ target: 'nobody' })).status).toBe(404);
    expect((await resend({ target: 'books', deliveryId: 999_999 })).status).toBe(404);
    expect(await resend({ target: 'books' })).toMatchObject({ status: 200, body: { resent: 1 } });
    await deliver();
    const [{ deliveryId, state }] = (await get('/deliveries?target=books')).items;
    expect(state).toBe('delivered');
    expect((await resend({ target: 'books', deliveryId })).body).toMatchObject({ resent: 1 });
    await deliver();
    expect(new Set(payloads().map(({ eventId }) => eventId)).size).toBe(1);
    expect(books.calls).toHaveLength(MAX_ATTEMPTS + 2);
  });

  test('does not block other targets', async () => {
    const other = await receiver();
    await set({ name: 'other', url: other.url });
    await books.close();
    for (let at = 0; at < 7; at++) await book();
    await deliver();
    expect(other.calls).toHaveLength(7);
    expect((await get()).items).toMatchObject([
      { name: 'books', waiting: 7 },
      { name: 'other', waiting: 0 },
    ]);
    await other.close();
    books = await receiver();
  });

  // @covers ASVS-1.3.6
  test('is not called inside a network once the operator no longer allows it, by address or by name', async () => {
    await book();
    await deliver(false);
    expect((await get('/deliveries')).items).toMatchObject([{ lastError: 'the address is not allowed' }]);
    const { port } = new URL(books.url);
    await set({ url: `https://localhost.:${port}/` });
    await dueNow();
    await deliver(false);
    expect((await get('/deliveries')).items[0].lastError).toMatch(
      /resolves to an inside address|not allowed|ENOTFOUND/,
    );
    expect(books.calls).toEqual([]);
  });
});

test('jobs of one queue run one at a time, so each event is sent once', async () => {
  await book();
  books.answers.push(500);
  await deliver();
  await portal.ask(program, 'POST', `${BASE}/resend`, { target: 'books' });
  const { rows } = await portal.database.pool.query(
    `select distinct queue_name from graphile_worker.jobs where task_identifier = 'deliver_webhooks'`,
  );
  expect(rows).toEqual([{ queue_name: 'deliver_webhooks' }]);
});

test('delivered events are deleted after three months, dead ones are not', async () => {
  await book();
  await deliver();
  await book();
  await portal.database.pool.query(`update webhook_events set at = now() - interval '91 days'`);
  await deleteOldDeliveries(portal.database.db);
  expect((await get('/deliveries')).items).toMatchObject([{ state: 'waiting' }]);
});
