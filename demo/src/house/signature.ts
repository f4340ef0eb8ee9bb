import { createHmac, timingSafeEqual } from 'node:crypto';

const OLDEST_MS = 5 * 60_000;

interface Signed {
  secret: string;
  /** Seconds since 1970, as sent. */
  timestamp: string;
  body: string;
  signature: string;
}

/** Whether the signature is `sha256=<hex HMAC(secret, timestamp.body)>` and the timestamp within five minutes. */
export function isSigned({ secret, timestamp, body, signature }: Signed, nowMs: number): boolean {
  if (!/^\d{1,12}$/.test(timestamp) || Math.abs(nowMs - Number(timestamp) * 1_000) > OLDEST_MS) return false;
  const expected = Buffer.from(`sha256=${createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')}`);
  const received = Buffer.from(signature);
  return received.length === expected.length && timingSafeEqual(received, expected);
}
