import type { FastifyRequest } from 'fastify';
import { invalidRequest, unkeptText } from '../invalid.ts';

/** No route has this address, so that it is answered 404 like any other unknown one. */
const UNREADABLE = '/v1/unreadable';
const NOWHERE = 'http://seri.invalid';

/**
 * The one place that decides whether an address can be read: the address itself if it can, otherwise one that no route
 * has. Percent codes that are no UTF-8, zero bytes, backslashes and an empty first part (`//other.example`, which is the
 * address of another site to a browser) cannot be read; neither can `https://other.example/` in place of a path.
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

/** Path and query of a request that has come through `readableAddress`; never throws. */
export const partsOf = (url: string): { pathname: string; search: string } =>
  URL.canParse(url, NOWHERE) ? new URL(url, NOWHERE) : { pathname: '/', search: '' };

const HOST = /^[\w.-]+(?::\d{1,5})?$|^\[[\da-f:.]+\](?::\d{1,5})?$/i;

/**
 * Refuses with 400 what no route can work with: a zero byte or half a surrogate pair in query or path, which PostgreSQL
 * cannot keep, and a Host header that is no host name.
 */
export function refuseUnreadable(request: FastifyRequest): void {
  const { host } = request.headers;
  if (host && !HOST.test(host)) throw invalidRequest([]);
  const unkept = unkeptText(request.query) ?? unkeptText(request.params);
  if (unkept) throw invalidRequest([unkept]);
}
