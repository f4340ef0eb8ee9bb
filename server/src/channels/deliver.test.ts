import type { Channel } from '@seri/contract/channels/channels.ts';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { registerCalls } from '../compose/app.ts';
import type { Messengers } from '../platform/process/config.ts';
import { createLog } from '../platform/process/log.ts';
import { type FakeReply, type FakeService, jsonOf, startFakeService } from '../testing/channels/fake-messengers.ts';
import { pushBrowser } from '../testing/channels/push-browser.ts';
import { createLot } from '../testing/fixtures/lots.ts';
import { SECRET_KEY } from '../testing/http/auth-cookies.ts';
import { CALL_OPTIONS } from '../testing/http/call-options.ts';
import { createPerson, type Person, type PersonOptions } from '../testing/http/people.ts';
import { type TestPortal, testPortal } from '../testing/http/portal.ts';
import { deliverNotices, type NoticeOptions } from './deliver-notices.ts';
import { deleteOldChannels } from './delivery-queries.ts';
import { readPushIdentity } from './identity-queries.ts';
import { noticeSenders } from './senders.ts';

const PUBLIC_URL = 'https://seri.example';
let portal: TestPortal;
let service: FakeService;
let senders: Awaited<ReturnType<typeof noticeSenders>>;
const stopping = new AbortController();

beforeAll(async () => {
  portal = await testPortal((app, database) => registerCalls(app, database, CALL_OPTIONS));
  service = await startFakeService((request) => okFor(request.path));
  const messengers: Messengers = {
    telegram: { apiRoot: service.url, token: '1:abc' },
    whatsapp: { apiRoot: service.url, token: 't', phoneId: '77', template: 'portal_notice' },
    line: { apiRoot: service.url, token: 't' },
    max: { apiRoot: service.url, token: 't' },
  };
  senders = await noticeSenders(portal.database.db, {
    ...{ messengers, publicUrl: PUBLIC_URL, secretKey: SECRET_KEY, pushInside: true },
  });
});
afterEach(async () => {
  service.requests.length = 0;
  service.script.length = 0;
  await rows(`delete from notice_deliveries where state = 'waiting'`);
  await rows('update notice_channels set paused_until = null, next_send_at = now()');
});
afterAll(async () => {
  stopping.abort();
  await service.close();
  await portal.close();
});

const okFor = (path: string): FakeReply =>
  path.startsWith('/bot') ? { status: 200, body: { ok: true, result: { message_id: 1 } } } : { status: 200, body: {} };
const rows = async (text: string, values: unknown[] = []) => (await portal.database.pool.query(text, values)).rows;
const deliver = (channels: Channel[] = Object.keys(senders) as Channel[], more: Partial<NoticeOptions> = {}) =>
  deliverNotices({
    ...more,
    ...{ db: portal.database.db, publicUrl: PUBLIC_URL, signal: stopping.signal, log: createLog('test', 'silent') },
    senders: Object.fromEntries(channels.map((channel) => [channel, senders[channel]])),
  });
const browser = pushBrowser();
let nextAddress = 1;

async function reader(channel: Channel, options: PersonOptions = {}): Promise<Person & { address: string }> {
  const person = await createPerson(portal.database.db, options);
  const address = channel === 'push' ? `${service.url}/push/${nextAddress++}` : String(500_000 + nextAddress++);
  await rows(
    `insert into notice_endpoints (user_id, channel, address, push_keys, session_id, confirmed_at)
     select $1, $2, $3, $4::jsonb, case when $2 = 'push' then (select id from sessions where user_id = $1 limit 1) end, now()`,
    [person.id, channel, address, channel === 'push' ? JSON.stringify(browser.keys) : null],
  );
  return { ...person, address };
}
let nextKey = 1;
const happen = async (person: Person, kind: string, { lotId, data = {} }: { lotId?: number; data?: object } = {}) => {
  await rows('insert into notifications (user_id, kind, lot_id, data, dedupe_key) values ($1, $2, $3, $4, $5)', [
    ...[person.id, kind, lotId ?? null, JSON.stringify(data), `test ${nextKey++}`],
  ]);
};
const choose = (person: Person, settings: object) =>
  portal.ask(person, 'PUT', '/v1/channels/save', {
    ...{ choices: {}, quiet: null, timeZone: 'UTC', urgentBreaksQuiet: false, digestAt: '08:00', showsDetails: false },
    ...settings,
  });
