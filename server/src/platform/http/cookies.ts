import { hash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

export interface CookieNames {
  access: string;
  refresh: string;
  /** Valid between the right password and the second factor. */
  pending: string;
  /** Marks a browser that this account has used. */
  device: string;
  /** Marks a browser in which the code of this share was entered. */
  share: (shareId: string) => string;
  secure: boolean;
}

/**
 * Returns the cookie names. Behind https they begin with `__Host-`, which browsers protect; over http all ports share
 * cookies, so the name contains the port (business-rules.md#tokens-in-cookies).
 */
export const cookieNames = (publicUrl: string | undefined, port: number): CookieNames =>
  publicUrl?.startsWith('https:')
    ? namesWith((what) => `__Host-seri_${what}`, true)
    : namesWith((what) => `seri_${what}_${port}`, false);

const namesWith = (name: (what: string) => string, secure: boolean): CookieNames => ({
  access: name('access'),
  refresh: name('refresh'),
  pending: name('pending'),
  device: name('device'),
  // Cookie names allow fewer characters than ids.
  share: (shareId) => name(`share_${shareId.replace(/[^a-z0-9]/g, '')}`),
  secure,
});

/** Tokens are 256 random bits, so a plain hash at rest is enough. */
export const tokenHash = (token: string): Buffer => hash('sha256', token, 'buffer');

/** Returns the value of a cookie; undefined when the request lacks it. */
export const readCookie = (request: FastifyRequest, name: string): string | undefined => request.cookies[name];

/** Sets a cookie that scripts cannot read. */
export function setCookie(reply: FastifyReply, names: CookieNames, name: string, value: string, maxAgeSeconds: number) {
  reply.setCookie(name, value, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: names.secure,
    maxAge: maxAgeSeconds,
  });
}

/** Deletes the access and refresh cookies. */
export function clearCookies(reply: FastifyReply, names: CookieNames) {
  for (const name of [names.access, names.refresh])
    reply.clearCookie(name, { path: '/', httpOnly: true, sameSite: 'lax', secure: names.secure });
}
