import * as z from 'zod/mini';
import { noQuery, route } from '../http.ts';

export const resendOrder = route({
  method: 'POST',
  path: '/v1/bid/resend-order',
  isBid: true,
  budget: 'write',
  summary: 'Resend an order that the agent refused, under a new number',
  access: { all: ['bidManagementEnabled', 'bidManageStatus'], userType: 3 },
  query: noQuery,
  body: z.strictObject({ bidId: z.int().check(z.minimum(1), z.maximum(Number.MAX_SAFE_INTEGER)) }),
  reply: z.object({ success: z.boolean(), error: z.optional(z.string()) }),
  errors: ['NotFound', 'Bid.LastHour', 'Bid.TransitionNotAllowed', 'Idempotency.Mismatch', 'Idempotency.InProgress'],
  repeatSafe: true,
});
