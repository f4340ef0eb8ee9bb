import * as z from 'zod/mini';
import { intParam, noQuery, route } from '../http.ts';
import { adjustmentYen, positiveYen, yen } from '../money.ts';
import { groupValue } from './group-routes.ts';

export const bidId = z.int().check(z.minimum(1), z.maximum(Number.MAX_SAFE_INTEGER));
const lotId = z.string().check(z.minLength(1), z.maxLength(20));
const statusNumber = z.int().check(z.minimum(1), z.maximum(6));

export const bidPayload = z.strictObject({
  amount: positiveYen,
  carId: lotId,
  bidGroup: z.optional(groupValue),
  bidType: z.optional(z.int().check(z.minimum(1), z.maximum(4))),
  confirm: z.union([z.literal(0), z.literal(1)]),
  lotType: z.enum(['auction', 'stock', 'bike']),
  comment: z.optional(z.string().check(z.maxLength(500))),
  /** The client wants the car although it may not be imported at their destination. */
  importAccepted: z.optional(z.boolean()),
});
export type BidPayload = z.infer<typeof bidPayload>;

/** The client a manager bids for; sent as text (business-rules.md#bids-for-clients). */
const clientUserId = z.string().check(z.regex(/^[1-9]\d{0,8}$/));

const placed = z.object({ bidAmount: yen, bidDate: z.string(), bidId: z.int(), bidStatus: z.int() });
export type PlacedBid = z.infer<typeof placed>;
/** Version of the bid after the call, to be sent as If-Match with the next change (business-rules.md#saving-a-bid). */
const version = z.int();
/** Success, or the code of a refusal in `error` (business-rules.md#saving-a-bid). */
export const done = z.object({ success: z.boolean(), error: z.optional(z.string()) });
export const changed = z.object({ ...done.shape, version: z.optional(version) });

export const createBid = route({
  method: 'POST',
  path: '/v1/bid/create',
  isBid: true,
  budget: 'write',
  summary: 'Place a binding bid or a fixed-price order, or replace the own one on the same lot',
  access: { all: ['biddingAllowed'], userType: 2, refusal: 'Bid.Restricted' },
  query: noQuery,
  body: bidPayload,
  reply: placed,
  errors: [
    'Access.Denied',
    'NotFound',
    'Bid.Restricted',
    'Bid.Closed',
    'Bid.Finished',
    'Bid.DailyLimit',
    'Bid.Credit',
    'Bid.BelowStart',
    'Bid.Step',
    'Bid.Terms',
    'Bid.Sanctioned',
    'Bid.ImportForbidden',
    'Bid.TypeRequired',
    'Bid.GroupFull',
    'Bid.LastHour',
    'Bid.NotEditable',
    'Bid.RaiseOnly',
    'Bid.PriceChanged',
    'Bid.Version',
    'Idempotency.Mismatch',
    'Idempotency.InProgress',
  ],
  repeatSafe: true,
});

export const createBidFor = route({
  ...createBid,
  path: '/v1/bid/bid-from-manager',
  summary: 'A manager places a bid or an order for a client, under the limits of that client',
  access: { all: ['managerBidForClient'], userType: 3 },
  body: z.strictObject({ ...bidPayload.shape, userId: clientUserId }),
});

const reason = z.object({
  messageCode: z.string(),
  field: z.optional(z.string()),
  details: z.optional(z.record(z.string(), z.union([z.number(), z.string(), z.null()]))),
});

export const checkBid = route({
  method: 'POST',
  path: '/v1/bid/check',
  isBid: true,
  budget: 'write',
  summary: 'Check a bid: all reasons against it and the accepted amounts; writes nothing',
  access: 'signed_in',
  query: noQuery,
  body: z.strictObject({
    ...bidPayload.shape,
    /** For managers who bid for a client: the client whose figures are returned. */
    userId: z.optional(clientUserId),
    amount: z.optional(positiveYen),
    confirm: z.optional(z.union([z.literal(0), z.literal(1)])),
  }),
  reply: z.object({
    reasons: z.array(reason),
    warnings: z.array(reason),
    minAmount: yen,
    /** null = unlimited. */
    allowedAmount: z.nullable(yen),
    exposure: yen,
    bidAllow: z.nullable(yen),
    rule: z.enum(['first', 'highest']),
  }),
  errors: ['NotFound', 'Access.Denied', 'Bid.Restricted'],
});