const deliveriesOf = (person: Person) =>
  rows('select state, reason, channel, due_at, attempts from notice_deliveries where user_id = $1 order by id', [
    person.id,
  ]);
const hasEndpoint = async (person: Person) =>
  (await rows('select id from notice_endpoints where user_id = $1', [person.id])).length > 0;
const lotOf = () =>
  createLot(portal.database.db, {
    maker: 'A*_[B](http://x)`',
    model: '<b>C&D</b>',
    grade: '~~!',
    sold_price_yen: 1_210_000,
  });

describe('a push', () => {
  // @covers REACH-02
  test('is encrypted for the browser, identifies the portal, and names nothing unless the user allows it', async () => {
    const anna = await reader('push');
    const lotId = await lotOf();
    await happen(anna, 'favorite_sold', { lotId });
    await deliver();
    const [request] = service.requests;
    expect(request?.headers).toMatchObject({ 'content-encoding': 'aes128gcm', urgency: 'normal' });
    expect(request?.headers.authorization).toMatch(/^vapid t=[\w.-]+, ?k=[\w-]+$/);
    const discreet = JSON.parse(browser.decrypt(request?.body ?? Buffer.alloc(0)));
    expect(discreet).toMatchObject({ title: 'Your favorite was sold', url: `/car-auction/${lotId}` });
    expect(JSON.stringify(discreet)).not.toMatch(/1.210.000|C&D/);
    await choose(anna, { showsDetails: true });
    await happen(anna, 'favorite_sold', { lotId });
    await deliver();
    const open = JSON.parse(browser.decrypt(service.requests[1]?.body ?? Buffer.alloc(0)));
    expect(open.body.replaceAll('\u00a0', ' ')).toContain('Your favorite sold for 1 210 000 ¥');
    expect(open.body).toContain('<b>C&D</b>');
  });

  test('never goes to an address inside the network, even one that was stored', async () => {
    const { pushSender } = await import('./send/push.ts');
    const strict = await noticeSenders(portal.database.db, {
      ...{ messengers: { telegram: null, whatsapp: null, line: null, max: null } },
      ...{ publicUrl: PUBLIC_URL, secretKey: SECRET_KEY },
    });
    expect(pushSender).toBeTypeOf('function');
    const anna = await reader('push');
    await happen(anna, 'favorite_sold', { lotId: await lotOf() });
    await deliverNotices({
      ...{ db: portal.database.db, senders: { push: strict.push as NonNullable<typeof strict.push> } },
      ...{ publicUrl: PUBLIC_URL, signal: stopping.signal, log: createLog('test', 'silent') },
    });
    expect(service.requests).toEqual([]);
    expect(await deliveriesOf(anna)).toMatchObject([{ state: 'waiting', reason: 'the address is not allowed' }]);
  });

  test.each([404, 410, 403, 301])('that is answered %i removes the browser', async (status) => {
    const anna = await reader('push');
    service.script.push({ status, headers: { location: 'http://127.0.0.1/' } });
    await happen(anna, 'favorite_sold', { lotId: await lotOf() });
    await deliver();
    expect(await hasEndpoint(anna)).toBe(false);
    expect(await deliveriesOf(anna)).toMatchObject([{ state: 'dropped' }]);
    expect(service.requests).toHaveLength(1);
  });

  test('to a browser that is silent for two weeks removes it', async () => {
    const anna = await reader('push');
    service.script.push({ status: 503 });
    await happen(anna, 'favorite_sold', { lotId: await lotOf() });
    await deliver();
    await deleteOldChannels(portal.database.db);
    expect(await hasEndpoint(anna)).toBe(true);
    await rows(`update notice_endpoints set failing_since = now() - interval '15 days' where user_id = $1`, [anna.id]);
    await deleteOldChannels(portal.database.db);
    expect(await hasEndpoint(anna)).toBe(false);
    expect(await deliveriesOf(anna)).toMatchObject([
      { state: 'dropped', reason: expect.stringContaining('two weeks') },
    ]);
  });
});

