import { ROLE } from '@seri/contract/auth/permissions.ts';
import { MAX_MESSAGE_LENGTH } from '@seri/contract/chat/routes.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { bidRoutes } from '../bids/routes.ts';
import { settleWin } from '../flows/auctions/settle-win.ts';
import { type BidFixture, bidFixture } from '../testing/bidding/bid-fixture.ts';
import { createLot } from '../testing/fixtures/lots.ts';
import { createPerson, type Person } from '../testing/http/people.ts';
import { chatRoutes } from './routes.ts';

let fixture: BidFixture;
let dealer: Person;
/** Client of `dealer`, with Russian as language. */
let ivan: Person;
let otherDealer: Person;
let trainee: Person;
let bid: number;

beforeAll(async () => {
  fixture = await bidFixture((app, database) => {
    bidRoutes(app, database, { settleWin });
    chatRoutes(app, database);
  });
  const { db } = fixture;
  dealer = await createPerson(db, { roleId: ROLE.dealer, fullName: 'Dora Kim' });
  otherDealer = await createPerson(db, { roleId: ROLE.dealer, fullName: 'Omar Diaz' });
  trainee = await createPerson(db, { roleId: ROLE.manager, permissions: { bidManagementEnabled: false } });
  ivan = await createPerson(db, {
    fullName: 'Ivan Sokolov',
    language: 693,
    dealerId: dealer.id,
    creditLimitYen: -1,
    permissions: { creditLimitCheck: false },
  });
});
afterAll(() => fixture.close());
beforeEach(async () => {
  bid = await fixture.placed(ivan, await createLot(fixture.db), 400_000);
});

const open = (person: Person | null, bidId: unknown = bid) => fixture.ask(person, 'GET', `/v1/bid/chat?bidId=${bidId}`);
const write = (person: Person | null, comment: unknown, headers: object = {}, bidId: unknown = bid) =>
  fixture.ask(person, 'POST', '/v1/bid/save-chat', { bidId, comment }, headers);
const read = (person: Person | null, more: object = {}) =>
  fixture.ask(person, 'PUT', '/v1/bid/update-chat-status', { bidId: bid, ...more });
const templates = (person: Person | null) => fixture.ask(person, 'GET', `/v1/bid/chat-templates?bidId=${bid}`);
const textsFor = async (person: Person) => (await open(person)).body.chat.map(({ text }: { text: string }) => text);
const strangers = () => [fixture.anna, otherDealer];

describe('access to a chat', () => {
  // @covers CHAT-11
  test('is refused for signed-out users and managers without bid management, and the chat is not found by others', async () => {
    await write(fixture.maria, 'Good morning');
    expect((await open(null)).status).toBe(401);
    expect((await open(trainee)).status).toBe(403);
    for (const stranger of strangers()) {
      const answer = await open(stranger);
      expect({ ...answer.body, requestId: '' }).toEqual({ ...(await open(stranger, 999_999)).body, requestId: '' });
      expect(answer.status).toBe(404);
    }
    expect((await open(ivan, 'first')).status).toBe(400);
  });

  // @covers CHAT-01, CHAT-08
  test("shows the client the company's label, managers the names, and both the subject", async () => {
    await write(ivan, 'Is the roof rusty?');
    await write(fixture.maria, 'No.');
    const his = (await open(ivan)).body;
    expect(his.chat).toMatchObject([
      { text: 'Is the roof rusty?', isOwn: true, isStaff: false, name: 'Ivan Sokolov' },
      { text: 'No.', isOwn: false, isStaff: true, name: 'Менеджер' },
    ]);
    expect(JSON.stringify(his)).not.toContain('Maria');
    expect(his).toMatchObject({
      canWrite: true,
      bid: { auctionName: 'USS Tokyo', chassis: 'ZVW50-1234567', user: null },
    });
    const hers = (await open(fixture.maria)).body;
    expect(hers.chat.map(({ name, isOwn }: { name: string; isOwn: boolean }) => [name, isOwn])).toEqual([
      ['Ivan Sokolov', false],
      ['Maria Sato', true],
    ]);
    expect(hers.bid.user).toEqual({ name: 'Ivan Sokolov', clientId: `C-${String(ivan.id).padStart(4, '0')}` });
  });

  // @covers CHAT-08
  test("is read-only for the client's dealer, without a manager's name and without unread messages", async () => {
    await write(fixture.maria, 'Good morning');
    const { body } = await open(dealer);
    expect(body).toMatchObject({ canWrite: false, isRead: true, chat: [{ name: 'Manager', isOwn: false }] });
    expect(body.bid.user.name).toBe('Ivan Sokolov');
    expect((await write(dealer, 'Me, too')).status).toBe(404);
    expect((await read(dealer)).status).toBe(404);
    expect((await open(ivan)).body.isRead).toBe(false);
    await fixture.db.updateTable('users').set({ role_id: ROLE.client }).where('id', '=', dealer.id).execute();
    expect((await open(dealer)).status).toBe(404);
    await fixture.db.updateTable('users').set({ role_id: ROLE.dealer }).where('id', '=', dealer.id).execute();
  });
});

