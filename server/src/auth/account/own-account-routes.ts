import { changePassword, endOtherSessions, endSession, sessionList } from '@seri/contract/users/routes.ts';
import type { FastifyInstance } from 'fastify';
import { NotFound } from '../../platform/calls/errors.ts';
import type { Database } from '../../platform/db/db.ts';
import { serve } from '../../platform/http/register-route.ts';
import { endOtherSessions as endOthers, endOwnSession, findSessions } from '../session/session-queries.ts';
import { changeOwnPassword } from './change-password.ts';

/** What a signed-in person does about his own password and where he is signed in. */
export function ownAccountRoutes(app: FastifyInstance, { db }: Pick<Database, 'db'>): void {
  serve(app, changePassword, async ({ body, viewer, request }) => {
    await changeOwnPassword(db, body, viewer);
    request.log.info({ event: 'password_changed', userId: viewer.userId, address: request.ip }, 'password changed');
    return { success: true as const };
  });

  serve(app, sessionList, async ({ viewer }) => {
    const sessions = await findSessions(db, viewer.userId, viewer.sessionId);
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

  serve(app, endSession, async ({ body, viewer, request }) => {
    if (!(await endOwnSession(db, viewer.userId, body.id))) throw new NotFound();
    request.log.info({ event: 'session_ended', userId: viewer.userId }, 'session ended');
    return { success: true as const };
  });

  serve(app, endOtherSessions, async ({ viewer, request }) => {
    const kept = { userId: viewer.userId, keptSessionId: viewer.sessionId };
    const ended = await endOthers(db, { ...kept, reason: 'signed_out_elsewhere' });
    request.log.info({ event: 'sessions_ended', userId: viewer.userId, ended }, 'other sessions ended');
    return { success: true as const, ended };
  });
}
