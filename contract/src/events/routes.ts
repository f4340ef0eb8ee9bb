import * as z from 'zod/mini';
import { many, route } from '../http.ts';

/**
 * `counter`: a number of the menu or the balance; `company`: its settings, branding or services; `refresh`: the changes
 * are unknown, refetch everything.
 */
export const LIVE_EVENTS = ['bid', 'chat', 'lot', 'counter', 'company', 'refresh'] as const;
export type LiveEventName = (typeof LIVE_EVENTS)[number];

/** The data of each event: ids only. The record is fetched through its own call, with that call's access. */
export const liveIds = z.object({
  bidIds: z.array(z.int()),
  lotIds: z.array(z.string()),
  /** The event was sent to all clients at once: wait for a random part of this time before refetching. */
  spreadMs: z.optional(z.int()),
});
export type LiveIds = z.infer<typeof liveIds>;

/** Sent regularly, so that both sides detect a dead connection. */
export const LIVE_BEAT = 'beat';
export const LIVE_BEAT_MS = 20_000;
/** Maximum number of lots of open pages that one reader follows. */
export const FOLLOWED_LOTS = 10;

export const eventStream = route({
  method: 'GET',
  path: '/v1/events/stream',
  budget: 'read',
  summary:
    'Changes visible to the reader: server-sent events for clients that accept text/event-stream, else JSON since `after`',
  access: 'signed_in',
  query: z.strictObject({
    /** Lots to follow besides those of own bids. A reader gets no events of lots that they may not open. */
    lot: many(z.string().check(z.regex(/^[1-9]\d{0,14}$/))),
    /** Id of the last received event, as `Last-Event-ID`. */
    after: z.optional(z.string().check(z.maxLength(60))),
  }),
  reply: z.object({
    success: z.literal(true),
    lastEventId: z.string(),
    events: z.array(z.object({ event: z.enum(LIVE_EVENTS), ...liveIds.shape })),
  }),
  errors: ['TooManyRequests', 'Unavailable'],
  isStream: true,
});