/** Recorded replies of each service, with what becomes of the delivery and the address. */
const REPLIES: [Channel, string, FakeReply, 'sent' | 'gone' | 'refused' | 'retry', number?][] = [
  ['telegram', 'accepts', { status: 200, body: { ok: true, result: { message_id: 5 } } }, 'sent'],
  [
    'telegram',
    'finds no text',
    { status: 400, body: { ok: false, error_code: 400, description: 'Bad Request: message text is empty' } },
    'refused',
  ],
  [
    'telegram',
    'finds no chat',
    { status: 400, body: { ok: false, error_code: 400, description: 'Bad Request: chat not found' } },
    'gone',
  ],
  [
    'telegram',
    'is blocked',
    { status: 403, body: { ok: false, error_code: 403, description: 'Forbidden: bot was blocked by the user' } },
    'gone',
  ],
  ['telegram', 'is gone', { status: 410, body: { ok: false, error_code: 410, description: 'Gone' } }, 'gone'],
  [
    'telegram',
    'is busy',
    {
      status: 429,
      body: {
        ok: false,
        error_code: 429,
        description: 'Too Many Requests: retry after 35',
        parameters: { retry_after: 35 },
      },
    },
    'retry',
    35,
  ],
  ['telegram', 'fails', { status: 502, body: { ok: false, error_code: 502, description: 'Bad Gateway' } }, 'retry'],
  [
    'whatsapp',
    'accepts',
    { status: 200, body: { messaging_product: 'whatsapp', messages: [{ id: 'wamid.HBgL' }] } },
    'sent',
  ],
  [
    'whatsapp',
    'refuses a parameter',
    { status: 400, body: { error: { message: '(#132000) Number of parameters does not match', code: 132_000 } } },
    'refused',
  ],
  [
    'whatsapp',
    'cannot deliver',
    { status: 400, body: { error: { message: '(#131026) Message undeliverable', code: 131_026 } } },
    'gone',
  ],
  [
    'whatsapp',
    'forbids',
    { status: 403, body: { error: { message: '(#10) Application does not have permission', code: 10 } } },
    'gone',
  ],
  ['whatsapp', 'is gone', { status: 410, body: {} }, 'gone'],
  [
    'whatsapp',
    'is busy',
    {
      status: 429,
      headers: { 'retry-after': '40' },
      body: { error: { message: '(#130429) Rate limit hit', code: 130_429 } },
    },
    'retry',
    40,
  ],
  ['whatsapp', 'fails', { status: 500, body: { error: { message: 'An unknown error', code: 131_000 } } }, 'retry'],
  ['line', 'accepts', { status: 200, body: { sentMessages: [{ id: '461230966842064897' }] } }, 'sent'],
  ['line', 'has accepted before', { status: 409, body: { message: 'The retry key is already accepted' } }, 'sent'],
  [
    'line',
    'refuses a message',
    { status: 400, body: { message: "The property, 'text', must not be empty" } },
    'refused',
  ],
  [
    'line',
    'forbids',
    { status: 403, body: { message: 'Access to this API is not available for your account' } },
    'gone',
  ],
  ['line', 'is gone', { status: 410, body: {} }, 'gone'],
  [
    'line',
    'is busy',
    { status: 429, headers: { 'retry-after': '45' }, body: { message: 'The API rate limit has been exceeded' } },
    'retry',
    45,
  ],
  ['line', 'fails', { status: 500, body: { message: 'Internal server error' } }, 'retry'],
  ['max', 'accepts', { status: 200, body: { message: { timestamp: 1 } } }, 'sent'],
  ['max', 'refuses a message', { status: 400, body: { code: 'proto.payload', message: 'text: too long' } }, 'refused'],
  ['max', 'is blocked', { status: 403, body: { code: 'chat.denied', message: 'dialog suspended' } }, 'gone'],
  ['max', 'is gone', { status: 410, body: {} }, 'gone'],
  [
    'max',
    'is busy',
    { status: 429, headers: { 'retry-after': '50' }, body: { code: 'too.many.requests', message: 'wait' } },
    'retry',
    50,
  ],
  ['max', 'fails', { status: 503, body: { code: 'service.unavailable', message: 'x' } }, 'retry'],
  ['push', 'is busy', { status: 429, headers: { 'retry-after': '30' } }, 'retry', 30],
  ['push', 'refuses a message', { status: 413 }, 'refused'],
];

