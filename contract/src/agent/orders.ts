import * as z from 'zod/mini';
import { yen } from '../money.ts';

/** The order sent to the auction agent. Signed with X-Seri-Signature = sha256=HMAC(secret, timestamp.body). */
export const agentOrder = z.strictObject({
  /** `<lotId>:<version>`: the agent answers a repeated key with the same answer and no second effect. */
  orderKey: z.string(),
  kind: z.enum(['order', 'withdraw']),
  lotId: z.string(),
  version: z.int(),
  source: z.string(),
  sourceId: z.string(),
  house: z.string(),
  lotNo: z.int(),
  auctionAt: z.string(),
  /** The agent may spend at most maxYen plus overbidYen (business-rules.md#overbid). */
  maxYen: yen,
  overbidYen: yen,
  /** The lot was not sold at its auction: accept the seller's offer at maxYen, or decline it (docs/decisions/011). */
  afterSale: z.boolean(),
});
export type AgentOrder = z.infer<typeof agentOrder>;

export const agentAnswer = z.object({
  accepted: z.boolean(),
  orderKey: z.string(),
  reason: z.optional(z.string()),
  receivedAt: z.optional(z.string()),
});
export type AgentAnswer = z.infer<typeof agentAnswer>;
