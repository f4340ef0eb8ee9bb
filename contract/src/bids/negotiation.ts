import * as z from 'zod/mini';
import { LOT_STATUS } from '../lots/statuses.ts';
import { yen } from '../money.ts';
import { BID_STEP_YEN, type BidFacts, highestBidYen, type Reason } from './rules.ts';
import { BID_STATUS } from './statuses.ts';

/** Where the negotiation of a bid stands; `open`: nothing was asked yet. */
export const NEGOTIATION_STATES = ['open', 'asked', 'accepted', 'declined', 'withdrawn'] as const;

/** What a list and a lot say of it; null where nothing is negotiated. */
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

/** A bid is negotiated if it is accepted and its lot was not sold in the auction (business-rules.md#negotiation). */
export const isNegotiable = ({ lot, bidStatus, now }: Negotiated): boolean =>
  lot.status === LOT_STATUS.notSold && now >= lot.auctionAt && bidStatus === BID_STATUS.bid;

/** Why a manager cannot ask for this amount: what the bid offers already needs no consent, and bids go in whole steps. */
export function offerReasons(offerYen: number, bidYen: number): Reason[] {
  if (offerYen <= bidYen) return [{ messageCode: 'Bid.OfferTooLow', field: 'amount', details: { bidYen } }];
  return offerYen % BID_STEP_YEN === 0
    ? []
    : [{ messageCode: 'Bid.Step', field: 'amount', details: { limitYen: BID_STEP_YEN } }];
}

/** Why a client cannot consent: the money checks of a bid; its times and prices were those of the hall. */
export function consentReasons(facts: BidFacts): Reason[] {
  if (!facts.client.biddingAllowed) return [{ messageCode: 'Bid.Restricted' }];
  const bidAllow = highestBidYen(facts);
  return (facts.amountYen ?? 0) > bidAllow
    ? [{ messageCode: 'Bid.Credit', field: 'amount', details: { bidAllow } }]
    : [];
}

/** What this reader is told: that nobody has followed it up is the staff's own matter. */
export function negotiationFor(found: Negotiation | null, isStaff: boolean): Negotiation | null {
  if (!found || isStaff) return found;
  const { isOverdue, ...told } = found;
  return told;
}
