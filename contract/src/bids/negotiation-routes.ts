import * as z from 'zod/mini';
import { instant, intParam, noQuery, route } from '../http.ts';
import { positiveYen, yen } from '../money.ts';
import { negotiation } from './negotiation.ts';

const id = z.int().check(z.minimum(1), z.maximum(Number.MAX_SAFE_INTEGER));

const offer = z.object({
  offerId: z.int(),
  offerYen: yen,
  state: z.enum(['asked', 'accepted', 'declined', 'replaced', 'withdrawn', 'ended']),
  askedAt: instant,
  /** Instant of the answer or of the end. */
  settledAt: z.nullable(instant),
  /** For managers: the manager who made the offer. */
  managerName: z.optional(z.string()),
});
export type Offer = z.infer<typeof offer>;

export const viewNegotiation = route({
  method: 'GET',
  path: '/v1/bid/negotiation',
  budget: 'read',
  summary: "The seller's offers on a bid, the newest first, and the state of the negotiation (docs/decisions/011)",
  access: 'signed_in',
  query: z.strictObject({ bidId: intParam(1, 999_999_999_999) }),
  reply: z.object({ bidId: z.int(), bidAmount: yen, bidStatus: z.int(), negotiation, offers: z.array(offer) }),
  errors: ['NotFound'],
});

const answered = z.object({ success: z.literal(true) });
const repeatErrors = ['Idempotency.Mismatch', 'Idempotency.InProgress'] as const;
const pricing = { all: ['bidManagementEnabled', 'bidManageBidPrice'], userType: 3 } as const;

export const makeOffer = route({
  method: 'POST',
  path: '/v1/bid/make-offer',
  isBid: true,
  budget: 'write',
  summary: "A manager records the seller's minimum price and asks the client of the leading bid (docs/decisions/011)",
  access: pricing,
  query: noQuery,
  body: z.strictObject({ bidId: id, amount: positiveYen }),
  reply: z.object({ success: z.literal(true), offerId: z.int() }),
  errors: ['NotFound', 'Bid.NoNegotiation', 'Bid.OfferTooLow', 'Bid.Step', ...repeatErrors],
  repeatSafe: true,
});

export const withdrawOffer = route({
  method: 'POST',
  path: '/v1/bid/withdraw-offer',
  isBid: true,
  budget: 'write',
  summary: "Withdraw the seller's offer before the client answers",
  access: pricing,
  query: noQuery,
  body: z.strictObject({ offerId: id }),
  reply: answered,
  errors: ['NotFound', 'Bid.OfferChanged', 'Bid.OfferOver', ...repeatErrors],
  repeatSafe: true,
});

export const acceptOffer = route({
  method: 'POST',
  path: '/v1/bid/accept-offer',
  isBid: true,
  budget: 'write',
  summary: "The client's binding consent: the offer becomes the bid and is sent to the agent",
  access: { all: ['biddingAllowed'], userType: 2, refusal: 'Bid.Restricted' },
  query: noQuery,
  body: z.strictObject({
    offerId: id,
    /** The amount that the client saw and agrees to. */
    amount: positiveYen,
    confirm: z.union([z.literal(0), z.literal(1)]),
  }),
  reply: answered,
  errors: [
    'NotFound',
    'Bid.Restricted',
    'Bid.Terms',
    'Bid.Credit',
    'Bid.OfferChanged',
    'Bid.OfferOver',
    ...repeatErrors,
  ],
  repeatSafe: true,
});

export const declineOffer = route({
  method: 'POST',
  path: '/v1/bid/decline-offer',
  isBid: true,
  budget: 'write',
  summary: 'The client declines the offer; the bid stays unchanged',
  access: { userType: 2 },
  query: noQuery,
  body: z.strictObject({ offerId: id }),
  reply: answered,
  errors: ['NotFound', 'Bid.OfferChanged', 'Bid.OfferOver', ...repeatErrors],
  repeatSafe: true,
});
