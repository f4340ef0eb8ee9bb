import { USER_TYPE } from '@seri/contract/auth/permissions.ts';
import {
  confirmSecondFactor,
  enterSecondFactor,
  removeSecondFactor,
  renewRecoveryCodes as renewCall,
  startSecondFactor,
  viewSecondFactor,
} from '@seri/contract/auth/second-factor.ts';
import type { FastifyInstance } from 'fastify';
import type { CurrentUser } from '../../platform/calls/current-user.ts';
import { ApiError } from '../../platform/calls/errors.ts';
import { readSettings } from '../../platform/company-settings.ts';
import type { Db } from '../../platform/db/db.ts';
import { type CookieNames, readCookie } from '../../platform/http/cookies.ts';
import { registerRoute } from '../../platform/http/register-route.ts';
import { clearPending, loginBrowserOf, sendTokens } from '../session/session-cookies.ts';
import { finishLogin } from './second-factor-login.ts';
import { findOwner } from './second-factor-queries.ts';
import { confirmSetup, disableSecondFactor, renewRecoveryCodes, startSetup } from './second-factor-setup.ts';

/** The second factor: its set-up, its recovery codes, and the second step of a log-in. */
export function secondFactorRoutes(
  app: FastifyInstance,
  { db }: { db: Db },
  { cookies, secretKey }: { cookies: CookieNames; secretKey: string },
): void {
  registerRoute(app, viewSecondFactor, async ({ currentUser }) => {
    const [owner, needed] = await Promise.all([findOwner(db, currentUser.userId), isNeeded(db, currentUser)]);
    return { enabled: owner.is_enabled, recoveryCodesLeft: owner.recovery_codes_left, needed };
  });

  registerRoute(app, startSecondFactor, async ({ body, currentUser }) => {
    const { companyName } = await readSettings(db);
    return startSetup(db, { ...body, userId: currentUser.userId, issuer: companyName, secretKey });
  });

  registerRoute(app, confirmSecondFactor, async ({ body, currentUser, request }) => {
    const recoveryCodes = await confirmSetup(db, { ...body, userId: currentUser.userId, secretKey });
    request.log.info({ event: 'second_factor_added', userId: currentUser.userId }, 'second factor added');
    return { recoveryCodes };
  });

  registerRoute(app, removeSecondFactor, async ({ body, currentUser, request }) => {
    if (await isNeeded(db, currentUser)) throw new ApiError('Access.Denied');
    await disableSecondFactor(db, { ...body, userId: currentUser.userId, secretKey });
    request.log.info({ event: 'second_factor_removed', userId: currentUser.userId }, 'second factor removed');
    return { success: true as const };
  });

  registerRoute(app, renewCall, async ({ body, currentUser }) => ({
    recoveryCodes: await renewRecoveryCodes(db, { ...body, userId: currentUser.userId }),
  }));

  registerRoute(app, enterSecondFactor, async ({ body, request, reply }) => {
    const pending = readCookie(request, cookies.pending);
    if (!pending) throw new ApiError('Auth.LoginExpired');
    const signedIn = await finishLogin(db, { ...body, ...loginBrowserOf(request, cookies), pending, secretKey });
    request.log.info({ event: 'signed_in', userId: signedIn.userId, address: request.ip }, 'signed in');
    clearPending(reply, cookies);
    sendTokens(reply, cookies, signedIn.tokens);
    return { success: true as const };
  });
}

/** True when the company requires a second factor of this manager. */
async function isNeeded(db: Db, currentUser: CurrentUser): Promise<boolean> {
  return currentUser.userType === USER_TYPE.manager && (await readSettings(db)).managerSecondFactor === 'required';
}