// @covers REACH-02
test('the keys of the portal are made once and stored encrypted; another secret key replaces them', async () => {
  const { db } = portal.database;
  const read = (secretKey: string) => readPushIdentity(db, { secretKey, publicUrl: PUBLIC_URL });
  const [first, again] = await Promise.all([read(SECRET_KEY), read(SECRET_KEY)]);
  expect(again).toEqual(first);
  const [{ encrypted_private_key: stored }] = await rows('select encrypted_private_key from push_identity');
  expect(stored.includes(first.privateKey)).toBe(false);
  const other = await read('another secret key of thirty-two characters');
  expect(other.publicKey).not.toBe(first.publicKey);
});

describe('a service', () => {
  // @covers REACH-04, REACH-03
  test.each(REPLIES)('%s that %s', async (channel, _words, reply, result, seconds) => {
    const anna = await reader(channel);
    service.script.push(reply);
    await happen(anna, 'favorite_sold', { lotId: await lotOf() });
    await deliver([channel]);
    const [delivery] = await deliveriesOf(anna);
    expect(delivery.state).toBe(result === 'retry' ? 'waiting' : result === 'sent' ? 'sent' : 'dropped');
    expect(await hasEndpoint(anna)).toBe(result !== 'gone');
    expect(service.requests).toHaveLength(1);
    if (seconds === undefined) return;
    const inSeconds = (delivery.due_at.getTime() - Date.now()) / 1_000;
    expect(inSeconds).toBeGreaterThan(seconds - 10);
    expect(inSeconds).toBeLessThanOrEqual(seconds + 1);
    // Everybody waits, not only this address; a pause counts as no attempt.
    if (channel === 'push') return;
    expect(delivery.attempts).toBe(0);
    await happen(anna, 'favorite_sold', { lotId: await lotOf() });
    await deliver([channel]);
    expect(service.requests).toHaveLength(1);
  });

  test('that is silent delays no other channel', async () => {
    const [anna, boris] = [await reader('line'), await reader('max')];
    service.usual = (request) => (request.path.startsWith('/v2/bot') ? 'silent' : okFor(request.path));
    const stop = new AbortController();
    for (const person of [anna, boris]) await happen(person, 'favorite_sold', { lotId: await lotOf() });
    const delivering = deliverNotices({
      ...{ db: portal.database.db, senders, publicUrl: PUBLIC_URL, signal: stop.signal },
      log: createLog('test', 'silent'),
    });
    await expect.poll(async () => (await deliveriesOf(boris))[0].state, { timeout: 5_000 }).toBe('sent');
    stop.abort();
    await delivering;
    service.usual = (request) => okFor(request.path);
    expect(await deliveriesOf(anna)).toMatchObject([{ state: 'waiting', reason: 'no answer in time' }]);
  });
});

