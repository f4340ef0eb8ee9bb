import { consentReasons } from '@seri/contract/bids/negotiation.ts';
import { ApiError, NotFound } from '../../platform/calls/errors.ts';
import type { Database, Tx } from '../../platform/db/db.ts';
import type { IdempotencyKey } from '../../platform/http/register-route.ts';
import { factsOf } from '../core/bid-facts.ts';
import { changeBid, type LockedBid, lockBid } from '../core/change-bid.ts';
import { throwFirst } from '../core/errors.ts';
import { bidCommand } from '../core/transaction.ts';
import { assertOfferOpen } from './assert-offer-open.ts';
import { findOfferBid, settleOffer } from './negotiation-queries.ts';

interface Answer {
  offerId: number;
  actor: { kind: 'client'; userId: number; requestId: string };
  repeat: IdempotencyKey | null;
}

/**
 * Records the client's binding consent (docs/decisions/011): the offer becomes the amount of their bid, without overbid,
 * and goes to the agent in the same transaction. Throws NotFound, Bid.Terms, Bid.OfferChanged, Bid.OfferOver,
 * Bid.Restricted, Bid.Credit.
 */
export async function acceptOffer(
  database: Database,
  { seenYen, terms, ...answer }: Answer & { seenYen: number; terms: boolean },
) {
  if (!terms) throw new ApiError('Bid.Terms', { fields: { confirm: ['Errors.Terms'] } });
  return settle(database, answer, async (tx, context) => {
    const offer = await assertOfferOpen(tx, context, {
      offerId: answer.offerId,
      alreadySettledAs: 'accepted',
      seenYen,
    });
    if (offer.state === 'asked') await consent(tx, context, { ...answer, offerYen: offer.offerYen });
  });
}

/** Declines the offer. The bid and its exposure stay until the auction house reports (business-rules.md#negotiation). Throws NotFound, Bid.OfferChanged, Bid.OfferOver. */
export async function declineOffer(database: Database, answer: Answer) {
  return settle(database, answer, async (tx, context) => {
    const { offerId, actor } = answer;
    const offer = await assertOfferOpen(tx, context, { offerId, alreadySettledAs: 'declined' });
    if (offer.state !== 'asked') return;
    await settleOffer(tx, offerId, 'declined');
    await changeBid(tx, context, { to: {}, event: 'offer_declined', actor, more: { offerYen: offer.offerYen } });
  });
}

async function settle(
  { bidDb }: Database,
  { offerId, actor, repeat }: Answer,
  command: (tx: Tx, context: LockedBid) => Promise<void>,
) {
  const subject = await findOfferBid(bidDb, offerId);
  if (!subject) throw new NotFound();
  return bidCommand(bidDb, repeat, async (tx) => {
    await command(tx, await lockBid(tx, subject.bidId, actor));
    return { success: true as const };
  });
}

async function consent(tx: Tx, context: LockedBid, { offerId, offerYen, actor }: Answer & { offerYen: number }) {
  const { bid, order } = context;
  const terms = { amountYen: offerYen, adjustmentYen: 0 };
  throwFirst(consentReasons(factsOf(context, bid, { ...terms, exportTypeGiven: true })));
  await settleOffer(tx, offerId, 'accepted');
  await changeBid(tx, context, {
    // An order phoned through before the auction no longer counts: this order replaces it.
    to: { ...terms, notForwarded: false },
    event: 'offer_accepted',
    actor,
    more: { offerYen },
    order: {
      version: (order?.version ?? 0) + 1,
      kind: 'order',
      bidId: bid.bidId,
      clientId: bid.userId,
      maxYen: offerYen,
      overbidYen: 0,
      afterSale: true,
    },
  });
}
