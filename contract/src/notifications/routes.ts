import * as z from 'zod/mini';
import { intParam, noQuery, route, success } from '../http.ts';
import { PAGE_TYPES } from '../lots/page-types.ts';
import { DOCUMENT_KINDS } from '../purchases/papers.ts';

export const NOTIFICATION_KINDS = [
  'bid_status',
  'bid_won',
  'bid_finished',
  'lot_withdrawn',
  'bid_not_forwarded',
  'negotiation_offer',
  'chat_message',
  'new_lots',
  'deposit_booked',
  'closing_soon',
  'lot_moved',
  'urgent_bid',
  'order_failed',
  'purchase_status',
  'shipping_dates',
  'purchase_document',
  'favorite_sold',
  'estimate_result',
  'car_at_yard',
  'lot_cheaper',
  'lot_relisted',
  'sheet_checked',
  'vehicle_question',
  'vehicle_answered',
] as const;
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number];

export const notification = z.object({
  id: z.int(),
  kind: z.enum(NOTIFICATION_KINDS),
  at: z.string(),
  isRead: z.boolean(),
  /** The lot of the notification in its current state; null where there is none. */
  lot: z.nullable(
    z.object({
      id: z.string(),
      pageType: z.enum(PAGE_TYPES),
      lotNo: z.int(),
      title: z.string(),
      auction: z.string(),
      auctionDate: z.string(),
      biddingDeadline: z.string(),
      status: z.int(),
      soldPrice: z.nullable(z.int()),
    }),
  ),
  bid: z.nullable(z.object({ id: z.int(), amount: z.int(), userId: z.int() })),
  /** The new status of a bid. */
  bidStatus: z.nullable(z.int()),
  amount: z.nullable(z.int()),
  /** The purchased car: its new status, the days of its ship, or the added document. */
  purchase: z.nullable(
    z.object({
      id: z.string(),
      status: z.nullable(z.int()),
      etd: z.nullable(z.string()),
      eta: z.nullable(z.string()),
      paper: z.nullable(z.enum(DOCUMENT_KINDS)),
    }),
  ),
  /** The field of a sheet that differed from its list, and its value that a manager confirmed, without spelling. */
  sheet: z.nullable(z.object({ field: z.string(), value: z.string() })),
  /** Facts of the vehicle that a client asked for or that were answered; for managers, the client. */
  question: z.optional(z.object({ facts: z.array(z.string()), clientId: z.nullable(z.int()) })),
  /** New lots of saved searches: their number, and the first of the searches. */
  search: z.nullable(z.object({ title: z.string(), pageType: z.enum(PAGE_TYPES), params: z.string(), lots: z.int() })),
});
export type Notification = z.infer<typeof notification>;

export const listNotifications = route({
  method: 'GET',
  path: '/v1/notifications/list',
  budget: 'read',
  summary: 'Own notifications of ninety days, the newest first, thirty at a time',
  access: 'signed_in',
  /** The id of the oldest notification loaded; the reply holds older ones. */
  query: z.strictObject({ before: z.optional(intParam(1, 999_999_999_999)) }),
  reply: z.object({
    success: z.literal(true),
    notifications: z.array(notification),
    next: z.nullable(z.int()),
  }),
});

export const markRead = route({
  method: 'POST',
  path: '/v1/notifications/mark-read',
  budget: 'write',
  summary: 'Mark an own notification as read; missing and foreign ones are ignored',
  access: 'signed_in',
  query: noQuery,
  body: z.strictObject({ id: z.int().check(z.minimum(1)) }),
  reply: success,
});

export const markAllRead = route({
  method: 'POST',
  path: '/v1/notifications/mark-all-read',
  budget: 'write',
  summary: 'Mark all own notifications up to this one as read',
  access: 'signed_in',
  query: noQuery,
  body: z.strictObject({ upTo: z.int().check(z.minimum(1)) }),
  reply: success,
});

const calendar = z.object({ success: z.literal(true), path: z.nullable(z.string()) });

export const viewCalendar = route({
  method: 'GET',
  path: '/v1/notifications/view-calendar',
  budget: 'read',
  summary: 'Address of the calendar of the auction times of own bids, null before the first',
  access: { userType: 2 },
  query: noQuery,
  reply: calendar,
});

export const renewCalendar = route({
  method: 'POST',
  path: '/v1/notifications/renew-calendar',
  budget: 'write',
  summary: 'Create a new address of the calendar; the previous one stops working',
  access: { userType: 2 },
  query: noQuery,
  reply: calendar,
});
