import * as z from 'zod/mini';
import { intParam, noQuery, route, success } from '../http.ts';
import { NOTIFICATION_KINDS } from '../notifications/routes.ts';
import { CHANNELS, MODES, modesFor, TYPED_CHANNELS } from './channels.ts';

const time = z.string().check(z.regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/));

/** True for a time zone of the IANA database that this runtime knows. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z][\w+/-]{0,60}$/.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

const choices = z
  .partialRecord(z.enum(NOTIFICATION_KINDS), z.partialRecord(z.enum(CHANNELS), z.enum(MODES)))
  .check(
    z.refine((all) =>
      Object.entries(all).every(([kind, of]) =>
        CHANNELS.every((channel) => of?.[channel] === undefined || modesFor(kind, channel).includes(of[channel])),
      ),
    ),
  );

/** How a user wants to be notified outside the portal. Times of day are in `timeZone`. */
export const noticeSettings = z.strictObject({
  choices,
  /** Pushes and messages wait until its end; null without quiet hours. */
  quiet: z.nullable(z.strictObject({ from: time, to: time })),
  timeZone: z.string().check(z.refine(isTimeZone)),
  urgentBreaksQuiet: z.boolean(),
  digestAt: time,
  /** Pushes name cars and amounts, which may show on a locked screen. */
  showsDetails: z.boolean(),
});
export type NoticeSettings = z.infer<typeof noticeSettings>;

export const noticeEndpoint = z.object({
  id: z.int(),
  channel: z.enum(CHANNELS),
  /** Device or name, as the user recognises it. */
  label: z.string(),
  /** This browser. */
  isOwn: z.boolean(),
  /** False until the code that was sent there is entered. */
  isConfirmed: z.boolean(),
  addedAt: z.string(),
  lastDeliveredAt: z.nullable(z.string()),
  isFailing: z.boolean(),
  mutedUntil: z.nullable(z.string()),
});
export type NoticeEndpoint = z.infer<typeof noticeEndpoint>;

export const viewChannels = route({
  method: 'GET',
  path: '/v1/channels/view',
  budget: 'read',
  summary: 'Own notice settings and linked devices',
  access: 'signed_in',
  query: noQuery,
  reply: z.object({
    success: z.literal(true),
    settings: noticeSettings,
    /** False until the user has saved their own. */
    isSaved: z.boolean(),
    /** Kinds of events that this user can receive. */
    kinds: z.array(z.enum(NOTIFICATION_KINDS)),
    offered: z.array(z.enum(CHANNELS)),
    /** Public key for subscriptions of browsers (RFC 8292). */
    pushKey: z.string(),
    endpoints: z.array(noticeEndpoint),
  }),
});
export type Channels = z.infer<typeof viewChannels.reply>;

export const saveChannels = route({
  method: 'PUT',
  path: '/v1/channels/save',
  budget: 'write',
  summary: 'Save own choices of notices outside the portal',
  access: 'signed_in',
  query: noQuery,
  body: noticeSettings,
  reply: success,
});

export const subscribePush = route({
  method: 'POST',
  path: '/v1/channels/subscribe-push',
  budget: 'write',
  summary: 'Send notices to this browser until it signs out',
  access: 'signed_in',
  query: noQuery,
  body: z.strictObject({
    endpoint: z.string().check(z.maxLength(1_000)),
    p256dh: z.string().check(z.regex(/^[A-Za-z0-9_-]{86,88}={0,2}$/)),
    auth: z.string().check(z.regex(/^[A-Za-z0-9_-]{21,24}={0,2}$/)),
  }),
  reply: success,
  errors: ['Channel.Address', 'Channel.Limit'],
});

export const linkTelegram = route({
  method: 'POST',
  path: '/v1/channels/link-telegram',
  budget: 'write',
  summary: 'Create a one-time link to Telegram',
  access: 'signed_in',
  query: noQuery,
  reply: z.object({ success: z.literal(true), url: z.string(), until: z.string() }),
  errors: ['Channel.NotOffered'],
});

export const addMessenger = route({
  method: 'POST',
  path: '/v1/channels/add-messenger',
  budget: 'write',
  summary: 'Send a code that confirms an address',
  access: 'signed_in',
  query: noQuery,
  body: z.strictObject({
    channel: z.enum(TYPED_CHANNELS),
    /** WhatsApp: number with its country code. LINE, MAX: id of the user. */
    address: z.string().check(z.trim(), z.minLength(1), z.maxLength(60)),
  }),
  reply: success,
  errors: ['Channel.NotOffered', 'Channel.Address', 'Channel.Limit', 'TooManyTries'],
});

export const confirmMessenger = route({
  method: 'POST',
  path: '/v1/channels/confirm-messenger',
  budget: 'write',
  summary: 'Confirm an address with the code that was sent there',
  access: 'signed_in',
  query: noQuery,
  body: z.strictObject({ channel: z.enum(TYPED_CHANNELS), code: z.string().check(z.trim(), z.regex(/^\d{6}$/)) }),
  reply: success,
  errors: ['Channel.Code'],
});

export const removeEndpoint = route({
  method: 'POST',
  path: '/v1/channels/remove',
  budget: 'write',
  summary: 'Stop notices to an own device or messenger',
  access: 'signed_in',
  query: noQuery,
  body: z.strictObject({ id: z.int().check(z.minimum(1)) }),
  reply: success,
  errors: ['NotFound'],
});

export const DELIVERY_STATES = ['waiting', 'sent', 'dropped'] as const;

export const listDeliveries = route({
  method: 'GET',
  path: '/v1/channels/deliveries',
  budget: 'read',
  summary: 'Newest notices to a client with results',
  access: { all: ['bidManagementEnabled'], userType: 3 },
  query: z.strictObject({ userId: intParam(1, 2_147_483_647) }),
  reply: z.object({
    success: z.literal(true),
    deliveries: z.array(
      z.object({
        channel: z.enum(CHANNELS),
        /** Kind of the event or mail. */
        kind: z.string(),
        lotNo: z.nullable(z.int()),
        state: z.enum(DELIVERY_STATES),
        /** Why it was not sent, or why it waits; English, as a log. */
        reason: z.nullable(z.string()),
        at: z.string(),
        finishedAt: z.nullable(z.string()),
      }),
    ),
  }),
  errors: ['NotFound'],
});
export type NoticeDelivery = z.infer<typeof listDeliveries.reply>['deliveries'][number];
