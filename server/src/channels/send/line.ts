import { createHash } from 'node:crypto';
import { jsonOf, postConfigured } from './http-call.ts';
import { type Send, secondsOf } from './outcome.ts';

export interface LineAccount {
  /** Such as https://api.line.me. */
  apiRoot: string;
  token: string;
}

/** Sends by the LINE Messaging API. A repeat carries the same key, so LINE delivers it once. */
export const lineSender =
  ({ apiRoot, token }: LineAccount): Send =>
  async ({ address }, { title, lines, url, tag }, signal) => {
    const reply = await postConfigured({
      url: `${apiRoot}/v2/bot/message/push`,
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'x-line-retry-key': uuidOf(`${address} ${tag}`),
      },
      body: JSON.stringify({
        to: address,
        messages: [{ type: 'text', text: [title, ...lines, url].join('\n').slice(0, 5_000) }],
      }),
      signal,
    });
    const { status } = reply;
    // 409: a request with this key was accepted before.
    if (status === 200 || status === 409) return { result: 'sent' };
    const { message } = jsonOf<{ message: string }>(reply);
    const reason = `LINE answered ${status}${message ? `: ${message.slice(0, 120)}` : ''}`;
    const afterSeconds = secondsOf(reply.retryAfter);
    if (status === 429) return { result: 'retry', reason, afterSeconds: afterSeconds ?? 60, everyone: true };
    if (status >= 500) return { result: 'retry', reason, afterSeconds };
    if (status === 401) return { result: 'retry', reason, afterSeconds: 300, everyone: true };
    if (status === 403 || status === 404 || status === 410) return { result: 'gone', reason };
    return { result: 'refused', reason };
  };

/** A UUID that is the same for the same text. */
function uuidOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
