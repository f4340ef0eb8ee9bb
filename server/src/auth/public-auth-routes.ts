import {
  checkResetLink,
  puzzle,
  requestPasswordReset,
  resendVerification,
  resetByLink,
  resetPassword,
  signUp,
  verifyEmail,
} from '@seri/contract/auth/routes.ts';
import { LANGUAGE } from '@seri/contract/users/routes.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Database } from '../platform/db/db.ts';
import { registerRoute } from '../platform/http/register-route.ts';
import { ensureHuman, type Recaptcha } from './account/human-check.ts';
import { newPuzzle } from './account/puzzle.ts';
import { requestAccount } from './account/request-account.ts';
import { insertAccountRequest } from './account/request-queries.ts';
import { openLink, resetPasswordByLink, verifyByLink } from './account/use-link.ts';
import { mailCounters, recordAttempts } from './session/login-rate-limit.ts';

/**
 * Sign-up, password reset and the links of emails. These routes also work for signed-in users
 * (business-rules.md#links-in-emails).
 */
export function publicAuthRoutes(
  app: FastifyInstance,
  { db }: Pick<Database, 'db'>,
  { secretKey, recaptcha }: { secretKey: string; recaptcha: Recaptcha | null },
): void {
  const humanAt = (request: FastifyRequest) => (answer: string | undefined) =>
    ensureHuman({ db, secretKey, recaptcha, log: request.log }, answer);
  const visit = ({ token }: { token: string }, request: FastifyRequest) => ({ token, address: request.ip });
  const requestEmail = async (
    kind: 'verification' | 'reset',
    { email, humanCheck }: { email: string; humanCheck?: string | undefined },
    request: FastifyRequest,
  ) => {
    await recordAttempts(db, mailCounters(email, request.ip));
    await humanAt(request)(humanCheck);
    await insertAccountRequest(db, { kind, email, language: request.currentUser?.language ?? LANGUAGE.en });
    return { success: true as const };
  };

  registerRoute(app, puzzle, async () => newPuzzle(secretKey));

  registerRoute(app, signUp, async ({ body, request }) => {
    await requestAccount(db, body, { address: request.ip, secretKey, ensureHuman: humanAt(request) });
    return { success: true as const };
  });

  registerRoute(app, resendVerification, ({ body, request }) => requestEmail('verification', body, request));
  registerRoute(app, resetPassword, ({ query, request }) => requestEmail('reset', query, request));
  registerRoute(app, requestPasswordReset, ({ body, request }) => requestEmail('reset', body, request));

  registerRoute(app, verifyEmail, async ({ query, request }) => {
    const userId = await verifyByLink(db, secretKey, visit(query, request));
    request.log.info({ event: 'address_verified', userId }, 'address verified');
    return { success: true as const };
  });

  registerRoute(app, checkResetLink, async ({ query, request }) => {
    await openLink(db, 'reset', visit(query, request));
    return { success: true as const };
  });

  registerRoute(app, resetByLink, async ({ query, body, request }) => {
    const userId = await resetPasswordByLink(db, body, visit(query, request));
    request.log.info({ event: 'password_reset', userId, address: request.ip }, 'password reset');
    return { success: true as const };
  });
}
