import * as z from 'zod/mini';
import { noQuery, route } from '../http.ts';
import { adjustmentYen } from '../money.ts';
import { bidId, changed, updateBidPrice, updateBidStatus } from './routes.ts';

export const updateAutoBid = route({
  method: 'PUT',
  path: '/v1/bid/update-auto-bid',
  isBid: true,
  budget: 'write',
  summary: 'A manager switches the autobid of one bid; on changes New to Bid when all checks pass, never back',
  access: { all: ['bidManagementEnabled'], userType: 3 },
  query: noQuery,
  body: z.strictObject({ bidId, autoBid: z.boolean() }),
  reply: changed,
  errors: [
    'NotFound',
    'User.NoAutobid',
    'Bid.NotEditable',
    'Bid.Version',
    'Idempotency.Mismatch',
    'Idempotency.InProgress',
  ],
  repeatSafe: true,
});

export const updateAdjustmentPrice = route({
  ...updateBidPrice,
  path: '/v1/bid/update-adjustment-price',
  summary: 'A manager changes the overbid of a bid; an equal value changes nothing',
  access: { all: ['bidManagementEnabled', 'bidManageBidPrice', 'adjustmentPriceShow'], userType: 3 },
  body: z.strictObject({ bidId, adjustmentPrice: adjustmentYen }),
  reply: changed,
});

/** The size of a page, with some reserve. */
export const MAX_BIDS_PER_CHANGE = 100;

export const updateBidStatuses = route({
  method: 'POST',
  path: '/v1/bid/update-bid-statuses',
  isBid: true,
  budget: 'write',
  summary:
    'A manager sets the status of several bids, Bid sends them to the agent; each is checked and reported separately',
  access: { all: ['bidManagementEnabled', 'bidManageStatus'], userType: 3 },
  query: noQuery,
  body: z.strictObject({
    bidIds: z.array(bidId).check(
      z.minLength(1),
      z.maxLength(MAX_BIDS_PER_CHANGE),
      z.refine((ids) => new Set(ids).size === ids.length),
    ),
    status: updateBidStatus.body.shape.status,
    lastHourAccepted: z.optional(z.boolean()),
    /** Version of each bid as the manager saw it, in the order of `bidIds`; a bid changed since is refused. */
    versions: z.optional(z.array(z.int().check(z.minimum(1))).check(z.maxLength(MAX_BIDS_PER_CHANGE))),
  }),
  reply: z.object({
    results: z.array(
      z.object({
        bidId: z.int(),
        ...changed.shape,
        /** Figures of the error. */
        details: z.optional(z.record(z.string(), z.union([z.number(), z.string(), z.null()]))),
      }),
    ),
  }),
  errors: ['Idempotency.Mismatch', 'Idempotency.InProgress'],
  repeatSafe: true,
});
