import * as z from 'zod/mini';
import { LOT_STATUS } from '../lots/statuses.ts';
import { yen } from '../money.ts';
import { BID_STEP_YEN, type BidFacts, highestBidYen, type Reason } from './rules.ts';
import { BID_STATUS } from './statuses.ts';

/** State of a bid's negotiation; `open`: no offer was made yet. */
export const NEGOTIATION_STATES = ['open', 'asked', 'accepted', 'declined', 'withdrawn'] as const;

/** The negotiation as shown on lists and lots; null where there is none. */
export const negotiation = z.nullable(
  z.object({
    offerId: z.nullable(z.int()),
    /** The seller's newest offer. */
    offerYen: z.nullable(yen),
    state: z.enum(NEGOTIATION_STATES),
    /** Of managers: three working days in Japan have passed without an outcome (business-rules.md#negotiation). */
    isOverdue: z.optional(z.boolean()),
  }),
);
export type Negotiation = NonNullable<z.infer<typeof negotiation>>;

interface Negotiated {
  lot: { status: number; auctionAt: Date };
  bidStatus: number;
  now: Date;
}

/** Whether a bid can be negotiated: it is accepted and its lot was not sold in the auction (business-rules.md#negotiation). */
export const isNegotiable = ({ lot, bidStatus, now }: Negotiated): boolean =>
  lot.status === LOT_STATUS.notSold && now >= lot.auctionAt && bidStatus === BID_STATUS.bid;

/**
 * Reasons why a manager cannot offer this amount: an amount within the bid needs no consent, and bids are multiples of
 * the step.
 */
export function offerReasons(offerYen: number, bidYen: number): Reason[] {
  if (offerYen <= bidYen) return [{ messageCode: 'Bid.OfferTooLow', field: 'amount', details: { bidYen } }];
  return offerYen % BID_STEP_YEN === 0
    ? []
    : [{ messageCode: 'Bid.Step', field: 'amount', details: { limitYen: BID_STEP_YEN } }];
}

/**
 * Reasons why a client cannot consent: the money checks of a bid. Times and prices were those of the auction, so they
 * do not apply.
 */
export function consentReasons(facts: BidFacts): Reason[] {
  if (!facts.client.biddingAllowed) return [{ messageCode: 'Bid.Restricted' }];
  const bidAllow = highestBidYen(facts);
  return (facts.amountYen ?? 0) > bidAllow
    ? [{ messageCode: 'Bid.Credit', field: 'amount', details: { bidAllow } }]
    : [];
}

/** The negotiation as this reader sees it: only staff see `isOverdue`. */
export function negotiationFor(found: Negotiation | null, isStaff: boolean): Negotiation | null {
  if (!found || isStaff) return found;
  const { isOverdue, ...visible } = found;
  return visible;
}
