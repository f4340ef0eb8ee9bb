import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { registerCalls } from '../../compose/app.ts';
import { searchLineIn } from '../../flows/channels/search-line.ts';
import { NO_MESSENGERS } from '../../platform/process/config.ts';
import { createLog } from '../../platform/process/log.ts';
import { type FakeTelegram, startFakeTelegram } from '../../testing/channels/fake-telegram.ts';
import { createLot } from '../../testing/fixtures/lots.ts';
import { CALL_OPTIONS } from '../../testing/http/call-options.ts';
import { createPerson, type Person, type PersonOptions } from '../../testing/http/people.ts';
import { type TestPortal, testPortal } from '../../testing/http/portal.ts';
import { findBotName, saveBotName } from '../endpoint-queries.ts';
import { startTelegramBot } from './start-bot.ts';

const TOKEN = '12345:test';
const PATIENCE = { timeout: 10_000, interval: 20 };
let portal: TestPortal;
let telegram: FakeTelegram;
let bot: { stop(): Promise<void> };
let nextChat = 7_000_000_001;

const startBot = (token = TOKEN, log = createLog('test', 'silent')) =>
  startTelegramBot({
    database: portal.database,
    account: { apiRoot: telegram.url, token },
    publicUrl: 'https://seri.example',
    searchLine: searchLineIn(portal.database.db),
    log,
  });

beforeAll(async () => {
  telegram = await startFakeTelegram(TOKEN);
  const messengers = { ...NO_MESSENGERS, telegram: { apiRoot: telegram.url, token: TOKEN } };
  portal = await testPortal((app, database) => registerCalls(app, database, { ...CALL_OPTIONS, messengers }));
  bot = startBot();
  await vi.waitFor(async () => expect(await findBotName(portal.database.db)).toBe('seri_bot'), PATIENCE);
});
afterAll(async () => {
  await bot.stop();
  await telegram.close();
  await portal.close();
});

const chatsOf = async (person: Person) =>
  (
    await portal.database.pool.query('select address, muted_until from notice_endpoints where user_id = $1', [
      person.id,
    ])
  ).rows;
async function keyOf(person: Person): Promise<string> {
  const { body } = await portal.ask(person, 'POST', '/v1/channels/link-telegram');
  return new URL(body.url).searchParams.get('start') ?? '';
}
const answered = (chat: number, words: string | RegExp) =>
  vi.waitFor(() => expect(telegram.textsTo(chat).at(-1)).toMatch(words), PATIENCE);
async function linked(options: PersonOptions = {}) {
  const person = await createPerson(portal.database.db, options);
  const chat = nextChat++;
  telegram.say(chat, `/start ${await keyOf(person)}`);
  await vi.waitFor(async () => expect(await chatsOf(person)).toHaveLength(1), PATIENCE);
  return { person, chat };
}

describe('a chat', () => {
  // @covers REACH-03
  test('is linked by a key that works once, for one account at a time', async () => {
    const anna = await createPerson(portal.database.db);
    const [first, second] = [nextChat++, nextChat++];
    telegram.say(first, '/start');
    await answered(first, /not linked/);
    telegram.say(first, '/start nonsense');
    await answered(first, /expired or was used/);
    const key = await keyOf(anna);
    telegram.say(first, `/start ${key}`);
    await answered(first, /is linked/);
    expect(await chatsOf(anna)).toMatchObject([{ address: String(first) }]);
    telegram.say(second, `/start ${key}`);
    await answered(second, /expired or was used/);
    const boris = await createPerson(portal.database.db, { language: 693 });
    telegram.say(first, `/start ${await keyOf(boris)}`);
    await answered(first, /Чат подключён/);
    expect([await chatsOf(anna), (await chatsOf(boris)).length]).toEqual([[], 1]);
  });

  // @covers REACH-03
  test('ends by a command or by blocking the bot, and can be linked again', async () => {
    const { person, chat } = await linked();
    telegram.say(chat, '/stop');
    await answered(chat, /no longer linked/);
    expect(await chatsOf(person)).toEqual([]);
    telegram.say(chat, `/start ${await keyOf(person)}`);
    await vi.waitFor(async () => expect(await chatsOf(person)).toHaveLength(1), PATIENCE);
    telegram.block(chat);
    await vi.waitFor(async () => expect(await chatsOf(person)).toEqual([]), PATIENCE);
    telegram.say(chat, `/start ${await keyOf(person)}`);
    await vi.waitFor(async () => expect(await chatsOf(person)).toHaveLength(1), PATIENCE);
  });

  test('is muted and unmuted by button and command', async () => {
    const { person, chat } = await linked();
    telegram.press(chat, 'mute');
    await vi.waitFor(async () => expect((await chatsOf(person))[0].muted_until).not.toBeNull(), PATIENCE);
    telegram.say(chat, '/unmute');
    await answered(chat, /on again/);
    expect((await chatsOf(person))[0].muted_until).toBeNull();
  });
});

