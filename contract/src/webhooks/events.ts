import * as z from 'zod/mini';

/** Events that webhooks report to other programs. */
export const WEBHOOK_KINDS = ['purchase.won', 'payment.booked'] as const;
export type WebhookKind = (typeof WEBHOOK_KINDS)[number];

/** Waiting includes retries; dead: given up until someone resends it. */
export const DELIVERY_STATES = ['waiting', 'delivered', 'dead'] as const;

/** The operator's name for a target; logged with its deliveries. */
const name = z.string().check(z.regex(/^[a-z0-9][a-z0-9-]{0,39}$/));

export const webhookTarget = z.strictObject({
  name,
  /** https; plain http and private addresses only where the operator allows them. */
  url: z.string().check(z.maxLength(500)),
  kinds: z.array(z.enum(WEBHOOK_KINDS)).check(z.minLength(1), z.maxLength(WEBHOOK_KINDS.length)),
  /** Signs every call. Required for a new target; without it an existing target keeps its secret. */
  secret: z.optional(z.string().check(z.regex(/^[\x21-\x7e]{32,200}$/))),
  /** False: no events are queued or sent until it is true again. */
  isEnabled: z._default(z.boolean(), true),
});
export type WebhookTarget = z.input<typeof webhookTarget>;

export const resending = z.strictObject({
  target: name,
  /** One delivery of the target; without it all dead ones. */
  deliveryId: z.optional(z.int().check(z.minimum(1), z.maximum(999_999_999_999))),
});
export type Resending = z.input<typeof resending>;
