import { USER_TYPE } from '@seri/contract/auth/permissions.ts';
import * as calls from '@seri/contract/notifications/routes.ts';
import { LANGUAGE } from '@seri/contract/users/routes.ts';
import type { FastifyInstance } from 'fastify';
import { NotFound } from '../platform/calls/errors.ts';
import { readSettings } from '../platform/company-settings.ts';
import type { Database } from '../platform/db/db.ts';
import { registerRoute } from '../platform/http/register-route.ts';
import { writeCalendar } from './calendar.ts';
import { calendarPath, readCalendarFile } from './calendar-link.ts';
import { findCalendarBids, findFeed, findFeedOwner, renewFeed } from './calendar-queries.ts';
import { findNotifications, markOneRead, markReadUpTo } from './queries.ts';
import { toNotification } from './records.ts';

const PAGE_SIZE = 30;
const DONE = { success: true as const };

interface CalendarOptions {
  secretKey: string;
  /** The portal's address for links in the calendar; by default the address of the request. */
  publicUrl?: string | undefined;
}

/** The notification list, and the calendar of the user's bids. */
export function notificationRoutes(
  app: FastifyInstance,
  { db }: Database,
  { secretKey, publicUrl }: CalendarOptions,
): void {
  registerRoute(app, calls.listNotifications, async ({ query: { before }, currentUser }) => {
    const reader = { userId: currentUser.userId, isStaff: currentUser.userType === USER_TYPE.manager };
    const rows = await findNotifications(db, reader, { before, limit: PAGE_SIZE + 1 });
    const page = rows.slice(0, PAGE_SIZE);
    return {
      ...DONE,
      notifications: page.map(toNotification),
      next: rows.length > PAGE_SIZE ? (page.at(-1)?.id ?? null) : null,
    };
  });
  registerRoute(app, calls.markRead, async ({ body, currentUser }) => {
    await markOneRead(db, currentUser.userId, body.id);
    return DONE;
  });
  registerRoute(app, calls.markAllRead, async ({ body, currentUser }) => {
    await markReadUpTo(db, currentUser.userId, body.upTo);
    return DONE;
  });
  registerRoute(app, calls.viewCalendar, async ({ currentUser }) => {
    const feed = await findFeed(db, currentUser.userId);
    return { ...DONE, path: feed ? calendarPath(secretKey, feed.id) : null };
  });
  registerRoute(app, calls.renewCalendar, async ({ currentUser }) => {
    const { id } = await renewFeed(db, currentUser.userId);
    return { ...DONE, path: calendarPath(secretKey, id) };
  });

  // For calendar programs, which have no session: the address is the secret.
  app.get('/v1/notifications/calendar/:file', { config: { budget: 'file' } }, async (request, reply) => {
    const feedId = readCalendarFile(secretKey, (request.params as { file: string }).file);
    const owner = feedId === null ? undefined : await findFeedOwner(db, feedId);
    if (!owner) throw new NotFound();
    const origin = publicUrl ? new URL(publicUrl).origin : `${request.protocol}://${request.host}`;
    const [{ companyName: company }, bids] = await Promise.all([readSettings(db), findCalendarBids(db, owner.id)]);
    const isRussian = owner.language === LANGUAGE.ru;
    return reply
      .type('text/calendar; charset=utf-8')
      .header('content-disposition', 'attachment; filename="bids.ics"')
      .send(writeCalendar(bids, { isRussian, company, origin, now: new Date() }));
  });
}
