import { jsonOf, postConfigured } from './http-call.ts';
import { type Outcome, type Send, secondsOf } from './outcome.ts';

export interface WhatsAppAccount {
  /** Such as https://graph.facebook.com/v23.0. */
  apiRoot: string;
  token: string;
  /** Id of the sender's number. */
  phoneId: string;
  /**
   * Approved template with two body parameters, title and text. Messages that a business begins need one, as the free
   * text of a conversation is allowed only within 24 hours after the user wrote.
   */
  template: string;
}

interface Failure {
  error: { code: number; message: string };
}

/** Codes of the Cloud API: undeliverable, not on WhatsApp, blocked by the user or not allowed to be written to. */
const GONE = [131_026, 131_030, 131_049, 131_050];
const BUSY = [4, 80_007, 130_429, 131_016, 131_048, 131_056, 133_016];

/** Sends by the WhatsApp Cloud API. */
export const whatsAppSender =
  ({ apiRoot, token, phoneId, template }: WhatsAppAccount): Send =>
  async ({ address }, { title, lines, url }, signal) => {
    const parameters = [title, [...lines, url].join(' · ')].map((text) => ({ type: 'text', text: oneParagraph(text) }));
    const reply = await postConfigured({
      url: `${apiRoot}/${phoneId}/messages`,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        messaging_product: 'whatsapp',
        to: address,
        type: 'template',
        template: { name: template, language: { code: 'en' }, components: [{ type: 'body', parameters }] },
      }),
      signal,
    });
    if (reply.status === 200) return { result: 'sent' };
    const { error } = jsonOf<Failure>(reply);
    return outcomeOf(reply.status, error?.code, secondsOf(reply.retryAfter));
  };

function outcomeOf(status: number, code: number | undefined, afterSeconds: number | undefined): Outcome {
  const reason = `WhatsApp answered ${status}${code === undefined ? '' : ` (${code})`}`;
  if (code !== undefined && GONE.includes(code)) return { result: 'gone', reason };
  // 131056 is the limit of one pair of numbers; the others concern the whole account.
  if (status === 429 || (code !== undefined && BUSY.includes(code)))
    return { result: 'retry', reason, afterSeconds: afterSeconds ?? 60, everyone: code !== 131_056 };
  if (status >= 500) return { result: 'retry', reason, afterSeconds };
  // A token that expired: the operator can replace it, and nothing is lost meanwhile.
  if (status === 401 || code === 190) return { result: 'retry', reason, afterSeconds: 300, everyone: true };
  if (status === 410 || status === 403) return { result: 'gone', reason };
  return { result: 'refused', reason };
}

/** Parameters of a template may contain no line breaks, tabs or more than four spaces in a row. */
const oneParagraph = (text: string): string => text.replaceAll(/\s+/g, ' ').slice(0, 1_000);