export const updateBidStatus = route({
  method: 'PUT',
  path: '/v1/bid/update-bid-status',
  isBid: true,
  budget: 'write',
  summary: 'Set the status of a bid: clients 4 (cancel) on their own, managers by the transition table',
  access: 'signed_in',
  query: noQuery,
  body: z.strictObject({
    bidId: z.optional(bidId),
    jasId: z.optional(bidId),
    status: statusNumber,
    /** The manager pressed Accept on the last-hour warning (business-rules.md#last-hour). */
    lastHourAccepted: z.optional(z.boolean()),
  }),
  reply: changed,
  errors: [
    'NotFound',
    'Access.Denied',
    'Bid.CannotCancel',
    'Bid.TransitionNotAllowed',
    'Bid.Restricted',
    'Bid.GroupFull',
    'Bid.Credit',
    'Bid.BelowStart',
    'Bid.Step',
    'Bid.PriceChanged',
    'Bid.Version',
    'Idempotency.Mismatch',
    'Idempotency.InProgress',
  ],
  repeatSafe: true,
});

export const updateBidPrice = route({
  method: 'PUT',
  path: '/v1/bid/update-bid-price',
  isBid: true,
  budget: 'write',
  summary: 'A manager changes amount, group, adjustment or export type of a bid in 1, 2 or 6',
  access: { all: ['bidManagementEnabled', 'bidManageBidPrice'], userType: 3 },
  query: noQuery,
  body: z.strictObject({
    amount: positiveYen,
    bidId: z.optional(bidId),
    jasId: z.optional(bidId),
    bidGroup: z.optional(z.nullable(groupValue)),
    adjustmentPrice: z.optional(adjustmentYen),
    exportType: z.optional(z.nullable(z.int().check(z.minimum(1), z.maximum(4)))),
  }),
  reply: z.object({
    bidAmount: yen,
    bidId: z.int(),
    bidStatus: z.int(),
    bidDate: z.string(),
    /** Omitted, as in lists, for a manager without `exportTypeShow` and `adjustmentPriceShow`. */
    exportType: z.optional(z.nullable(z.int())),
    adjustmentPrice: z.optional(yen),
    bidGroup: z.nullable(z.int()),
    version,
  }),
  errors: [
    'NotFound',
    'Bid.Restricted',
    'Bid.GroupFull',
    'Bid.Credit',
    'Bid.BelowStart',
    'Bid.Step',
    'Bid.LastHour',
    'Bid.NotEditable',
    'Bid.Finished',
    'Bid.PriceChanged',
    'Bid.Version',
    'Idempotency.Mismatch',
    'Idempotency.InProgress',
  ],
  repeatSafe: true,
});

export const updateSoldPrice = route({
  method: 'PUT',
  path: '/v1/bid/update-sold-price',
  isBid: true,
  budget: 'write',
  summary: 'A manager sets the sold price of a bid; "" clears it',
  access: { all: ['bidManagementEnabled', 'bidManageSoldPrice'], userType: 3 },
  query: noQuery,
  body: z.strictObject({ bidId, soldPrice: z.string().check(z.regex(/^[\d\s]{0,16}$/)) }),
  reply: changed,
  errors: [
    'NotFound',
    'Bid.NotEditable',
    'Bid.Version',
    'Field.Invalid',
    'Idempotency.Mismatch',
    'Idempotency.InProgress',
  ],
  repeatSafe: true,
});

export const confirmWin = route({
  method: 'POST',
  path: '/v1/bid/confirm-win',
  isBid: true,
  budget: 'write',
  summary: 'Settle a win at once: 6 becomes 7, with purchase and posting',
  access: { all: ['bidManagementEnabled', 'bidManageStatus'], userType: 3 },
  query: noQuery,
  body: z.strictObject({ bidId }),
  reply: done,
  errors: [
    'NotFound',
    'Bid.TransitionNotAllowed',
    'Bid.SoldPriceMissing',
    'Bid.Version',
    'Idempotency.Mismatch',
    'Idempotency.InProgress',
  ],
  repeatSafe: true,
});

export const bidLogs = route({
  method: 'GET',
  path: '/v1/bid/logs',
  budget: 'read',
  summary: 'History of a bid, oldest first, for managers',
  access: { all: ['bidManagementEnabled'], userType: 3 },
  query: z.strictObject({ bidId: intParam(1, 999_999_999_999) }),
  reply: z.array(
    z.object({
      date: z.string(),
      userName: z.string(),
      event: z.string(),
      status: z.int(),
      userType: z.optional(z.int()),
    }),
  ),
  errors: ['NotFound'],
});
