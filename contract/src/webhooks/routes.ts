import * as z from 'zod/mini';
import { instant, noQuery, pageInfo, pageParams, route, success } from '../http.ts';
import { DELIVERY_STATES, resending, WEBHOOK_KINDS, webhookTarget } from './events.ts';

const READ = { service: 'webhooks:read' } as const;
const WRITE = { service: 'webhooks:write' } as const;

const target = z.object({
  name: z.string(),
  url: z.string(),
  kinds: z.array(z.enum(WEBHOOK_KINDS)),
  isEnabled: z.boolean(),
  waiting: z.int(),
  dead: z.int(),
  lastDeliveredAt: z.nullable(instant),
});

export const serviceWebhooks = route({
  method: 'GET',
  path: '/v1/back-office/webhooks',
  budget: 'read',
  summary: 'Webhook targets with their numbers of waiting and dead deliveries, without secrets',
  access: READ,
  query: noQuery,
  reply: z.object({ success: z.literal(true), items: z.array(target) }),
});

export const serviceSetWebhook = route({
  method: 'PUT',
  path: '/v1/back-office/webhooks/set',
  budget: 'write',
  summary: 'Create or change a webhook target by its name; it gets events from now on',
  access: WRITE,
  query: noQuery,
  body: webhookTarget,
  reply: success,
  errors: ['Webhook.Address', 'Field.Required', 'Idempotency.Mismatch', 'Idempotency.InProgress'],
  repeatSafe: true,
});

const delivery = z.object({
  deliveryId: z.int(),
  target: z.string(),
  /** The Idempotency-Key of its calls. */
  eventId: z.string(),
  kind: z.enum(WEBHOOK_KINDS),
  state: z.enum(DELIVERY_STATES),
  attempts: z.int(),
  lastError: z.nullable(z.string()),
  at: instant,
  nextAttemptAt: z.nullable(instant),
  deliveredAt: z.nullable(instant),
});
export type Delivery = z.infer<typeof delivery>;

export const serviceDeliveries = route({
  method: 'GET',
  path: '/v1/back-office/webhooks/deliveries',
  budget: 'read',
  summary: 'Webhook deliveries, the newest first, of the last 90 days',
  access: READ,
  query: z.strictObject({
    target: z.optional(webhookTarget.shape.name),
    state: z.optional(z.enum(DELIVERY_STATES)),
    ...pageParams,
  }),
  reply: z.object({ success: z.literal(true), items: z.array(delivery), pageInfo }),
});

export const serviceResend = route({
  method: 'POST',
  path: '/v1/back-office/webhooks/resend',
  budget: 'write',
  summary: 'Resend one delivery of a target, or all dead ones, with the same event id',
  access: WRITE,
  query: noQuery,
  body: resending,
  reply: z.object({ success: z.literal(true), resent: z.int() }),
  errors: ['NotFound', 'Idempotency.Mismatch', 'Idempotency.InProgress'],
  repeatSafe: true,
});
