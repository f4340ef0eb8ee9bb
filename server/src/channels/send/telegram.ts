import { Api, GrammyError, InlineKeyboard, InputFile } from 'grammy';
import type { Message, Outcome, Send } from './outcome.ts';

export interface TelegramAccount {
  /** https://api.telegram.org, or a Bot API server of the operator. */
  apiRoot: string;
  token: string;
}

const TIMEOUT_SECONDS = 10;
const MAX_CAPTION = 1_024;

/** Sends by the Telegram Bot API; texts are escaped, so that no character of a car's name becomes markup. */
export function telegramSender({ apiRoot, token }: TelegramAccount): Send {
  const api = new Api(token, { apiRoot, timeoutSeconds: TIMEOUT_SECONDS });
  return async ({ address }, message, signal) => {
    const text = htmlOf(message);
    const options = { parse_mode: 'HTML', reply_markup: buttonsOf(message), disable_notification: false } as const;
    try {
      if (message.photo && text.length <= MAX_CAPTION)
        await api.sendPhoto(
          address,
          new InputFile(message.photo, 'lot.jpg'),
          { caption: text, ...options },
          signal as never,
        );
      else
        await api.sendMessage(
          address,
          text.slice(0, 4_000),
          { ...options, link_preview_options: { is_disabled: true } },
          signal as never,
        );
      return { result: 'sent' };
    } catch (error) {
      if (error instanceof GrammyError) return outcomeOf(error);
      throw error;
    }
  };
}

const htmlOf = ({ title, lines }: Message): string =>
  [`<b>${escapeHtml(title.slice(0, 200))}</b>`, ...lines.map((line) => escapeHtml(line.slice(0, 500)))].join('\n');

export const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Telegram refuses buttons that lead to this machine or a bare host, so a portal without an address has none. */
function buttonsOf({ url, open, mute }: Message): InlineKeyboard {
  const keyboard = new InlineKeyboard();
  if (/^https?:\/\/[^/]+\.[^/]+/.test(url)) keyboard.url(open, url);
  return keyboard.text(mute, 'mute');
}

function outcomeOf({ error_code: status, description, parameters }: GrammyError): Outcome {
  const reason = `Telegram answered ${status}: ${description.slice(0, 150)}`;
  if (status === 429) return { result: 'retry', reason, afterSeconds: parameters.retry_after ?? 5, everyone: true };
  if (status >= 500) return { result: 'retry', reason };
  // The operator can replace a token; a conflict is a second poller and does not concern sending.
  if (status === 401 || status === 404) return { result: 'retry', reason, afterSeconds: 300, everyone: true };
  // Blocked, deleted, or a chat that never existed.
  if (status === 403 || status === 410 || /chat not found|user is deactivated|PEER_ID_INVALID/i.test(description))
    return { result: 'gone', reason };
  return { result: 'refused', reason };
}
