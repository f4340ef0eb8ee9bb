import { setTimeout as wait } from 'node:timers/promises';
import { type FakeReply, type FakeRequest, type FakeService, jsonOf, startFakeService } from './fake-messengers.ts';

/** A Bot API server on this machine: hands out updates by long polling and records what the bot sends. */
export interface FakeTelegram extends FakeService {
  /** Replaces the reply to calls of one method until it is deleted. */
  moods: Map<string, FakeReply>;
  /** Sends a text of this chat to the bot. */
  say(chatId: number, text: string, language?: string): void;
  press(chatId: number, data: string): void;
  block(chatId: number): void;
  /** Texts that the bot sent to this chat. */
  textsTo(chatId: number): string[];
}

export async function startFakeTelegram(token: string): Promise<FakeTelegram> {
  let updates: { update_id: number }[] = [];
  let nextId = 1;
  const moods = new Map<string, FakeReply>();
  const ok = (result: unknown): FakeReply => ({ status: 200, body: { ok: true, result } });
  const service = await startFakeService((request) => replyTo(request));
  const isOur = (path: string) => path.startsWith(`/bot${token}/`);
  async function replyTo(request: FakeRequest): Promise<FakeReply> {
    const method = request.path.split('/').at(-1) ?? '';
    if (!isOur(request.path)) return { status: 401, body: { ok: false, error_code: 401, description: 'Unauthorized' } };
    const mood = moods.get(method);
    if (mood) return mood;
    if (method === 'getMe') return ok({ id: 1, is_bot: true, first_name: 'Seri', username: 'seri_bot' });
    if (method === 'getUpdates') {
      const { offset = 0, timeout = 0 } = jsonOf(request);
      const isNew = ({ update_id }: { update_id: number }) => update_id >= offset;
      updates = updates.filter(isNew);
      for (let waits = 0; waits < (timeout > 0 ? 10 : 0) && !updates.some(isNew); waits++) await wait(20);
      return ok(updates.filter(isNew));
    }
    return ok({ message_id: nextId++ });
  }
  const add = (update: object) => {
    updates.push({ update_id: nextId++, ...update });
  };
  const chatOf = (id: number) => ({ id, type: 'private', first_name: 'Anna' });
  const personOf = (id: number, language = 'en') => ({
    ...{ id, is_bot: false, first_name: 'Anna', username: `anna${id}`, language_code: language },
  });
  return Object.assign(service, {
    moods,
    say: (chatId: number, text: string, language?: string) => {
      const entities = text.startsWith('/')
        ? [{ type: 'bot_command', offset: 0, length: text.split(' ')[0]?.length ?? 0 }]
        : [];
      const message = { message_id: nextId++, date: 1, chat: chatOf(chatId), from: personOf(chatId, language) };
      add({ message: { ...message, text, entities } });
    },
    press: (chatId: number, data: string) => {
      const keyboard = [
        [
          { text: 'Open', url: 'https://seri.example/1' },
          { text: 'Mute', callback_data: 'mute' },
        ],
      ];
      const message = {
        message_id: nextId++,
        date: 1,
        chat: chatOf(chatId),
        reply_markup: { inline_keyboard: keyboard },
      };
      add({ callback_query: { id: String(nextId++), from: personOf(chatId), message, chat_instance: '1', data } });
    },
    block: (chatId: number) => {
      const member = (status: string) => ({ status, user: personOf(1) });
      const change = { old_chat_member: member('member'), new_chat_member: member('kicked') };
      add({ my_chat_member: { chat: chatOf(chatId), from: personOf(chatId), date: 1, ...change } });
    },
    textsTo: (chatId: number) =>
      service.requests
        .filter(({ path }) => path.endsWith('/sendMessage'))
        .map(jsonOf)
        .filter(({ chat_id }) => Number(chat_id) === chatId)
        .map(({ text }) => text as string),
  });
}
