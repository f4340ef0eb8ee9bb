import type { FastifyRequest } from 'fastify';
import { invalidRequest, unstorableText } from '../invalid.ts';

/** No route has this address, so it gets the 404 of any unknown address. */
const UNREADABLE = '/v1/unreadable';
const NOWHERE = 'http://seri.invalid';

/**
 * Returns the address when it is readable, otherwise one that no route has. Unreadable are percent codes that are not
 * UTF-8, zero bytes, backslashes, an empty first segment (`//other.example`, which a browser takes for another site)
 * and an absolute URL in place of a path.
 */
export function readableAddress(url: string): string {
  const [path = ''] = url.split('?', 1);
  try {
    const plain = decodeURIComponent(path);
    const isReadable = /^\/(?![/\\])/.test(plain) && !/[\0\\]/.test(plain) && plain.isWellFormed();
    return isReadable ? url : UNREADABLE;
  } catch {
    return UNREADABLE;
  }
}

/** Returns path and query of a request that passed `readableAddress`; never throws. */
export const partsOf = (url: string): { pathname: string; search: string } =>
  URL.canParse(url, NOWHERE) ? new URL(url, NOWHERE) : { pathname: '/', search: '' };

const HOST = /^[\w.-]+(?::\d{1,5})?$|^\[[\da-f:.]+\](?::\d{1,5})?$/i;

/**
 * Throws 400 for input that no route can handle: a zero byte or half a surrogate pair in query or path, which
 * PostgreSQL cannot store, and an invalid Host header.
 */
export function refuseUnreadable(request: FastifyRequest): void {
  const { host } = request.headers;
  if (host && !HOST.test(host)) throw invalidRequest([]);
  const unkept = unstorableText(request.query) ?? unstorableText(request.params);
  if (unkept) throw invalidRequest([unkept]);
}
