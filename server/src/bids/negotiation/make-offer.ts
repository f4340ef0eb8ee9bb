import { isNegotiable, offerReasons } from '@seri/contract/bids/negotiation.ts';
import { ApiError, NotFound } from '../../platform/calls/errors.ts';
import type { Database } from '../../platform/db/db.ts';
import type { IdempotencyKey } from '../../platform/http/register-route.ts';
import { queueMail } from '../../platform/mail-outbox.ts';
import { notify } from '../../platform/notifications.ts';
import { changeBid, type LockedBid, lockBid } from '../core/change-bid.ts';
import { throwFirst } from '../core/errors.ts';
import { nextOrder } from '../core/next-order.ts';
import { bidCommand } from '../core/transaction.ts';
import { assertOfferOpen } from './assert-offer-open.ts';
import { findOfferBid, findOpenOffer, insertOffer, settleOffer } from './negotiation-queries.ts';

interface OfferCommand {
  actor: { kind: 'manager'; userId: number; requestId: string };
  repeat: IdempotencyKey | null;
}

/**
 * Sends the seller's minimum price to the client whose bid leads the lot; it replaces an earlier offer
 * (docs/decisions/011). Throws NotFound, Bid.NoNegotiation, Bid.OfferTooLow, Bid.Step.
 */
export async function makeOffer(
  { bidDb }: Database,
  { bidId, offerYen, actor, repeat }: OfferCommand & { bidId: number; offerYen: number },
) {
  return bidCommand(bidDb, repeat, async (tx) => {
    const context = await lockBid(tx, bidId, actor);
    const { bid, lot } = context;
    if (!mayNegotiate(context)) throw new ApiError('Bid.NoNegotiation');
    throwFirst(offerReasons(offerYen, bid.amountYen));
    const open = await findOpenOffer(tx, lot.lotId);
    if (open?.bidId === bidId && open.offerYen === offerYen) return { success: true as const, offerId: open.offerId };
    if (open) await settleOffer(tx, open.offerId, open.bidId === bidId ? 'replaced' : 'withdrawn');
    const { offerId } = await insertOffer(tx, { bidId, lotId: lot.lotId, offerYen, askedBy: actor.userId });
    await changeBid(tx, context, { to: {}, event: 'offer_made', actor, more: { offerYen } });
    const about = { kind: 'negotiation_offer', userId: bid.userId, bidId } as const;
    const key = `offer:${offerId}`;
    await queueMail(tx, { ...about, offerId, offerYen }, key);
    await notify(tx, { ...about, data: { amountYen: offerYen }, dedupeKey: key });
    return { success: true as const, offerId };
  });
}

/** Withdraws the seller's offer before it is answered. Throws NotFound, Bid.OfferChanged, Bid.OfferOver. */
export async function withdrawOffer(
  { bidDb }: Database,
  { offerId, actor, repeat }: OfferCommand & { offerId: number },
) {
  const subject = await findOfferBid(bidDb, offerId);
  if (!subject) throw new NotFound();
  return bidCommand(bidDb, repeat, async (tx) => {
    const context = await lockBid(tx, subject.bidId, actor);
    const offer = await assertOfferOpen(tx, context, { offerId, alreadySettledAs: 'withdrawn' });
    if (offer.state === 'asked') {
      await settleOffer(tx, offerId, 'withdrawn');
      const more = { offerYen: offer.offerYen };
      await changeBid(tx, context, { to: {}, event: 'offer_withdrawn', actor, more });
    }
    return { success: true as const };
  });
}

/** Whether the bid is accepted and leads its lot by the company's rule: only one client of ours negotiates for a lot. */
function mayNegotiate({ bid, lot, now, order, rivals, settings }: LockedBid): boolean {
  if (!isNegotiable({ lot, bidStatus: bid.status, now })) return false;
  const leading = nextOrder(order, rivals, settings.bidRule) ?? order;
  return leading?.kind === 'order' && leading.bidId === bid.bidId;
}
