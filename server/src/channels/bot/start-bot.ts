import { setTimeout as wait } from 'node:timers/promises';
import { LANGUAGE } from '@seri/contract/users/routes.ts';
import { Api, Bot, type Context, GrammyError, InlineKeyboard } from 'grammy';
import type { Database, Db } from '../../platform/db/db.ts';
import { openDedicatedConnection } from '../../platform/db/dedicated-connection.ts';
import type { Log } from '../../platform/process/log.ts';
import { addEndpoint, findChatOwner, muteEndpoint, removeChat, saveBotName, takeLink } from '../endpoint-queries.ts';
import { linkKeyHash } from '../link-key.ts';
import { escapeHtml, type TelegramAccount } from '../send/telegram.ts';
import { BOT_TEXTS, type BotTexts } from './bot-texts.ts';

/** A lot in an answer of the bot. */
export interface FoundLine {
  title: string;
  /** Facts in one line, in the language of the reader. */
  note: string;
  /** Path of the lot's page. */
  path: string;
}

/** Finds open lots for a line that a user typed, by the permissions of that user. */
export type SearchLine = (
  text: string,
  reader: { userId: number; language: number | null },
) => Promise<{ lots: FoundLine[]; listPath: string }>;

interface BotOptions {
  database: Pick<Database, 'db' | 'pool'>;
  /** Null: no bot is configured. */
  account: TelegramAccount | null;
  publicUrl: string;
  searchLine?: SearchLine | undefined;
  log: Pick<Log, 'info' | 'warn' | 'error'>;
}

/** Only one worker receives updates: Telegram refuses a second one. */
const BOT_LOCK = 7_274_037;
const POLL_SECONDS = 25;
const RETRY_MS = 5_000;
const MAX_TEXT_LENGTH = 200;

/**
 * Receives messages to the bot by long polling, so that no public address is needed. One worker at a time does; when it
 * ends, another one takes over. A wrong token is reported in one sentence, and everything else works.
 */
export function startTelegramBot(options: BotOptions): { stop(): Promise<void> } {
  const { account, database, log } = options;
  if (!account) return { stop: async () => {} };
  let polling: { stop(): Promise<void> } | null = null;
  let isHolder = false;
  const connection = openDedicatedConnection({
    name: 'the lock of the Telegram bot',
    pool: database.pool,
    log,
    hold: async (runQuery, _client, isNew) => {
      // A lock ends with its connection.
      if (isNew) isHolder = false;
      const { rows } = (await runQuery('select $1::boolean or pg_try_advisory_lock($2::bigint) as taken', [
        isHolder,
        BOT_LOCK,
      ])) as { rows: { taken: boolean }[] };
      if (isHolder || !rows[0]?.taken) return;
      isHolder = true;
      await polling?.stop();
      polling = poll(options, account);
    },
  });
  return {
    stop: async () => {
      await polling?.stop();
      await connection.stop();
    },
  };
}

function poll(options: BotOptions, account: TelegramAccount): { stop(): Promise<void> } {
  const { database, log } = options;
  const stopping = new AbortController();
  const ended = (async () => {
    while (!stopping.signal.aborted) {
      try {
        await receive(options, account, stopping.signal);
      } catch (error) {
        if (stopping.signal.aborted) return;
        if (error instanceof GrammyError && (error.error_code === 401 || error.error_code === 404)) {
          await saveBotName(database.db, null).catch(() => {});
          log.error('Telegram refuses TELEGRAM_BOT_TOKEN: correct it and restart the worker. Everything else works.');
          return;
        }
        const seconds = error instanceof GrammyError ? error.parameters.retry_after : undefined;
        log.warn({ reason: nameOf(error) }, 'Telegram cannot be reached and will be asked again');
        await wait(seconds === undefined ? RETRY_MS : seconds * 1_000, undefined, { signal: stopping.signal }).catch(
          () => {},
        );
      }
    }
  })();
  return {
    stop: () => {
      stopping.abort();
      return ended;
    },
  };
}

/** An error without addresses: they contain the token. */
const nameOf = (error: unknown): string =>
  error instanceof GrammyError ? `${error.error_code}: ${error.description}` : (error as Error).name;

async function receive(options: BotOptions, { apiRoot, token }: TelegramAccount, signal: AbortSignal): Promise<void> {
  const { database, log } = options;
  const api = new Api(token, { apiRoot, timeoutSeconds: POLL_SECONDS + 10 });
  const me = await api.getMe(signal as never);
  await saveBotName(database.db, me.username);
  const bot = new Bot(token, { botInfo: me, client: { apiRoot, timeoutSeconds: 10 } });
  addHandlers(bot, options);
  log.info({ bot: me.username }, 'the Telegram bot receives messages');
  let offset = 0;
  try {
    while (!signal.aborted) {
      const updates = await api.getUpdates(
        { offset, timeout: POLL_SECONDS, allowed_updates: ['message', 'callback_query', 'my_chat_member'] },
        signal as never,
      );
      for (const update of updates) {
        // An update whose answer failed is not repeated: it might fail for ever.
        offset = update.update_id + 1;
        await bot.handleUpdate(update).catch((error: unknown) => {
          const cause = (error as { error?: unknown }).error ?? error;
          log.warn({ reason: nameOf(cause) }, 'a message to the bot was not answered');
        });
      }
    }
  } finally {
    // Each request confirms the updates of the one before; the next worker must not answer the last ones again.
    if (signal.aborted && offset > 0) await api.getUpdates({ offset, timeout: 0, limit: 1 }).catch(() => {});
  }
}