describe('a message', () => {
  // @covers CHAT-11
  test('cannot be written by others', async () => {
    expect((await write(null, 'Hello')).status).toBe(401);
    expect((await write(trainee, 'Hello')).status).toBe(403);
    for (const stranger of strangers()) expect((await write(stranger, 'Hello')).status).toBe(404);
    expect(await textsFor(ivan)).toEqual([]);
  });

  // @covers CHAT-11
  test.each([
    ['nothing', '', 'Field.Required'],
    ['spaces alone', ' \n\t ', 'Field.Required'],
    ['a number', 7, 'Field.Invalid'],
    ['more than a message holds', 'x'.repeat(MAX_MESSAGE_LENGTH + 1), 'Field.Invalid'],
    ['a zero byte', 'a\0b', 'Field.Invalid'],
  ])('is not %s', async (_, comment, code) => {
    expect(await write(ivan, comment)).toMatchObject({ status: 422, body: { errors: { comment: [code] } } });
  });

  // @covers API-08, CHAT-03
  test('is trimmed, otherwise stored as typed, and returned with its id and time', async () => {
    const answer = await write(ivan, '  <b>Look</b>: https://example.com/?a=1&b=2\nand 軽自動車 🚗  ');
    expect(answer).toMatchObject({ status: 200, body: { success: true } });
    const [message] = (await open(ivan)).body.chat;
    expect(message).toMatchObject({ id: answer.body.id, time: answer.body.time });
    expect(message.text).toBe('<b>Look</b>: https://example.com/?a=1&b=2\nand 軽自動車 🚗');
    expect((await write(ivan, 'x'.repeat(MAX_MESSAGE_LENGTH))).status).toBe(200);
  });

  // @covers CHAT-04
  test('is stored once per key; another text under the key is refused', async () => {
    const key = { 'idempotency-key': 'roof' };
    const answers = [await write(ivan, 'Is the roof rusty?', key), await write(ivan, 'Is the roof rusty?', key)];
    expect(answers[0]?.body).toEqual(answers[1]?.body);
    expect((await write(ivan, 'And the floor?', key)).status).toBe(422);
    expect(await textsFor(ivan)).toEqual(['Is the roof rusty?']);
  });

  // @covers CHAT-03
  test('is never lost among twenty concurrent ones, in the order of ids and times', async () => {
    const wanted = Array.from({ length: 20 }, (_, index) => `${index}`);
    await Promise.all(wanted.map((text, index) => write(index % 2 ? ivan : fixture.maria, text)));
    const { chat } = (await open(ivan)).body as { chat: { id: number; time: string; text: string }[] };
    expect(chat.map(({ text }) => text).sort()).toEqual(wanted.sort());
    expect(chat).toEqual(chat.toSorted((a, b) => a.id - b.id));
    expect(chat.map(({ time }) => time)).toEqual(chat.map(({ time }) => time).toSorted());
  });

  // @covers CHAT-11
  test('is never changed or deleted', async () => {
    await write(ivan, 'Is the roof rusty?');
    await expect(fixture.db.updateTable('chat_messages').set({ text: 'No' }).execute()).rejects.toThrow('append only');
    await expect(fixture.db.deleteFrom('chat_messages').execute()).rejects.toThrow('append only');
  });
});

