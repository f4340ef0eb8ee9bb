import { hash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

export interface CookieNames {
  access: string;
  refresh: string;
  /** Between the right password and the second factor. */
  pending: string;
  /** Tells a browser this account has used before from a new one. */
  device: string;
  /** Of a browser that typed the code of this share. */
  share: (shareId: string) => string;
  secure: boolean;
}

/** Behind https the browser guards names with `__Host-`; over http all ports share cookies, so the port is in the name (business-rules.md#tokens-in-cookies). */
export const cookieNames = (publicUrl: string | undefined, port: number): CookieNames =>
  publicUrl?.startsWith('https:')
    ? named((what) => `__Host-seri_${what}`, true)
    : named((what) => `seri_${what}_${port}`, false);

const named = (name: (what: string) => string, secure: boolean): CookieNames => ({
  access: name('access'),
  refresh: name('refresh'),
  pending: name('pending'),
  device: name('device'),
  // A cookie's name takes no sign that an id has not.
  share: (shareId) => name(`share_${shareId.replace(/[^a-z0-9]/g, '')}`),
  secure,
});

/** Tokens are 256 random bits, so a plain hash at rest is enough. */
export const tokenHash = (token: string): Buffer => hash('sha256', token, 'buffer');

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