describe('texts', () => {
  // @covers REACH-03
  test('keep every character of a name as text, in both languages', async () => {
    const [anna, boris] = [await reader('telegram'), await reader('telegram', { language: 693 })];
    const lotId = await lotOf();
    for (const person of [anna, boris]) await happen(person, 'favorite_sold', { lotId });
    await deliver();
    const sent = service.requests.map(jsonOf);
    const textTo = (person: { address: string }) =>
      sent.find(({ chat_id }) => chat_id === person.address).text.replaceAll('\u00a0', ' ');
    expect(textTo(anna)).toContain('A*_[B](http://x)` &lt;b&gt;C&amp;D&lt;/b&gt; ~~!');
    expect(textTo(anna)).toContain('Your favorite sold for 1 210 000 ¥');
    expect(textTo(boris)).toContain('Лот из избранного продан за 1 210 000 ¥');
    const [{ reply_markup, parse_mode }] = sent;
    expect(parse_mode).toBe('HTML');
    expect(reply_markup.inline_keyboard[0]).toMatchObject([
      { url: `${PUBLIC_URL}/car-auction/${lotId}` },
      { callback_data: 'mute' },
    ]);
  });

  // @covers REACH-03
  test('come to Telegram below the photo of the lot; without one, or after its failure, alone', async () => {
    const [anna, lotId] = [await reader('telegram'), await lotOf()];
    const photo = Buffer.from('bytes of a photo');
    for (const photoOf of [
      async (id: number) => (id === lotId ? photo : null),
      async () => null,
      async () => Promise.reject(new Error('the store is away')),
    ]) {
      await happen(anna, 'favorite_sold', { lotId });
      await deliver(['telegram'], { photoOf });
      await rows('update notice_channels set next_send_at = now()');
    }
    expect(service.requests.map(({ path }) => path.split('/').at(-1))).toEqual([
      ...['sendPhoto', 'sendMessage', 'sendMessage'],
    ]);
    const [first] = service.requests;
    expect(first?.body.includes(photo)).toBe(true);
    for (const part of ['Your favorite sold for', '&lt;b&gt;C&amp;D', `/car-auction/${lotId}`, '"mute"'])
      expect(first?.body.toString(), part).toContain(part);
  });

  test('of every event exist in both languages', async () => {
    const { NOTIFICATION_KINDS } = await import('@seri/contract/notifications/routes.ts');
    const { english } = await import('./texts-en.ts');
    const { russian } = await import('./texts-ru.ts');
    for (const { titles } of [english, russian])
      for (const kind of NOTIFICATION_KINDS) expect(titles[kind], kind).toBeTruthy();
  });
});

