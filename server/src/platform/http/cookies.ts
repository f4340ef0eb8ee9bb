import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

export interface CookieNames {
  access: string;
  refresh: string;
  secure: boolean;
}

/** Behind https the browser itself guards the names by `__Host-`; on plain http ports share a jar, so the port is in the name (decisions 13). */
export const cookieNames = (publicUrl: string | undefined, port: number): CookieNames =>
  publicUrl?.startsWith('https:')
    ? { access: '__Host-seri_access', refresh: '__Host-seri_refresh', secure: true }
    : { access: `seri_access_${port}`, refresh: `seri_refresh_${port}`, secure: false };

/** Tokens are 256 random bits, so a plain hash at rest is enough. */
export const tokenHash = (token: string): Buffer => createHash('sha256').update(token).digest();

export const readCookie = (request: FastifyRequest, name: string): string | undefined => request.cookies[name];

export function setCookie(reply: FastifyReply, names: CookieNames, name: string, value: string, maxAgeSeconds: number) {
  reply.setCookie(name, value, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: names.secure,
    maxAge: maxAgeSeconds,
  });
}

export function clearCookies(reply: FastifyReply, names: CookieNames) {
  for (const name of [names.access, names.refresh])
    reply.clearCookie(name, { path: '/', httpOnly: true, sameSite: 'lax', secure: names.secure });
}
