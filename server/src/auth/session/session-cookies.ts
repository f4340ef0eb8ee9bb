import type { FastifyReply, FastifyRequest } from 'fastify';
import { type CookieNames, readCookie, setCookie } from '../../platform/http/cookies.ts';
import type { LoginBrowser } from './open-session.ts';
import type { Tokens } from './tokens.ts';

const FULL_LIFE = { access: 30 * 60, refresh: 30 * 24 * 60 * 60 };

const DEVICE_SECONDS = 365 * 24 * 60 * 60;

/**
 * Sets access and refresh cookie; `seconds` is the remaining life of each, by default that of a new session. After a
 * log-in it also sets the cookie that identifies the browser.
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

/** Returns the data about the browser that a log-in needs. */
export const loginBrowserOf = (request: FastifyRequest, cookies: CookieNames): LoginBrowser => ({
  address: request.ip,
  userAgent: request.headers['user-agent'] ?? '',
  oldTokens: presentedTokens(request, cookies),
  device: readCookie(request, cookies.device),
});

/** Clears the cookie of the pending log-in, which has its session now. */
export function clearPending(reply: FastifyReply, cookies: CookieNames): void {
  reply.clearCookie(cookies.pending, { path: '/', httpOnly: true, sameSite: 'lax', secure: cookies.secure });
}