function addHandlers(bot: Bot, { database: { db }, publicUrl, searchLine, log }: BotOptions): void {
  const own = bot.chatType('private');
  own.command('start', async (context) => {
    const texts = textsOf(context);
    const key = context.match.trim();
    const owner = await findChatOwner(db, 'telegram', String(context.chat.id));
    if (!key) return void (await context.reply(owner ? textsFor(owner.language).help : texts.notLinked));
    const isLinked = await link(db, key, context);
    const linked = await findChatOwner(db, 'telegram', String(context.chat.id));
    await context.reply(isLinked ? textsFor(linked?.language ?? null).linked : texts.linkInvalid);
  });
  own.command(['stop', 'unlink'], async (context) => {
    const owner = await findChatOwner(db, 'telegram', String(context.chat.id));
    await removeChat(db, 'telegram', String(context.chat.id));
    await context.reply(owner ? textsFor(owner.language).stopped : textsOf(context).notLinked);
  });
  own.command(['mute', 'unmute'], async (context) => {
    const owner = await findChatOwner(db, 'telegram', String(context.chat.id));
    if (!owner) return void (await context.reply(textsOf(context).notLinked));
    const isMuted = context.message.text.startsWith('/mute');
    await muteEndpoint(db, owner.endpointId, isMuted);
    await context.reply(isMuted ? textsFor(owner.language).muted : textsFor(owner.language).unmuted);
  });
  own.command('help', async (context) => {
    const owner = await findChatOwner(db, 'telegram', String(context.chat.id));
    await context.reply(owner ? textsFor(owner.language).help : textsOf(context).notLinked);
  });
  bot.callbackQuery(['mute', 'unmute'], async (context) => {
    const owner = await findChatOwner(db, 'telegram', String(context.chat?.id ?? ''));
    if (!owner) return void (await context.answerCallbackQuery({ text: textsOf(context).notLinked }));
    const texts = textsFor(owner.language);
    const isMuted = context.callbackQuery.data === 'mute';
    await muteEndpoint(db, owner.endpointId, isMuted);
    await context.answerCallbackQuery({ text: isMuted ? texts.muted : texts.unmuted });
    const row = context.callbackQuery.message?.reply_markup?.inline_keyboard[0] ?? [];
    const kept = row.filter((button) => 'url' in button);
    const keyboard = InlineKeyboard.from([
      [...kept, InlineKeyboard.text(isMuted ? texts.unmute : texts.mute, isMuted ? 'unmute' : 'mute')],
    ]);
    await context.editMessageReplyMarkup({ reply_markup: keyboard }).catch(() => {});
  });
  // Blocked: nothing is sent there any more. The user links the chat again after unblocking.
  own.on('my_chat_member', async (context) => {
    if (['kicked', 'left'].includes(context.myChatMember.new_chat_member.status))
      await removeChat(db, 'telegram', String(context.chat.id));
  });
  own.on('message:text', async (context) => {
    const owner = await findChatOwner(db, 'telegram', String(context.chat.id));
    if (!owner) return void (await context.reply(textsOf(context).notLinked));
    const texts = textsFor(owner.language);
    const line = context.message.text.slice(0, MAX_TEXT_LENGTH);
    if (!searchLine || line.startsWith('/')) return void (await context.reply(texts.help));
    const found = await searchLine(line, owner).catch((error: unknown) => {
      log.error({ err: error }, 'a search of the bot failed');
      return null;
    });
    if (!found) return void (await context.reply(texts.failed));
    await context.reply(answerOf(found, texts, publicUrl), {
      parse_mode: 'HTML',
      link_preview_options: { is_disabled: true },
    });
  });
}

function answerOf({ lots, listPath }: Awaited<ReturnType<SearchLine>>, texts: BotTexts, publicUrl: string): string {
  if (lots.length === 0) return escapeHtml(texts.nothingFound);
  const link = (path: string, text: string) =>
    `<a href="${escapeHtml(publicUrl + path).replaceAll('"', '&quot;')}">${escapeHtml(text)}</a>`;
  return [
    texts.found(lots.length),
    ...lots.map(({ title, note, path }) => `• ${link(path, title)}\n${escapeHtml(note)}`),
    `${link(listPath, texts.all)}. ${texts.cannotBid}`,
  ].join('\n\n');
}

async function link(db: Db, key: string, { chat, from }: Context): Promise<boolean> {
  if (!chat) return false;
  return db.transaction().execute(async (tx) => {
    const userId = await takeLink(tx, 'telegram', linkKeyHash(key));
    if (userId === undefined) return false;
    const label = from?.username ? `@${from.username}` : (from?.first_name ?? '');
    return addEndpoint(tx, { userId, channel: 'telegram', address: String(chat.id), label: label.slice(0, 100) });
  });
}

const textsFor = (language: number | null): BotTexts => BOT_TEXTS[language === LANGUAGE.ru ? 'ru' : 'en'];
/** For a chat without an account: the language of its Telegram app. */
const textsOf = ({ from }: Context): BotTexts => BOT_TEXTS[from?.language_code?.startsWith('ru') ? 'ru' : 'en'];
