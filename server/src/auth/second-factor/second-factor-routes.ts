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
import type { Viewer } from '../../platform/calls/current-user.ts';
import { Refused } from '../../platform/calls/errors.ts';
import { readSettings } from '../../platform/company-settings.ts';
import type { Db } from '../../platform/db/db.ts';
import { type CookieNames, readCookie } from '../../platform/http/cookies.ts';
import { serve } from '../../platform/http/register-route.ts';
import { arrivalOf, clearPending, sendTokens } from '../session/session-cookies.ts';
import { finishLogin } from './second-factor-login.ts';
import { findOwner } from './second-factor-queries.ts';
import { confirmSetup, giveUpSecondFactor, renewRecoveryCodes, startSetup } from './second-factor-setup.ts';

/** A code after the password: its set-up, its recovery codes, and the second step of a log-in. */
export function secondFactorRoutes(
  app: FastifyInstance,
  { db }: { db: Db },
  { cookies, secretKey }: { cookies: CookieNames; secretKey: string },
): void {
  serve(app, viewSecondFactor, async ({ viewer }) => {
    const [owner, needed] = await Promise.all([findOwner(db, viewer.userId), isNeeded(db, viewer)]);
    return { enabled: owner.is_enabled, recoveryCodesLeft: owner.recovery_codes_left, needed };
  });

  serve(app, startSecondFactor, async ({ body, viewer }) => {
    const { companyName } = await readSettings(db);
    return startSetup(db, { ...body, userId: viewer.userId, issuer: companyName, secretKey });
  });

  serve(app, confirmSecondFactor, async ({ body, viewer, request }) => {
    const recoveryCodes = await confirmSetup(db, { ...body, userId: viewer.userId, secretKey });
    request.log.info({ event: 'second_factor_added', userId: viewer.userId }, 'second factor added');
    return { recoveryCodes };
  });

  serve(app, removeSecondFactor, async ({ body, viewer, request }) => {
    if (await isNeeded(db, viewer)) throw new Refused('Access.Denied');
    await giveUpSecondFactor(db, { ...body, userId: viewer.userId, secretKey });
    request.log.info({ event: 'second_factor_removed', userId: viewer.userId }, 'second factor removed');
    return { success: true as const };
  });

  serve(app, renewCall, async ({ body, viewer }) => ({
    recoveryCodes: await renewRecoveryCodes(db, { ...body, userId: viewer.userId }),
  }));

  serve(app, enterSecondFactor, async ({ body, request, reply }) => {
    const pending = readCookie(request, cookies.pending);
    if (!pending) throw new Refused('Auth.LoginExpired');
    const signedIn = await finishLogin(db, { ...body, ...arrivalOf(request, cookies), pending, secretKey });
    request.log.info({ event: 'signed_in', userId: signedIn.userId, address: request.ip }, 'signed in');
    clearPending(reply, cookies);
    sendTokens(reply, cookies, signedIn.tokens);
    return { success: true as const };
  });
}

/** The company may ask it of its managers. */
async function isNeeded(db: Db, viewer: Viewer): Promise<boolean> {
  return viewer.userType === USER_TYPE.manager && (await readSettings(db)).managerSecondFactor === 'required';
}
