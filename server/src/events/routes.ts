import { USER_TYPE } from '@seri/contract/auth/permissions.ts';
import { eventStream, FOLLOWED_LOTS } from '@seri/contract/events/routes.ts';
import type { FastifyInstance } from 'fastify';
import type { Viewer } from '../platform/calls/current-user.ts';
import { Refused } from '../platform/calls/errors.ts';
import type { Database } from '../platform/db/db.ts';
import { keepConnection } from '../platform/db/kept-connection.ts';
import { openEventStream, wantsStream } from '../platform/http/event-stream.ts';
import { serve, TAKEN_OVER } from '../platform/http/register-route.ts';
import { startLoop } from '../platform/process/loop.ts';
import { readNotice } from './notices.ts';
import { findOverSessions } from './queries.ts';
import { openStreams } from './streams.ts';
import { NO_IDS, toldEvents } from './told-events.ts';

interface EventCalls {
  /** Which of these lots this reader may open. */
  findOpenLots: (lotIds: readonly string[], viewer: Viewer) => Promise<string[]>;
}

const CHECK_EVERY_MS = 20_000;
const RETRY_SECONDS = 60;

/** What changes is told to whom it concerns: this process listens on the database and keeps the open streams. */
export function eventRoutes(app: FastifyInstance, { db, pool }: Database, { findOpenLots }: EventCalls): void {
  const told = toldEvents();
  const streams = openStreams(told);
  const kept = keepConnection({
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
  app.addHook('onReady', () => kept.begun);
  app.addHook('preClose', () => streams.endAll());
  app.addHook('onClose', async () => {
    await Promise.all([kept.stop(), checking.stop()]);
  });

  serve(app, eventStream, async ({ query, viewer, request, reply }) => {
    const { after = lastEventId(request.headers['last-event-id']) } = query;
    if (!kept.isHeld()) throw new Refused('Unavailable', { retryAfterSeconds: RETRY_SECONDS });
    const { userId, sessionId } = viewer;
    const isStaff = viewer.userType === USER_TYPE.manager;
    const readsAll = isStaff && viewer.permissions.bidManagementEnabled;
    const lotIds = await findOpenLots([...new Set(query.lot)].slice(0, FOLLOWED_LOTS), viewer);
    const reader = { userId, readsAll, lotIds };
    if (wantsStream(request)) {
      if (streams.isFull()) throw new Refused('Unavailable', { retryAfterSeconds: RETRY_SECONDS });
      if (!streams.mayOpen(viewer))
        throw new Refused('TooManyRequests', { retryAfterSeconds: RETRY_SECONDS, details: { seconds: RETRY_SECONDS } });
      const socket = openEventStream(reply);
      if (socket) streams.open({ ...reader, sessionId, isStaff, socket }, after);
      return TAKEN_OVER;
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
