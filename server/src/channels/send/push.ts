import webPush from 'web-push';
import { type HttpReply, postOutside } from './http-call.ts';
import { type Outcome, type Send, secondsOf } from './outcome.ts';

/** Push services keep a message this long for a device that is switched off. */
const TTL_SECONDS = 12 * 3_600;
const URGENT_TTL_SECONDS = 3_600;

/** A proof is valid for twelve hours. */
const PROOF_MS = 3_600_000;
/** Browsers name the services: strangers must not fill the memory. */
const MAX_PROOFS = 200;

export interface PushIdentity {
  /** Address of the portal, which push services may contact about problems. */
  subject: string;
  publicKey: string;
  privateKey: string;
}

/** Sends encrypted messages (RFC 8291) to push services of browsers. */
export function pushSender(identity: PushIdentity, { allowsInside = false } = {}): Send {
  const proofFor = identityProofs(identity);
  return async ({ address, pushKeys }, message, signal) => {
    if (!pushKeys) return { result: 'gone', reason: 'the browser has no keys' };
    const payload = JSON.stringify({
      title: message.title,
      body: message.lines.join('\n'),
      url: pathOf(message.url),
      tag: message.tag,
      isUrgent: message.isUrgent,
    });
    let details: ReturnType<typeof webPush.generateRequestDetails>;
    try {
      details = webPush.generateRequestDetails({ endpoint: address, keys: pushKeys }, payload, {
        headers: proofFor(new URL(address).origin),
        TTL: message.isUrgent ? URGENT_TTL_SECONDS : TTL_SECONDS,
        urgency: message.isUrgent ? 'high' : 'normal',
        contentEncoding: 'aes128gcm',
        topic: message.tag,
      });
    } catch {
      return { result: 'gone', reason: 'the keys of the browser are invalid' };
    }
    const headers = Object.fromEntries(Object.entries(details.headers).map(([name, value]) => [name, String(value)]));
    const reply = await postOutside({ url: address, headers, body: details.body ?? '', signal }, allowsInside);
    return outcomeOf(reply);
  };
}

/** Proofs of the portal's identity (RFC 8292) by push service, signed once an hour instead of for each message. */
function identityProofs({ subject, publicKey, privateKey }: PushIdentity) {
  const known = new Map<string, { proof: Record<string, string>; untilMs: number }>();
  return (origin: string): Record<string, string> => {
    const kept = known.get(origin);
    if (kept && kept.untilMs > Date.now()) return kept.proof;
    const proof = { ...webPush.getVapidHeaders(origin, subject, publicKey, privateKey, 'aes128gcm') };
    if (known.size >= MAX_PROOFS) known.clear();
    known.set(origin, { proof, untilMs: Date.now() + PROOF_MS });
    return proof;
  };
}

/** By RFC 8030 and the documented replies of the push services. */
function outcomeOf({ status, retryAfter }: HttpReply): Outcome {
  if (status >= 200 && status < 300) return { result: 'sent' };
  const reason = `the push service answered ${status}`;
  if (status === 404 || status === 410) return { result: 'gone', reason: 'the browser has ended the subscription' };
  // Another key than the one of the subscription, or a redirect, which is never followed.
  if (status === 401 || status === 403 || (status >= 300 && status < 400)) return { result: 'gone', reason };
  if (status === 413 || status === 400) return { result: 'refused', reason };
  return { result: 'retry', reason, afterSeconds: secondsOf(retryAfter) };
}

/** Payloads carry no origin, so that a notice opens only pages of the portal. */
const pathOf = (url: string): string => url.replace(/^https?:\/\/[^/]+/, '') || '/';
