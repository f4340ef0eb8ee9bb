import { createHmac } from 'node:crypto';

/** Headers of a call to an external program: it checks `sha256=HMAC(secret, timestamp.body)` and detects repeats by the key. */
export function signedHeaders(secret: string, body: string, key: string): Record<string, string> {
  const timestamp = String(Math.floor(Date.now() / 1_000));
  const signature = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');
  return {
    'content-type': 'application/json',
    'x-seri-timestamp': timestamp,
    'x-seri-signature': `sha256=${signature}`,
    'idempotency-key': key,
  };
}
