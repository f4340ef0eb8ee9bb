import { login, logout, refreshSession as refreshCall } from '@seri/contract/auth/routes.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Database } from '../platform/db.ts';
import { type CookieNames, clearCookies, readCookie, setCookie } from '../platform/http/cookies.ts';
import { serve } from '../platform/http/serve.ts';
import { Refused } from '../platform/refusals.ts';
import { endSessionsOf } from './queries.ts';
import { refreshSession } from './refresh-session.ts';
import { signIn } from './sign-in.ts';
import type { Tokens } from './tokens.ts';

const ACCESS_SECONDS = 30 * 60;
const REFRESH_SECONDS = 30 * 24 * 60 * 60;

/** Log-in, refresh and log-out; tokens travel in cookies only, never in a body (decisions D7.2). */
export function authRoutes(
  app: FastifyInstance,
  { db }: Database,
  { cookies, secretKey }: { cookies: CookieNames; secretKey: string },
): void {
  serve(app, login, async ({ body, request, reply }) => {
    const { userId, tokens } = await signIn(db, {
      ...body,
      address: request.ip,
      userAgent: request.headers['user-agent'] ?? '',
      oldTokens: presentedTokens(request, cookies),
    });
    request.log.info({ event: 'signed_in', userId, address: request.ip }, 'signed in');
    sendTokens(reply, cookies, tokens, { access: ACCESS_SECONDS, refresh: REFRESH_SECONDS });
    return { success: true as const };
  });

  serve(app, refreshCall, async ({ request, reply }) => {
    const token = readCookie(request, cookies.refresh);
    const refreshed = token ? await refreshSession(db, { token, secretKey }) : { outcome: 'lost' as const };
    if (refreshed.outcome === 'refreshed') {
      sendTokens(reply, cookies, refreshed.tokens, refreshed.seconds);
      return { success: true as const };
    }
    if (refreshed.outcome === 'reused')
      request.log.warn({ event: 'refresh_reused', userId: refreshed.userId, address: request.ip }, 'session ended');
    clearCookies(reply, cookies);
    throw new Refused('Auth.SignedOut');
  });

  serve(app, logout, async ({ request, reply }) => {
    const [userId] = await endSessionsOf(db, presentedTokens(request, cookies), 'logout');
    if (userId) request.log.info({ event: 'signed_out', userId }, 'signed out');
    clearCookies(reply, cookies);
    return { success: true as const };
  });
}

const presentedTokens = (request: FastifyRequest, cookies: CookieNames): string[] =>
  [readCookie(request, cookies.access), readCookie(request, cookies.refresh)].filter((token) => token !== undefined);

function sendTokens(
  reply: FastifyReply,
  cookies: CookieNames,
  tokens: Tokens,
  seconds: { access: number; refresh: number },
) {
  setCookie(reply, cookies, cookies.access, tokens.access, seconds.access);
  setCookie(reply, cookies, cookies.refresh, tokens.refresh, seconds.refresh);
}
