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
import { findEndedSessions } from './queries.ts';
import { openStreams } from './streams.ts';

interface EventFlows {
  /** The lots among these that the reader may open. */
  findOpenLots: (lotIds: readonly string[], currentUser: CurrentUser) => Promise<string[]>;
}

const CHECK_EVERY_MS = 20_000;
const RETRY_SECONDS = 60;

/** Live events for affected users: this process listens to the database and holds the open streams. */
export function eventRoutes(app: FastifyInstance, { db, pool }: Database, { findOpenLots }: EventFlows): void {
  const buffer = createEventBuffer();
  const streams = openStreams(buffer);
  const connection = openDedicatedConnection({
    name: 'listening for what changed',
    pool,
    log: app.log,
    hold: async (ask, client, isNew) => {
      if (isNew) client.on('notification', ({ payload = '' }) => streams.notice(readNotice(payload)));
      await ask('listen live');
      if (!isNew) return;
      // Notices during the disconnect are lost.
      buffer.begin();
      streams.refreshAll();
      checking.wake();
    },
  });
  // Sessions expire without a change in the database, so no notice reports it.
  const checking = startLoop({
    name: 'the search for ended sessions',
    everyMs: CHECK_EVERY_MS,
    log: app.log,
    work: async () => {
      const sessions = streams.sessions();
      if (sessions.length > 0) streams.endSessions(await findEndedSessions(db, sessions));
    },
  });
  app.addHook('onReady', () => connection.firstAttempt);
  app.addHook('preClose', () => streams.endAll());
  app.addHook('onClose', async () => {
    await Promise.all([connection.stop(), checking.stop()]);
  });

  registerRoute(app, eventStream, async ({ query, currentUser, request, reply }) => {
    const { after = lastEventId(request.headers['last-event-id']) } = query;
    if (!connection.isHeld()) throw new ApiError('Unavailable', { retryAfterSeconds: RETRY_SECONDS });
    const { userId, sessionId } = currentUser;
    const isStaff = currentUser.userType === USER_TYPE.manager;
    const seesAllBids = isStaff && currentUser.permissions.bidManagementEnabled;
    const lotIds = await findOpenLots([...new Set(query.lot)].slice(0, FOLLOWED_LOTS), currentUser);
    const reader = { userId, seesAllBids, lotIds };
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
    const missed = buffer.since(after, reader) ?? [{ event: 'refresh' as const, ids: NO_IDS }];
    return {
      success: true as const,
      lastEventId: buffer.lastId(),
      events: missed.map(({ event, ids }) => ({ event, ...ids })),
    };
  });
}

const lastEventId = (header: string | string[] | undefined): string | undefined =>
  Array.isArray(header) ? header[0] : header;
