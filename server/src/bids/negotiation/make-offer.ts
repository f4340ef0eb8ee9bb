import { isNegotiable, offerReasons } from '@seri/contract/bids/negotiation.ts';
import { NotFound, Refused } from '../../platform/calls/errors.ts';
import type { Database } from '../../platform/db/db.ts';
import { once } from '../../platform/http/idempotency.ts';
import type { RepeatKey } from '../../platform/http/register-route.ts';
import { queueMail } from '../../platform/mail-outbox.ts';
import { notify } from '../../platform/notifications.ts';
import { changeBid, type LockedBid, lockBid } from '../core/change-bid.ts';
import { nextOrder } from '../core/next-order.ts';
import { refuseFirst } from '../core/refuse.ts';
import { bidTransaction } from '../core/transaction.ts';
import { findAskedOffer, findOfferBid, insertOffer, settleOffer } from './negotiation-queries.ts';
import { refuseSettled } from './settled-offer.ts';

interface Asking {
  actor: { kind: 'manager'; userId: number; requestId: string };
  repeat: RepeatKey | null;
}

/**
 * The seller's minimum offer goes to the client whose bid leads the lot; an earlier one is over with it
 * (docs/decisions/011). Throws NotFound, Bid.NoNegotiation, Bid.OfferTooLow, Bid.Step.
 */
export async function makeOffer(
  { bidDb }: Database,
  { bidId, offerYen, actor, repeat }: Asking & { bidId: number; offerYen: number },
) {
  return bidTransaction(bidDb, (tx) =>
    once(tx, repeat, async () => {
      const context = await lockBid(tx, bidId, actor);
      const { bid, lot } = context;
      if (!mayBeAsked(context)) throw new Refused('Bid.NoNegotiation');
      refuseFirst(offerReasons(offerYen, bid.amountYen));
      const asked = await findAskedOffer(tx, lot.lotId);
      if (asked?.bidId === bidId && asked.offerYen === offerYen)
        return { success: true as const, offerId: asked.offerId };
      if (asked) await settleOffer(tx, asked.offerId, asked.bidId === bidId ? 'replaced' : 'withdrawn');
      const { offerId } = await insertOffer(tx, { bidId, lotId: lot.lotId, offerYen, askedBy: actor.userId });
      await changeBid(tx, context, { to: {}, event: 'offer_made', actor, more: { offerYen } });
      const about = { kind: 'negotiation_offer', userId: bid.userId, bidId } as const;
      const key = `offer:${offerId}`;
      await queueMail(tx, { ...about, offerId, offerYen }, key);
      await notify(tx, { ...about, data: { amountYen: offerYen }, dedupeKey: key });
      return { success: true as const, offerId };
    }),
  );
}

/** The seller takes his offer back before an answer. Throws NotFound, Bid.OfferChanged, Bid.OfferOver. */
export async function withdrawOffer({ bidDb }: Database, { offerId, actor, repeat }: Asking & { offerId: number }) {
  const subject = await findOfferBid(bidDb, offerId);
  if (!subject) throw new NotFound();
  return bidTransaction(bidDb, (tx) =>
    once(tx, repeat, async () => {
      const context = await lockBid(tx, subject.bidId, actor);
      const offer = await refuseSettled(tx, context, { offerId, unless: 'withdrawn' });
      if (offer.state === 'asked') {
        await settleOffer(tx, offerId, 'withdrawn');
        const more = { offerYen: offer.offerYen };
        await changeBid(tx, context, { to: {}, event: 'offer_withdrawn', actor, more });
      }
      return { success: true as const };
    }),
  );
}

/** The accepted bid that leads its lot by the company's rule: at a house only one of ours negotiates. */
function mayBeAsked({ bid, lot, now, order, rivals, settings }: LockedBid): boolean {
  if (!isNegotiable({ lot, bidStatus: bid.status, now })) return false;
  const leading = nextOrder(order, rivals, settings.bidRule) ?? order;
  return leading?.kind === 'order' && leading.bidId === bid.bidId;
}
