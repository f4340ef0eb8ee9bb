import { isNegotiable } from '@seri/contract/bids/negotiation.ts';
import { ApiError } from '../../platform/calls/errors.ts';
import type { Tx } from '../../platform/db/db.ts';
import type { LockedBid } from '../core/change-bid.ts';
import { findOffer, findOpenOffer } from './negotiation-queries.ts';

/**
 * The offer, read under the locks. Throws Bid.OfferChanged with the amount that replaced it, and Bid.OfferOver if no offer
 * is open. An offer already settled in the requested state is returned, so that a retry succeeds again.
 */
export async function assertOfferOpen(
  tx: Tx,
  { bid, lot, now }: LockedBid,
  { offerId, alreadySettledAs, seenYen }: { offerId: number; alreadySettledAs: string; seenYen?: number },
) {
  const offer = await findOffer(tx, offerId);
  const isSeen = seenYen === undefined || seenYen === offer.offerYen;
  if (isSeen && offer.state === alreadySettledAs) return offer;
  if (!isNegotiable({ lot, bidStatus: bid.status, now })) throw new ApiError('Bid.OfferOver');
  if (isSeen && offer.state === 'asked') return offer;
  const open = await findOpenOffer(tx, lot.lotId);
  if (open?.bidId !== bid.bidId) throw new ApiError('Bid.OfferOver');
  throw new ApiError('Bid.OfferChanged', { details: { price: open.offerYen } });
}
