import type { FastifyReply, FastifyRequest } from 'fastify';
import { type CookieNames, readCookie, setCookie } from '../../platform/http/cookies.ts';
import type { Arrival } from './open-session.ts';
import type { Tokens } from './tokens.ts';

const FULL_LIFE = { access: 30 * 60, refresh: 30 * 24 * 60 * 60 };

const DEVICE_SECONDS = 365 * 24 * 60 * 60;

/**
 * Access and refresh cookie; `seconds` each of them has left, a new session's when not given. After a log-in also what
 * the browser is recognised by the next time.
 */
export function sendTokens(
  reply: FastifyReply,
  cookies: CookieNames,
  tokens: Tokens & { device?: string },
  seconds = FULL_LIFE,
): void {
  setCookie(reply, cookies, cookies.access, tokens.access, seconds.access);
  setCookie(reply, cookies, cookies.refresh, tokens.refresh, seconds.refresh);
  if (tokens.device) setCookie(reply, cookies, cookies.device, tokens.device, DEVICE_SECONDS);
}

export const presentedTokens = (request: FastifyRequest, cookies: CookieNames): string[] =>
  [readCookie(request, cookies.access), readCookie(request, cookies.refresh)].filter((token) => token !== undefined);

/** What a log-in needs to know of the browser it comes from. */
export const arrivalOf = (request: FastifyRequest, cookies: CookieNames): Arrival => ({
  address: request.ip,
  userAgent: request.headers['user-agent'] ?? '',
  oldTokens: presentedTokens(request, cookies),
  device: readCookie(request, cookies.device),
});

/** The log-in has its session now. */
export function clearPending(reply: FastifyReply, cookies: CookieNames): void {
  reply.clearCookie(cookies.pending, { path: '/', httpOnly: true, sameSite: 'lax', secure: cookies.secure });
}
