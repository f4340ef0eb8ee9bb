import { USER_TYPE } from '@seri/contract/auth/permissions.ts';
import { eventStream, FOLLOWED_LOTS } from '@seri/contract/events/routes.ts';
import type { FastifyInstance } from 'fastify';
import type { CurrentUser } from '../platform/calls/current-user.ts';
import { ApiError } from '../platform/calls/errors.ts';
import type { Database } from '../platform/db/db.ts';
import { openDedicatedConnection } from '../platform/db/dedicated-connection.ts';
import { acceptsEventStream, openEventStream } from '../platform/http/event-stream.ts';
import { HIJACKED, registerRoute } from '../platform/http/register-route.ts';
import { startLoop } from '../platform/process/loop.ts';
import { createEventBuffer, NO_IDS } from './event-buffer.ts';
import { readNotice } from './notices.ts';
import { findOverSessions } from './queries.ts';
import { openStreams } from './streams.ts';

interface EventCalls {
  /** Which of these lots this reader may open. */
  findOpenLots: (lotIds: readonly string[], currentUser: CurrentUser) => Promise<string[]>;
}

const CHECK_EVERY_MS = 20_000;
const RETRY_SECONDS = 60;

/** What changes is told to whom it concerns: this process listens on the database and keeps the open streams. */
export function eventRoutes(app: FastifyInstance, { db, pool }: Database, { findOpenLots }: EventCalls): void {
  const told = createEventBuffer();
  const streams = openStreams(told);
  const kept = openDedicatedConnection({
    name: 'listening for what changed',
    pool,
    log: app.log,
    hold: async (ask, client, isNew) => {
      if (isNew) client.on('notification', ({ payload = '' }) => streams.notice(readNotice(payload)));
      await ask('listen live');
      if (!isNew) return;
      // What was told meanwhile is lost.
      told.begin();
      streams.refreshAll();
      checking.wake();
    },
  });
  // Sessions run out without a change, which a notice would tell.
  const checking = startLoop({
    name: 'the search for ended sessions',
    everyMs: CHECK_EVERY_MS,
    log: app.log,
    work: async () => {
      const sessions = streams.sessions();
      if (sessions.length > 0) streams.endSessions(await findOverSessions(db, sessions));
    },
  });
  app.addHook('onReady', () => kept.firstAttempt);
  app.addHook('preClose', () => streams.endAll());
  app.addHook('onClose', async () => {
    await Promise.all([kept.stop(), checking.stop()]);
  });

  registerRoute(app, eventStream, async ({ query, currentUser, request, reply }) => {
    const { after = lastEventId(request.headers['last-event-id']) } = query;
    if (!kept.isHeld()) throw new ApiError('Unavailable', { retryAfterSeconds: RETRY_SECONDS });
    const { userId, sessionId } = currentUser;
    const isStaff = currentUser.userType === USER_TYPE.manager;
    const readsAll = isStaff && currentUser.permissions.bidManagementEnabled;
    const lotIds = await findOpenLots([...new Set(query.lot)].slice(0, FOLLOWED_LOTS), currentUser);
    const reader = { userId, readsAll, lotIds };
    if (acceptsEventStream(request)) {
      if (streams.isFull()) throw new ApiError('Unavailable', { retryAfterSeconds: RETRY_SECONDS });
      if (!streams.mayOpen(currentUser))
        throw new ApiError('TooManyRequests', {
          retryAfterSeconds: RETRY_SECONDS,
          details: { seconds: RETRY_SECONDS },
        });
      const socket = openEventStream(reply);
      if (socket) streams.open({ ...reader, sessionId, isStaff, socket }, after);
      return HIJACKED;
    }
    const missed = told.since(after, reader) ?? [{ event: 'refresh' as const, ids: NO_IDS }];
    return {
      success: true as const,
      lastEventId: told.lastId(),
      events: missed.map(({ event, ids }) => ({ event, ...ids })),
    };
  });
}

const lastEventId = (header: string | string[] | undefined): string | undefined =>
  Array.isArray(header) ? header[0] : header;
