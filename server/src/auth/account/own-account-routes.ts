import { changePassword, endOtherSessions, endSession, sessionList } from '@seri/contract/users/routes.ts';
import type { FastifyInstance } from 'fastify';
import { NotFound } from '../../platform/calls/errors.ts';
import type { Database } from '../../platform/db/db.ts';
import { registerRoute } from '../../platform/http/register-route.ts';
import { endOtherSessions as endOthers, endOwnSession, findSessions } from '../session/session-queries.ts';
import { changeOwnPassword } from './change-password.ts';

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
    const kept = { userId: currentUser.userId, keptSessionId: currentUser.sessionId };
    const ended = await endOthers(db, { ...kept, reason: 'signed_out_elsewhere' });
    request.log.info({ event: 'sessions_ended', userId: currentUser.userId, ended }, 'other sessions ended');
    return { success: true as const, ended };
  });
}
