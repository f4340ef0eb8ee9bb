import { jsonOf, postConfigured } from './http-call.ts';
import { type Send, secondsOf } from './outcome.ts';

export interface MaxAccount {
  /** Such as https://platform-api.max.ru. */
  apiRoot: string;
  token: string;
}

/** Sends by the bot API of MAX. */
export const maxSender =
  ({ apiRoot, token }: MaxAccount): Send =>
  async ({ address }, { title, lines, url, open }, signal) => {
    const reply = await postConfigured({
      url: `${apiRoot}/messages?user_id=${encodeURIComponent(address)}`,
      headers: { authorization: token, 'content-type': 'application/json' },
      body: JSON.stringify({
        text: [title, ...lines].join('\n').slice(0, 4_000),
        attachments: [{ type: 'inline_keyboard', payload: { buttons: [[{ type: 'link', text: open, url }]] } }],
      }),
      signal,
    });
    const { status } = reply;
    if (status === 200) return { result: 'sent' };
    const { code } = jsonOf<{ code: string; message: string }>(reply);
    const reason = `MAX answered ${status}${code ? ` (${code.slice(0, 60)})` : ''}`;
    const afterSeconds = secondsOf(reply.retryAfter);
    if (status === 429) return { result: 'retry', reason, afterSeconds: afterSeconds ?? 1, everyone: true };
    if (status >= 500) return { result: 'retry', reason, afterSeconds };
    if (status === 401) return { result: 'retry', reason, afterSeconds: 300, everyone: true };
    if (status === 403 || status === 404 || status === 410) return { result: 'gone', reason };
    return { result: 'refused', reason };
  };
