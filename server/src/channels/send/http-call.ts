import { request as httpRequest } from 'node:http';
import { request as httpsRequest, Agent as SecureAgent } from 'node:https';
import { addressIn, isOutside, isOutsideName, lookupOutside } from '../../platform/outside-address.ts';

const TIMEOUT_MS = 10_000;
const MAX_REPLY_BYTES = 64 * 1024;

export interface HttpCall {
  url: string;
  headers: Record<string, string>;
  body: string | Buffer;
  signal: AbortSignal;
}

export interface HttpReply {
  status: number;
  retryAfter: string | undefined;
  body: string;
}

/** True for an address that a stranger may name: https, the usual port, and a host on the internet. */
export function isPublicAddress(url: string): boolean {
  const parsed = URL.parse(url);
  if (parsed?.protocol !== 'https:' || parsed.port || parsed.username || parsed.password || parsed.hash) return false;
  const address = addressIn(parsed.hostname);
  return address === null ? isOutsideName(parsed.hostname) : isOutside(address);
}

// Names are checked when a connection is made, so a kept connection is one that was checked.
const outside = new SecureAgent({ keepAlive: true, maxSockets: 64, maxFreeSockets: 8, lookup: lookupOutside() });

/**
 * Sends a POST to an address that a stranger named: never inside the network, whatever a name resolves to, and never
 * through a redirect. `allowsInside` is for tests, which have their servers on this machine; no setting sets it.
 */
export function postOutside(call: HttpCall, allowsInside = false): Promise<HttpReply> {
  if (allowsInside) return post(call, {});
  if (!isPublicAddress(call.url)) return Promise.reject(new Error('the address is not allowed'));
  return post(call, { agent: outside });
}

/** Sends a POST to an address that the operator configured. */
export const postConfigured = (call: HttpCall): Promise<HttpReply> => post(call, {});

function post({ url, headers, body, signal }: HttpCall, options: object): Promise<HttpReply> {
  const request = url.startsWith('https:') ? httpsRequest : httpRequest;
  return new Promise((resolve, reject) => {
    const call = request(
      url,
      {
        method: 'POST',
        headers: { ...headers, 'content-length': Buffer.byteLength(body) },
        signal,
        ...options,
      },
      (response) => {
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (chunk: string) => {
          text += chunk;
          if (text.length > MAX_REPLY_BYTES) response.destroy(new Error('the reply is too long'));
        });
        response.on('error', reject);
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, retryAfter: response.headers['retry-after'], body: text }),
        );
      },
    );
    // A signal combined with each call's own timeout would keep all of them until the worker ends.
    const timer = setTimeout(() => call.destroy(new DOMException('no answer in time', 'TimeoutError')), TIMEOUT_MS);
    call.on('close', () => clearTimeout(timer));
    call.on('error', reject);
    call.end(body);
  });
}

/** JSON of a reply; an empty object for other texts. */
export function jsonOf<T extends object>({ body }: HttpReply): Partial<T> {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === 'object' && value !== null ? (value as Partial<T>) : {};
  } catch {
    return {};
  }
}
