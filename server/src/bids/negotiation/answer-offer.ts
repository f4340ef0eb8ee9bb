import { consentReasons } from '@seri/contract/bids/negotiation.ts';
import { NotFound, Refused } from '../../platform/calls/errors.ts';
import type { Database, Tx } from '../../platform/db/db.ts';
import { once } from '../../platform/http/idempotency.ts';
import type { RepeatKey } from '../../platform/http/register-route.ts';
import { factsOf } from '../core/bid-facts.ts';
import { changeBid, type LockedBid, lockBid } from '../core/change-bid.ts';
import { refuseFirst } from '../core/refuse.ts';
import { bidTransaction } from '../core/transaction.ts';
import { findOfferBid, settleOffer } from './negotiation-queries.ts';
import { refuseSettled } from './settled-offer.ts';

interface Answer {
  offerId: number;
  actor: { kind: 'client'; userId: number; requestId: string };
  repeat: RepeatKey | null;
}

/**
 * The client's binding consent (docs/decisions/011): the offer becomes the amount of his bid, without overbid, and goes
 * to the agent in the same transaction. Throws NotFound, Bid.Terms, Bid.OfferChanged, Bid.OfferOver, Bid.Restricted,
 * Bid.Credit.
 */
export async function acceptOffer(
  database: Database,
  { seenYen, terms, ...answer }: Answer & { seenYen: number; terms: boolean },
) {
  if (!terms) throw new Refused('Bid.Terms', { fields: { confirm: ['Errors.Terms'] } });
  return settle(database, answer, async (tx, context) => {
    const offer = await refuseSettled(tx, context, { offerId: answer.offerId, unless: 'accepted', seenYen });
    if (offer.state === 'asked') await consent(tx, context, { ...answer, offerYen: offer.offerYen });
  });
}

/** The bid stays as it was: nothing is freed before the auction house reports (business-rules.md#negotiation). Throws as above. */
export async function declineOffer(database: Database, answer: Answer) {
  return settle(database, answer, async (tx, context) => {
    const { offerId, actor } = answer;
    const offer = await refuseSettled(tx, context, { offerId, unless: 'declined' });
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
  return bidTransaction(bidDb, (tx) =>
    once(tx, repeat, async () => {
      await command(tx, await lockBid(tx, subject.bidId, actor));
      return { success: true as const };
    }),
  );
}

async function consent(tx: Tx, context: LockedBid, { offerId, offerYen, actor }: Answer & { offerYen: number }) {
  const { bid, order } = context;
  const terms = { amountYen: offerYen, adjustmentYen: 0 };
  refuseFirst(consentReasons(factsOf(context, bid, { ...terms, exportTypeGiven: true })));
  await settleOffer(tx, offerId, 'accepted');
  await changeBid(tx, context, {
    // What was phoned before the hall is over: from here on the order says it.
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