describe('choices', () => {
  // @covers REACH-04, NOTIF-06
  test('switch an event off, on one channel only', async () => {
    const anna = await reader('line');
    await choose(anna, { choices: { favorite_sold: { line: 'off' } } });
    await happen(anna, 'favorite_sold', { lotId: await lotOf() });
    await happen(anna, 'lot_moved', { lotId: await lotOf() });
    await deliver();
    expect(service.requests).toHaveLength(1);
  });

  test('hold notices in quiet hours and send them as one; urgent ones break them only if the user allows it', async () => {
    const [anna, boris] = [await reader('line'), await reader('line')];
    const quiet = { from: '00:00', to: '23:59' };
    await choose(anna, { quiet });
    await choose(boris, { quiet, urgentBreaksQuiet: true });
    for (const person of [anna, boris])
      for (const kind of ['favorite_sold', 'lot_moved', 'closing_soon'])
        await happen(person, kind, { lotId: await lotOf() });
    await deliver();
    expect(service.requests.map((request) => jsonOf(request).to)).toEqual([boris.address]);
    await rows(`update notice_deliveries set due_at = now() where user_id = any($1)`, [[anna.id, boris.id]]);
    await deliver();
    expect(
      service.requests
        .map((request) => jsonOf(request).messages[0].text.split('\n')[0])
        .slice(1)
        .sort(),
    ).toEqual(['2 notifications', '3 notifications']);
  });

  test.each([
    ['Asia/Vladivostok', '23:00', '07:00'],
    ['Africa/Nairobi', '22:30', '06:15'],
    ['Pacific/Auckland', '13:00', '14:00'],
  ])('hold until the end of the quiet hours in %s', async (zone, from, to) => {
    const inZone = await rows(
      `select is_quiet($1::time, $2::time, $3, ('2026-11-26 ' || $1)::timestamp at time zone $3) as from_start,
              is_quiet($1::time, $2::time, $3, ('2026-11-26 ' || $2)::timestamp at time zone $3) as at_end,
              next_local_time($2::time, $3, ('2026-11-26 ' || $1)::timestamp at time zone $3) at time zone $3 as until`,
      [from, to, zone],
    );
    expect(inZone).toMatchObject([{ from_start: true, at_end: false }]);
    expect(inZone[0].until.toTimeString().slice(0, 5)).toBe(to);
  });

  test('collect a digest for one time of day', async () => {
    const anna = await reader('max');
    await choose(anna, { choices: { favorite_sold: { max: 'digest' } }, digestAt: '00:00' });
    for (let index = 0; index < 4; index++) await happen(anna, 'favorite_sold', { lotId: await lotOf() });
    await deliver();
    expect(service.requests).toEqual([]);
    await rows('update notice_deliveries set due_at = now() where user_id = $1', [anna.id]);
    await deliver();
    expect(service.requests.map((request) => jsonOf(request).text)).toMatchObject([
      expect.stringMatching(/^4 notifications/),
    ]);
    expect((await deliveriesOf(anna)).map(({ state }) => state)).toEqual(Array(4).fill('sent'));
  });

  test('add mail to an event without a mail of its own, and take it from one that has', async () => {
    const anna = await createPerson(portal.database.db);
    await choose(anna, { choices: { favorite_sold: { mail: 'instant' } } });
    await happen(anna, 'favorite_sold', { lotId: await lotOf() });
    await happen(anna, 'lot_moved', { lotId: await lotOf() });
    await deliver();
    expect(await rows('select kind, data from mails where user_id = $1', [anna.id])).toMatchObject([
      { kind: 'notices', data: { items: [{ title: 'Your favorite was sold' }] } },
    ]);
  });

  test('mute for a day, except urgent notices', async () => {
    const anna = await reader('line');
    await rows(`update notice_endpoints set muted_until = now() + interval '1 day' where user_id = $1`, [anna.id]);
    for (const kind of ['favorite_sold', 'closing_soon']) await happen(anna, kind, { lotId: await lotOf() });
    await deliver();
    expect((await deliveriesOf(anna)).map(({ state, reason }) => [state, reason]).sort()).toEqual([
      ['dropped', 'muted'],
      ['sent', null],
    ]);
  });
});

describe('a repeat', () => {
  // @covers REACH-05
  test('of the event, or by two workers at once, sends nothing twice', async () => {
    const people = await Promise.all(Array.from({ length: 12 }, () => reader('push')));
    for (const person of people)
      for (let repeat = 0; repeat < 2; repeat++)
        await rows(
          `insert into notifications (user_id, kind, dedupe_key) values ($1, 'chat_message', 'same') on conflict do nothing`,
          [person.id],
        );
    await Promise.all([deliver(), deliver(), deliver()]);
    expect(service.requests).toHaveLength(people.length);
  });

  // @covers REACH-05
  test('after a worker died between sending and marking carries the same tag and key', async () => {
    const [anna, boris] = [await reader('push'), await reader('line')];
    for (const person of [anna, boris]) await happen(person, 'favorite_sold', { lotId: await lotOf() });
    await deliver();
    await rows(
      `update notice_deliveries set state = 'waiting', claimed_until = now() - interval '1 second' where user_id = any($1)`,
      [[anna.id, boris.id]],
    );
    await deliver();
    const topics = service.requests.flatMap(({ headers }) => headers.topic ?? []);
    const keys = service.requests.flatMap(({ headers }) => headers['x-line-retry-key'] ?? []);
    expect([topics.length, new Set(topics).size]).toEqual([2, 1]);
    expect([keys.length, new Set(keys).size]).toEqual([2, 1]);
  });

  test('to an account that was disabled meanwhile is not sent', async () => {
    const anna = await reader('line');
    await happen(anna, 'favorite_sold', { lotId: await lotOf() });
    await rows('update users set role_id = 982 where id = $1', [anna.id]);
    await deliver();
    expect(await deliveriesOf(anna)).toMatchObject([{ state: 'dropped', reason: 'the account is disabled' }]);
  });
});
