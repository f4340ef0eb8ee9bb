import type { FastifyRequest } from 'fastify';
import { Refused } from '../refusals.ts';

const STATE_CHANGING_GETS = ['/v1/auth/update', '/v1/auth/reset-password'];

/** Cookies ride along with what other sites send, so what changes state must come from our own pages (decisions D7.1). */
export function refuseCrossSite(request: FastifyRequest, publicUrl: string | undefined): void {
  const path = request.url.split('?')[0] ?? '';
  const changes = request.method !== 'GET' && request.method !== 'HEAD';
  if (!changes && !STATE_CHANGING_GETS.includes(path)) return;
  const site = request.headers['sec-fetch-site'];
  if (site === 'cross-site' || site === 'same-site') throw new Refused('Request.CrossSite');
  const origin = request.headers.origin;
  if (origin === undefined) return;
  const own = publicUrl ? new URL(publicUrl).host : request.headers.host;
  if (!URL.canParse(origin) || new URL(origin).host !== own) throw new Refused('Request.CrossSite');
}