describe('read marks', () => {
  const rowOf = async (person: Person, path: string) =>
    (await fixture.ask(person, 'GET', `/v1/bid/${path}`)).body.cars.find((row: { bidId: number }) => row.bidId === bid);
  const state = async (person: Person, path: string) => {
    const { isRead, unreadMessages, message } = await rowOf(person, path);
    return { isRead, unreadMessages, message };
  };

  // @covers CHAT-02
  test('cannot be set by others', async () => {
    expect((await read(null)).status).toBe(401);
    expect((await read(trainee)).status).toBe(403);
    for (const stranger of strangers()) expect((await read(stranger)).status).toBe(404);
    expect((await read(ivan, { messageId: 0 })).status).toBe(422);
  });

  // @covers CHAT-02, NOTIF-03
  test('count for each side the unread messages of the other', async () => {
    expect(await state(ivan, 'my-bid')).toEqual({ isRead: true, unreadMessages: 0, message: null });
    await write(ivan, 'Is the roof rusty?');
    await write(ivan, 'And the floor?');
    expect(await state(ivan, 'my-bid')).toEqual({ isRead: true, unreadMessages: 0, message: 'And the floor?' });
    expect(await state(fixture.maria, 'index')).toMatchObject({ isRead: false, unreadMessages: 2 });
    await read(fixture.maria);
    expect(await state(fixture.maria, 'index')).toMatchObject({ isRead: true, unreadMessages: 0 });
    await write(fixture.maria, 'Neither.');
    expect(await state(ivan, 'my-bid')).toEqual({ isRead: false, unreadMessages: 1, message: 'Neither.' });
    expect((await open(ivan)).body.isRead).toBe(false);
    expect((await open(fixture.maria)).body.isRead).toBe(true);
  });

  // @covers CHAT-02
  test('move up to the given message, never back, and never past the newest', async () => {
    const first = (await write(ivan, 'One')).body.id;
    await write(ivan, 'Two');
    await read(fixture.maria, { messageId: first });
    expect(await state(fixture.maria, 'index')).toMatchObject({ unreadMessages: 1 });
    await read(fixture.maria, { messageId: Number.MAX_SAFE_INTEGER });
    await read(fixture.maria, { messageId: first });
    expect(await state(fixture.maria, 'index')).toMatchObject({ unreadMessages: 0 });
    await write(ivan, 'Three');
    expect(await state(fixture.maria, 'index')).toMatchObject({ unreadMessages: 1 });
  });
});

describe('the client’s mail', () => {
  const mails = async () =>
    (
      await fixture.db
        .selectFrom('mails')
        .select(['user_id', 'data'])
        .where('kind', '=', 'chat_message')
        .where(sql<boolean>`data ->> 'bidId' = ${String(bid)}`)
        .orderBy('id')
        .execute()
    ).map(({ user_id, data }) => ({ userId: user_id, messageId: (data as { messageId: number }).messageId }));

  // @covers NOTIF-04
  test("is sent once for several messages of a manager, after a delay, and not for the client's own messages", async () => {
    await write(ivan, 'Is the roof rusty?');
    expect(await mails()).toEqual([]);
    const { id } = (await write(fixture.maria, 'No.')).body;
    await write(fixture.maria, 'Nor is the floor.');
    expect(await mails()).toEqual([{ userId: ivan.id, messageId: id }]);
    const waits = await sql<{ waits: boolean }>`
      select j.run_at > clock_timestamp() as waits from mails m join graphile_worker.jobs j on j.key = 'mail:' || m.id
      where m.dedupe_key = ${`chat:${id}`}`.execute(fixture.db);
    expect(waits.rows).toEqual([{ waits: true }]);
  });

  // @covers NOTIF-04
  test('is sent again for later messages', async () => {
    const first = (await write(fixture.maria, 'No.')).body.id;
    await sql`update chats set mail_due_at = clock_timestamp() - interval '1 day' where bid_id = ${bid}`.execute(
      fixture.db,
    );
    const second = (await write(fixture.maria, 'Nor is the floor.')).body.id;
    expect((await mails()).map(({ messageId }) => messageId)).toEqual([first, second]);
  });
});