describe('a search line', () => {
  // @covers REACH-03
  test('is answered with open lots that the user may see, and no bid', async () => {
    const { db } = portal.database;
    const { chat } = await linked();
    const name = { maker: 'B<I>KE&CO', model: 'FALCON *_[x]' };
    const lotId = await createLot(db, { ...name, year: 2019, auctionInMinutes: 300 });
    await createLot(db, { ...name, year: 2019, is_private: true });
    await createLot(db, { ...name, year: 2019, auctionInMinutes: 30 });
    await createLot(db, { ...name, year: 2012 });
    telegram.say(chat, 'falcon 2019');
    await answered(chat, /Found this lot/);
    const text = telegram.textsTo(chat).at(-1) ?? '';
    expect(text).toContain(
      `<a href="https://seri.example/car-auction/${lotId}">2019 B&lt;I&gt;KE&amp;CO FALCON *_[x] S</a>`,
    );
    expect(text).toContain('To bid, open the lot');
    const [{ lot_no: lotNo }] = (await portal.database.pool.query('select lot_no from lots where id = $1', [lotId]))
      .rows;
    telegram.say(chat, String(lotNo));
    await answered(chat, /FALCON/);
  });

  test.each(['%', '%_%', '\\', "'; drop table lots; --", '<b>', '﷽'.repeat(50), '🚗', '1e9', '9'.repeat(200)])(
    'like %j finds nothing and breaks nothing',
    async (line) => {
      const { chat } = await linked({ language: 693 });
      telegram.say(chat, line);
      await answered(chat, /не найдено/);
    },
  );

  test('of a chat without an account, or of a user without rights, finds nothing', async () => {
    await createLot(portal.database.db, { model: 'HIDDENMODEL' });
    const stranger = nextChat++;
    telegram.say(stranger, 'hiddenmodel', 'ru');
    await answered(stranger, /не подключён/);
    const { chat } = await linked({ permissions: { carAuctionsView: false, bikeView: false } });
    telegram.say(chat, 'hiddenmodel');
    await answered(chat, /No open lots/);
  });
});

describe('a worker', () => {
  test('with a wrong token reports it once, and removes the offer', async () => {
    await bot.stop();
    const lines: string[] = [];
    const log = { info: () => {}, warn: () => {}, error: (...parts: unknown[]) => lines.push(String(parts.at(-1))) };
    const wrong = startBot('1:wrong', log as never);
    await vi.waitFor(() => expect(lines).toHaveLength(1), PATIENCE);
    expect(lines[0]).toBe(
      'Telegram refuses TELEGRAM_BOT_TOKEN: correct it and restart the worker. Everything else works.',
    );
    expect(await findBotName(portal.database.db)).toBeNull();
    await wrong.stop();
    await saveBotName(portal.database.db, 'seri_bot');
    bot = startBot();
  });

  test('asked to wait by Telegram continues afterwards', async () => {
    telegram.moods.set('getUpdates', {
      status: 429,
      body: { ok: false, error_code: 429, description: 'Too Many Requests', parameters: { retry_after: 1 } },
    });
    const anna = await createPerson(portal.database.db);
    const chat = nextChat++;
    telegram.say(chat, `/start ${await keyOf(anna)}`);
    const asked = () => telegram.requests.filter(({ path }) => path.endsWith('/getUpdates')).length;
    const before = asked();
    await vi.waitFor(() => expect(asked()).toBeGreaterThan(before), PATIENCE);
    telegram.moods.delete('getUpdates');
    await answered(chat, /is linked/);
  });

  test('takes over the bot only when the one that had it has ended', async () => {
    const second = startBot();
    const { chat } = await linked();
    telegram.say(chat, '/help');
    await vi.waitFor(() => expect(telegram.textsTo(chat)).toHaveLength(2), PATIENCE);
    await bot.stop();
    bot = second;
    telegram.say(chat, '/help');
    await vi.waitFor(() => expect(telegram.textsTo(chat)).toHaveLength(3), PATIENCE);
  });
});
