import { createHmac, timingSafeEqual } from 'node:crypto';
import { USER_TYPE } from '@seri/contract/auth/permissions.ts';
import { PAGE_RULES, PAGE_TYPES, type PageType } from '@seri/contract/lots/page-types.ts';
import type { Notification } from '@seri/contract/notifications/routes.ts';
import * as calls from '@seri/contract/notifications/routes.ts';
import { DOCUMENT_KINDS } from '@seri/contract/purchases/papers.ts';
import { LANGUAGE } from '@seri/contract/users/routes.ts';
import type { FastifyInstance } from 'fastify';
import { NotFound } from '../platform/calls/errors.ts';
import { readSettings } from '../platform/company-settings.ts';
import type { Database } from '../platform/db/db.ts';
import { registerRoute } from '../platform/http/register-route.ts';
import { japanIso } from '../platform/i18n/japan-time.ts';
import { writeCalendar } from './calendar.ts';
import { findCalendarBids, findFeed, findFeedOwner, renewFeed } from './calendar-queries.ts';
import { findNotifications, markOneRead, markReadUpTo, type NotificationRow } from './queries.ts';

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

const PATH_PREFIX = '/v1/notifications/calendar/';
const FILE_PATTERN = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.([\w-]{43})\.ics$/;

/** Path of the calendar with this id. It includes a signature and needs no session. */
const calendarPath = (secretKey: string, feedId: string): string =>
  `${PATH_PREFIX}${feedId}.${signatureOf(secretKey, feedId)}.ics`;

/** The calendar id in the last part of an address, or null for a wrong signature. */
function readCalendarFile(secretKey: string, file: string): string | null {
  const [, feedId = '', signature = ''] = FILE_PATTERN.exec(file) ?? [];
  const expected = signatureOf(secretKey, feedId);
  return signature.length === expected.length && timingSafeEqual(Buffer.from(signature), Buffer.from(expected))
    ? feedId
    : null;
}

const signatureOf = (secretKey: string, feedId: string): string =>
  createHmac('sha256', secretKey).update(`calendar ${feedId}`).digest('base64url');

function toNotification({ id, kind, created_at, is_read, data, bid, lot, search }: NotificationRow): Notification {
  return {
    id,
    kind: kind as Notification['kind'],
    at: created_at.toISOString(),
    isRead: is_read,
    lot: lot && {
      id: String(lot.id),
      pageType: pageOf(lot),
      lotNo: lot.lotNo,
      title: lot.title,
      auction: lot.house,
      auctionDate: lot.timeKnown ? japanIso(new Date(lot.auctionAt)) : lot.day,
      biddingDeadline: japanIso(new Date(lot.bidsCloseAt)),
      status: lot.status,
      soldPrice: lot.soldPriceYen,
    },
    bid: bid && { id: bid.id, amount: bid.amountYen, userId: bid.userId },
    bidStatus: data.status ?? null,
    amount: data.amountYen ?? data.newPriceYen ?? null,
    purchase: purchaseOf(data),
    sheet: data.sheetField === undefined ? null : { field: data.sheetField, value: data.sheetValue ?? '' },
    ...(data.facts ? { question: { facts: data.facts, clientId: data.clientId ?? null } } : {}),
    search: search && { ...search, pageType: search.pageType as PageType },
  };
}

function purchaseOf(data: NotificationRow['data']): Notification['purchase'] {
  if (data.purchaseId === undefined) return null;
  return {
    id: `P${data.purchaseId}`,
    status: data.purchaseStatus ?? null,
    etd: data.etd ?? null,
    eta: data.eta ?? null,
    paper: DOCUMENT_KINDS.find((kind) => kind === data.paper) ?? null,
  };
}

/** The page of upcoming lots, which also shows past ones. */
const pageOf = ({ vehicle, lotSource }: Pick<NonNullable<NotificationRow['lot']>, 'vehicle' | 'lotSource'>): PageType =>
  PAGE_TYPES.find((page) => {
    const rule = PAGE_RULES[page];
    return rule.vehicle === vehicle && rule.source === lotSource && rule.time === 'coming';
  }) ?? 'car-auction';