describe('message templates', () => {
  // @covers CHAT-10
  test('are available to bid managers', async () => {
    expect((await templates(null)).status).toBe(401);
    expect((await templates(ivan)).status).toBe(403);
    expect((await templates(trainee)).status).toBe(403);
    expect((await fixture.ask(fixture.maria, 'GET', '/v1/bid/chat-templates?bidId=999999')).status).toBe(404);
  });

  // @covers CHAT-10
  test("are shown in the manager's language and written in the client's; the company may have its own", async () => {
    const { body } = await templates(fixture.maria);
    expect(body[0].label).toContain('inspect this car');
    expect(body[0].text).toContain('осмотреть автомобиль');
    await sql`insert into company_settings values ('chatTemplates', '[{"en":"Call us","ru":"Позвоните нам"}]')`.execute(
      fixture.db,
    );
    expect((await templates(fixture.maria)).body).toEqual([{ label: 'Call us', text: 'Позвоните нам' }]);
    await sql`delete from company_settings where key = 'chatTemplates'`.execute(fixture.db);
  });

  const listed = (person: Person | null) => fixture.ask(person, 'GET', '/v1/bid/list-chat-templates');
  const keep = (person: Person | null, items: unknown, version: unknown) =>
    fixture.ask(person, 'POST', '/v1/bid/save-chat-templates', { items, version });
  const words = (en: string) => ({ en, ru: `${en} по-русски` });

  test('can be changed only by bid managers, complete in both languages', async () => {
    const { version } = (await listed(fixture.maria)).body;
    for (const [person, status] of [
      [null, 401],
      [ivan, 403],
      [trainee, 403],
    ] as const) {
      expect((await listed(person)).status).toBe(status);
      expect((await keep(person, [words('Hello')], version)).status).toBe(status);
    }
    for (const items of [
      [{ en: 'Hello', ru: ' ' }],
      [{ en: 'Hello' }],
      [{ en: 'x'.repeat(501), ru: 'x' }],
      Array.from({ length: 31 }, () => words('Hello')),
      'Hello',
    ])
      expect((await keep(fixture.maria, items, version)).status).toBe(422);
    expect((await listed(fixture.maria)).body).toMatchObject({ isBuiltIn: true, version });
  });

  test('are saved as a whole unless they changed meanwhile; a repeat changes nothing; null restores the built-in ones', async () => {
    const before = (await listed(fixture.maria)).body;
    const mine = [...before.items, words(' Call us ')];
    expect((await keep(fixture.maria, mine, before.version)).body).toEqual({ success: true });
    expect((await keep(fixture.maria, mine, before.version)).status).toBe(200);
    expect((await templates(fixture.maria)).body.at(-1)).toEqual({ label: 'Call us', text: 'Call us  по-русски' });
    const late = await keep(fixture.maria, [words('Me, too')], before.version);
    expect([late.status, late.body.messageCode]).toEqual([409, 'Chat.TemplatesChanged']);
    const now = (await listed(fixture.maria)).body;
    expect([now.isBuiltIn, now.items.length]).toEqual([false, before.items.length + 1]);
    const answers = await Promise.all(['A', 'B', 'C'].map((name) => keep(fixture.maria, [words(name)], now.version)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const last = (await listed(fixture.maria)).body;
    expect((await keep(fixture.maria, null, last.version)).status).toBe(200);
    expect((await listed(fixture.maria)).body).toEqual(before);
  });
});
