import type { BodyOf } from '@seri/contract/http.ts';
import { changePassword, endOtherSessions, endSession, sessionList } from '@seri/contract/users/routes.ts';
import type { FastifyInstance } from 'fastify';
import { ApiError, NotFound } from '../../platform/calls/errors.ts';
import type { Database, Db } from '../../platform/db/db.ts';
import { registerRoute } from '../../platform/http/register-route.ts';
import {
  endOtherSessions as endOthers,
  endOwnSession,
  findPasswordOwner,
  findSessions,
} from '../session/session-queries.ts';
import { ensureOwnPassword } from './ensure-own-password.ts';
import { lockAccount } from './link-queries.ts';
import { hashPassword } from './password.ts';
import { ensureStrongPassword } from './password-rules.ts';
import { setPassword } from './set-password.ts';

/** Routes for a signed-in user's own password and sessions. */
export function ownAccountRoutes(app: FastifyInstance, { db }: Pick<Database, 'db'>): void {
  registerRoute(app, changePassword, async ({ body, currentUser, request }) => {
    await changeOwnPassword(db, body, currentUser);
    request.log.info(
      { event: 'password_changed', userId: currentUser.userId, address: request.ip },
      'password changed',
    );
    return { success: true as const };
  });

  registerRoute(app, sessionList, async ({ currentUser }) => {
    const sessions = await findSessions(db, currentUser.userId, currentUser.sessionId);
    return {
      items: sessions.map((session) => ({
        id: session.id,
        current: Boolean(session.is_current),
        userAgent: session.user_agent,
        address: session.address,
        createdAt: session.created_at.toISOString(),
        lastSeenAt: session.last_seen_at.toISOString(),
      })),
    };
  });

  registerRoute(app, endSession, async ({ body, currentUser, request }) => {
    if (!(await endOwnSession(db, currentUser.userId, body.id))) throw new NotFound();
    request.log.info({ event: 'session_ended', userId: currentUser.userId }, 'session ended');
    return { success: true as const };
  });

  registerRoute(app, endOtherSessions, async ({ currentUser, request }) => {
    const current = { userId: currentUser.userId, currentSessionId: currentUser.sessionId };
    const ended = await endOthers(db, { ...current, reason: 'signed_out_elsewhere' });
    request.log.info({ event: 'sessions_ended', userId: currentUser.userId, ended }, 'other sessions ended');
    return { success: true as const, ended };
  });
}

/** Replaces the user's password. The current session continues, all others end. */
async function changeOwnPassword(
  db: Db,
  form: BodyOf<typeof changePassword>,
  { userId, sessionId }: { userId: number; sessionId: string },
): Promise<void> {
  if (form.newPassword !== form.confirmNewPassword)
    throw new ApiError('Password.Mismatch', { fields: { confirmNewPassword: ['Password.Mismatch'] } });
  const owner = await findPasswordOwner(db, userId);
  const { email, full_name: fullName, company } = owner;
  await ensureStrongPassword(db, form.newPassword, { email, fullName, company }, 'newPassword');
  await ensureOwnPassword(db, {
    userId,
    passwordHash: owner.password_hash,
    password: form.oldPassword,
    field: 'oldPassword',
  });
  const passwordHash = await hashPassword(form.newPassword);
  await db.transaction().execute(async (tx) => {
    // The password was changed or reset meanwhile, so the typed one is no longer valid.
    const account = await lockAccount(tx, userId);
    if (account.password_hash !== owner.password_hash)
      throw new ApiError('Password.Wrong', { fields: { oldPassword: ['Password.Wrong'] } });
    await setPassword(tx, { userId, email, passwordHash, currentSessionId: sessionId });
  });
}
