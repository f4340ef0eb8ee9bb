import { ROLE } from '@seri/contract/auth/permissions.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { registerCalls } from '../compose/app.ts';
import { NO_MESSENGERS } from '../platform/process/config.ts';
import { pushBrowser } from '../testing/channels/push-browser.ts';
import { CALL_OPTIONS } from '../testing/http/call-options.ts';
import { createPerson, type Person, signIn } from '../testing/http/people.ts';
import { type TestPortal, testPortal } from '../testing/http/portal.ts';
import { saveBotName } from './endpoint-queries.ts';

const VIEW = '/v1/channels/view';
const SAVE = '/v1/channels/save';
const SUBSCRIBE = '/v1/channels/subscribe-push';
const account = { apiRoot: 'http://127.0.0.1:9', token: 'token' };
let portal: TestPortal;
let anna: Person;
let boris: Person;

beforeAll(async () => {
  const messengers = { ...NO_MESSENGERS, telegram: account, whatsapp: { ...account, phoneId: '1', template: 't' } };
  portal = await testPortal((app, database) => registerCalls(app, database, { ...CALL_OPTIONS, messengers }));
  anna = await createPerson(portal.database.db);
  boris = await createPerson(portal.database.db);
});
afterAll(() => portal.close());

const ask = (person: Person | null, method: 'GET' | 'POST' | 'PUT', url: string, body?: object) =>
  portal.ask(person, method, url, body);
const view = async (person: Person) => (await ask(person, 'GET', VIEW)).body;
const settings = {
  choices: { closing_soon: { push: 'off', mail: 'digest' } },
  quiet: { from: '23:00', to: '07:00' },
  ...{ timeZone: 'Africa/Nairobi', urgentBreaksQuiet: true, digestAt: '09:30', showsDetails: true },
};
const subscription = (path = 'a') => ({ endpoint: `https://push.example.com/${path}`, ...pushBrowser().keys });
const rows = async (text: string, values: unknown[] = []) => (await portal.database.pool.query(text, values)).rows;

describe('choices', () => {
  // @covers REACH-04, NOTIF-06
  test('are only for signed-in users, validated, saved, and their own', async () => {
    expect((await ask(null, 'GET', VIEW)).status).toBe(401);
    expect((await ask(null, 'PUT', SAVE, settings)).status).toBe(401);
    for (const wrong of [
      { quiet: { from: '25:00', to: '07:00' } },
      { timeZone: 'Mars/Olympus' },
      { timeZone: "'; drop table users" },
      { choices: { nothing: { push: 'off' } } },
      { choices: { bid_won: { mail: 'digest' } } },
      { choices: { deposit_booked: { mail: 'off' } } },
      { digestAt: '8:00' },
    ])
      expect(await ask(anna, 'PUT', SAVE, { ...settings, ...wrong }), JSON.stringify(wrong)).toMatchObject({
        status: 422,
      });
    expect(await view(anna)).toMatchObject({ isSaved: false, settings: { quiet: null, showsDetails: false } });
    expect((await ask(anna, 'PUT', SAVE, settings)).status).toBe(200);
    expect(await view(anna)).toMatchObject({ isSaved: true, settings });
    expect(await view(boris)).toMatchObject({ isSaved: false });
  });

  test('show clients and managers the events that they can receive, and what the portal offers', async () => {
    const maria = await createPerson(portal.database.db, { roleId: ROLE.manager });
    expect((await view(maria)).kinds).toContain('urgent_bid');
    expect((await view(anna)).kinds).not.toContain('urgent_bid');
    await saveBotName(portal.database.db, null);
    expect((await view(anna)).offered).toEqual(['mail', 'push', 'whatsapp']);
    await saveBotName(portal.database.db, 'seri_bot');
    expect((await view(anna)).offered).toEqual(['mail', 'push', 'telegram', 'whatsapp']);
  });
});

describe('a browser', () => {
  // @covers REACH-02
  test.each([
    'http://push.example.com/a',
    'https://127.0.0.1/a',
    'https://[::1]/a',
    'https://10.0.0.7/a',
    'https://192.168.1.1/a',
    'https://169.254.169.254/latest',
    'https://[::ffff:10.0.0.1]/a',
    'https://2130706433/a',
    'https://0x7f.1/a',
    'https://localhost/a',
    'https://db.internal/a',
    'https://push.example.com:5432/a',
    'https://user:password@push.example.com/a',
    'https://127.0.0.1.nip.io/a',
    'ftp://push.example.com/a',
    'javascript:alert(1)',
    'nonsense',
    '',
  ])('with the push endpoint %j is refused', async (endpoint) => {
    expect(await ask(anna, 'POST', SUBSCRIBE, { ...subscription(), endpoint })).toMatchObject({
      status: 422,
      body: { messageCode: 'Channel.Address' },
    });
  });

  test('with a key that is no point of the curve is refused', async () => {
    const { auth, endpoint } = subscription();
    for (const p256dh of ['A'.repeat(87), `${'A'.repeat(86)}!`, ''])
      expect((await ask(anna, 'POST', SUBSCRIBE, { endpoint, auth, p256dh })).status).toBe(422);
  });

  // @covers REACH-02
  test('is listed once, moves to the account that subscribes in it, and ends with its session', async () => {
    const { db } = portal.database;
    const vera = await createPerson(db);
    const other = { ...vera, cookie: await signIn(db, vera.id) };
    const mine = subscription('mine');
    expect((await ask(null, 'POST', SUBSCRIBE, mine)).status).toBe(401);
    for (const _ of [1, 2]) expect((await ask(vera, 'POST', SUBSCRIBE, mine)).status).toBe(200);
    expect((await ask(other, 'POST', SUBSCRIBE, subscription('second'))).status).toBe(200);
    expect((await view(vera)).endpoints).toMatchObject([{ isOwn: true, channel: 'push' }, { isOwn: false }]);
    expect((await ask(boris, 'POST', SUBSCRIBE, mine)).status).toBe(200);
    expect((await view(vera)).endpoints).toMatchObject([{ isOwn: false }]);
    await rows('update sessions set ended_at = now() where user_id = $1', [vera.id]);
    expect(await rows('select id from notice_endpoints where user_id = $1', [vera.id])).toEqual([]);
  });

  test('is removed by its owner only, and there is a limit', async () => {
    const { db } = portal.database;
    const [vera, oleg] = [await createPerson(db), await createPerson(db)];
    await ask(vera, 'POST', SUBSCRIBE, subscription('v'));
    const [{ id }] = (await view(vera)).endpoints;
    expect((await ask(oleg, 'POST', '/v1/channels/remove', { id })).status).toBe(404);
    expect((await ask(vera, 'POST', '/v1/channels/remove', { id })).status).toBe(200);
    expect((await view(vera)).endpoints).toEqual([]);
    await rows(
      `insert into notice_endpoints (user_id, channel, address, confirmed_at)
       select $1, 'max', 'n' || n, now() from generate_series(1, 20) n`,
      [vera.id],
    );
    expect(await ask(vera, 'POST', SUBSCRIBE, subscription('v'))).toMatchObject({
      status: 409,
      body: { messageCode: 'Channel.Limit' },
    });
  });
});

