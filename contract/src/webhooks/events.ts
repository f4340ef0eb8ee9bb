import * as z from 'zod/mini';

/** What programs elsewhere are told about by signed calls. */
export const WEBHOOK_KINDS = ['purchase.won', 'payment.booked'] as const;
export type WebhookKind = (typeof WEBHOOK_KINDS)[number];

/** Waiting also while it is tried again; dead: given up, until somebody sends it again. */
export const DELIVERY_STATES = ['waiting', 'delivered', 'dead'] as const;

/** As the operator calls a target: it stands in the log beside what was delivered. */
const name = z.string().check(z.regex(/^[a-z0-9][a-z0-9-]{0,39}$/));

export const webhookTarget = z.strictObject({
  name,
  /** https; plain http and addresses inside a network where the operator allows them. */
  url: z.string().check(z.maxLength(500)),
  kinds: z.array(z.enum(WEBHOOK_KINDS)).check(z.minLength(1), z.maxLength(WEBHOOK_KINDS.length)),
  /** Signs every call; a new target needs one, one that exists keeps its own without. */
  secret: z.optional(z.string().check(z.regex(/^[\x21-\x7e]{32,200}$/))),
  /** False: nothing is told and nothing sent until it is true again. */
  isEnabled: z._default(z.boolean(), true),
});
export type WebhookTarget = z.input<typeof webhookTarget>;

export const resending = z.strictObject({
  target: name,
  /** One of its deliveries; every dead one without. */
  deliveryId: z.optional(z.int().check(z.minimum(1), z.maximum(999_999_999_999))),
});
export type Resending = z.input<typeof resending>;
