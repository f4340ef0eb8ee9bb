import type { FastifyRequest } from 'fastify';
import { Refused } from '../refusals.ts';

/** As the specification has them; the last four make a link when they are first asked for one. */
const STATE_CHANGING_GETS = [
  '/v1/auth/update',
  '/v1/auth/reset-password',
  '/v1/auction/password',
  '/v1/stock/password',
  '/v1/stats/password',
  '/v1/share/password',
];

/**
 * Cookies ride along with what other sites send, so what changes state must come from our own pages (decisions D7.1).
 * Judged by the route that will answer: an address can be spelled in many ways.
 */
export function refuseCrossSite(request: FastifyRequest, publicUrl: string | undefined): void {
  const changes = request.method !== 'GET' && request.method !== 'HEAD';
  if (!changes && !STATE_CHANGING_GETS.includes(request.routeOptions.url ?? '')) return;
  const site = request.headers['sec-fetch-site'];
  if (site === 'cross-site' || site === 'same-site') throw new Refused('Request.CrossSite');
  const { origin } = request.headers;
  if (origin !== undefined && !isOwn(origin, request.headers.host, publicUrl)) throw new Refused('Request.CrossSite');
}

/** Without a public address the scheme is not known: there may be a proxy in front. */
function isOwn(origin: string, host: string | undefined, publicUrl: string | undefined): boolean {
  if (!URL.canParse(origin)) return false;
  return publicUrl ? new URL(origin).origin === new URL(publicUrl).origin : new URL(origin).host === host;
}
