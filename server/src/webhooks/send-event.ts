import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { signedHeaders } from '../platform/calls/sign-call.ts';
import { addressIn, isOutside, isOutsideName, lookupOutside } from '../platform/outside-address.ts';

const TIMEOUT_MS = 10_000;

export interface Call {
  url: string;
  secret: string;
  eventId: string;
  body: string;
}

/** Whether calls may go to this address: http, this machine and private networks only if the operator allows them. */
export function isAllowed(url: string, allowsPrivate: boolean): boolean {
  const parsed = URL.parse(url);
  if (!parsed || parsed.username || parsed.password || parsed.hash) return false;
  if (allowsPrivate) return parsed.protocol === 'https:' || parsed.protocol === 'http:';
  if (parsed.protocol !== 'https:') return false;
  const address = addressIn(parsed.hostname);
  return address === null ? isOutsideName(parsed.hostname) : isOutside(address);
}

/** Sends one signed call. Rejects unless the reply is 2xx. Follows no redirect and does not read the body of the reply. */
export function sendEvent({ url, secret, eventId, body }: Call, allowsPrivate: boolean): Promise<void> {
  if (!isAllowed(url, allowsPrivate)) return Promise.reject(new Error('the address is not allowed'));
  const request = url.startsWith('https:') ? httpsRequest : httpRequest;
  return new Promise((resolve, reject) => {
    const call = request(
      url,
      {
        method: 'POST',
        headers: { ...signedHeaders(secret, body, eventId), 'content-length': Buffer.byteLength(body) },
        // A reused connection would skip the lookup, which checks the address.
        agent: false,
        signal: AbortSignal.timeout(TIMEOUT_MS),
        ...(allowsPrivate ? {} : { lookup: lookupOutside() }),
      },
      (response) => {
        const status = response.statusCode ?? 0;
        response.destroy();
        if (status >= 200 && status < 300) resolve();
        else reject(new Error(`answered ${status}`));
      },
    );
    call.on('error', reject);
    call.end(body);
  });
}
