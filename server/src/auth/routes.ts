import { login } from '@seri/contract/auth/routes.ts';
import { logout, refreshSession as refreshCall } from '@seri/contract/auth/session-routes.ts';
import type { FastifyInstance } from 'fastify';
import { ApiError } from '../platform/calls/errors.ts';
import type { Database } from '../platform/db/db.ts';
import { type CookieNames, clearCookies, readCookie, setCookie } from '../platform/http/cookies.ts';
import { registerRoute } from '../platform/http/register-route.ts';
import type { Recaptcha } from './account/human-check.ts';
import { ownAccountRoutes } from './account/own-account-routes.ts';
import { publicAuthRoutes } from './public-auth-routes.ts';
import { endSessionsOf } from './queries.ts';
import { passkeyRoutes } from './second-factor/passkey-routes.ts';
import { PENDING_SECONDS } from './second-factor/second-factor-queries.ts';
import { secondFactorRoutes } from './second-factor/second-factor-routes.ts';
import { refreshSession } from './session/refresh-session.ts';
import { loginBrowserOf, presentedTokens, sendTokens } from './session/session-cookies.ts';
import { signIn } from './sign-in.ts';

export interface AuthOptions {
  cookies: CookieNames;
  secretKey: string;
  /** Null or absent: sign-up fails while the company requires reCAPTCHA. */
  recaptcha?: Recaptcha | null;
  /** The origin of passkeys; without it they work on localhost only. */
  publicUrl?: string | undefined;
}

/** Log-in, refresh and log-out; tokens are in cookies only, never in a body (business-rules.md#tokens-in-cookies). */
export function authRoutes(
  app: FastifyInstance,
  { db }: Database,
  { cookies, secretKey, recaptcha = null, publicUrl }: AuthOptions,
): void {
  registerRoute(app, login, async ({ body, request, reply }) => {
    const signedIn = await signIn(db, { ...body, ...loginBrowserOf(request, cookies) }, request.log);
    if ('pending' in signedIn) {
      setCookie(reply, cookies, cookies.pending, signedIn.pending, PENDING_SECONDS);
      return { success: true as const, secondFactor: true as const };
    }
    request.log.info({ event: 'signed_in', userId: signedIn.userId, address: request.ip }, 'signed in');
    sendTokens(reply, cookies, signedIn.tokens);
    return { success: true as const };
  });

  registerRoute(app, refreshCall, async ({ request, reply }) => {
    const token = readCookie(request, cookies.refresh);
    const refreshed = token ? await refreshSession(db, { token, secretKey }) : { outcome: 'lost' as const };
    if (refreshed.outcome === 'refreshed') {
      sendTokens(reply, cookies, refreshed.tokens, refreshed.seconds);
      return { success: true as const };
    }
    if (refreshed.outcome === 'reused')
      request.log.warn({ event: 'refresh_reused', userId: refreshed.userId, address: request.ip }, 'session ended');
    // Another tab may have logged in meanwhile: a request without cookies must not delete the new ones.
    if (presentedTokens(request, cookies).length > 0) clearCookies(reply, cookies);
    throw new ApiError('Auth.SignedOut');
  });

  registerRoute(app, logout, async ({ request, reply }) => {
    const [userId] = await endSessionsOf(db, presentedTokens(request, cookies), 'logout');
    if (userId) request.log.info({ event: 'signed_out', userId }, 'signed out');
    clearCookies(reply, cookies);
    return { success: true as const };
  });

  secondFactorRoutes(app, { db }, { cookies, secretKey });
  passkeyRoutes(app, { db }, { cookies, secretKey, publicUrl });
  publicAuthRoutes(app, { db }, { secretKey, recaptcha });
  ownAccountRoutes(app, { db });
}