describe('a messenger', () => {
  const add = (person: Person | null, channel: string, address: string) =>
    ask(person, 'POST', '/v1/channels/add-messenger', { channel, address });
  const confirm = (person: Person, code: string) =>
    ask(person, 'POST', '/v1/channels/confirm-messenger', { channel: 'whatsapp', code });
  const codeTo = async (person: Person) =>
    (await rows('select code from notice_deliveries where user_id = $1 order by id desc limit 1', [person.id]))[0].code;

  test('is linked by Telegram with a one-time link, if a bot is configured and reached', async () => {
    expect((await ask(null, 'POST', '/v1/channels/link-telegram')).status).toBe(401);
    await saveBotName(portal.database.db, null);
    expect((await ask(anna, 'POST', '/v1/channels/link-telegram')).body.messageCode).toBe('Channel.NotOffered');
    await saveBotName(portal.database.db, 'seri_bot');
    const { body } = await ask(anna, 'POST', '/v1/channels/link-telegram');
    expect(body.url).toMatch(/^https:\/\/t\.me\/seri_bot\?start=[\w-]{32}$/);
  });

  // @covers REACH-04
  test('that the user types is confirmed with the code that was sent there', async () => {
    const [vera, oleg] = [await createPerson(portal.database.db), await createPerson(portal.database.db)];
    expect((await add(null, 'whatsapp', '+79140001122')).status).toBe(401);
    expect((await add(vera, 'line', 'U1')).body.messageCode).toBe('Channel.NotOffered');
    expect((await add(vera, 'whatsapp', 'abc')).body.messageCode).toBe('Channel.Address');
    expect((await add(vera, 'whatsapp', '+7 914 000-11-22')).status).toBe(200);
    const code = await codeTo(vera);
    expect((await view(vera)).endpoints).toMatchObject([{ label: '79140001122', isConfirmed: false }]);
    const wrong = code === '000000' ? '000001' : '000000';
    expect((await confirm(vera, wrong)).body.messageCode).toBe('Channel.Code');
    expect((await confirm(oleg, code)).body.messageCode).toBe('Channel.Code');
    expect((await confirm(vera, code)).status).toBe(200);
    expect((await confirm(vera, code)).body.messageCode).toBe('Channel.Code');
    expect((await view(vera)).endpoints).toMatchObject([{ isConfirmed: true }]);
  });

  test('allows five wrong codes, and five codes a day', async () => {
    const vera = await createPerson(portal.database.db);
    await add(vera, 'whatsapp', '+79140001123');
    const code = await codeTo(vera);
    const wrong = code === '000000' ? '000001' : '000000';
    for (let attempt = 0; attempt < 5; attempt++) expect((await confirm(vera, wrong)).status).toBe(422);
    expect((await confirm(vera, code)).status).toBe(422);
    for (let request = 0; request < 4; request++)
      expect((await add(vera, 'whatsapp', '+79140001123')).status).toBe(200);
    expect((await add(vera, 'whatsapp', '+79140001123')).body.messageCode).toBe('TooManyTries');
  });
});

describe('what reached a client', () => {
  // @covers REACH-04
  test('is shown to managers only', async () => {
    const { db } = portal.database;
    const maria = await createPerson(db, { roleId: ROLE.manager });
    const url = `/v1/channels/deliveries?userId=${anna.id}`;
    expect((await ask(null, 'GET', url)).status).toBe(401);
    expect((await ask(anna, 'GET', url)).status).toBe(403);
    expect((await ask(maria, 'GET', '/v1/channels/deliveries?userId=x')).status).toBe(400);
    expect((await ask(maria, 'GET', `/v1/channels/deliveries?userId=${maria.id}`)).status).toBe(404);
    await rows(
      `insert into mails (kind, user_id, data, dropped_at, drop_reason) values ('bid_won', $1, '{}', now(), 'address refused: x')`,
      [anna.id],
    );
    expect((await ask(maria, 'GET', url)).body.deliveries).toMatchObject([
      { channel: 'mail', kind: 'bid_won', state: 'dropped', reason: 'address refused: x' },
    ]);
  });
});
