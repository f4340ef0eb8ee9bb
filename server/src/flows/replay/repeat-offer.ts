import { LOT_STATUS } from '@seri/contract/lots/statuses.ts';
import { acceptOffer, declineOffer } from '../../bids/negotiation/answer-offer.ts';
import { makeOffer, withdrawOffer } from '../../bids/negotiation/make-offer.ts';
import type { Database } from '../../platform/db/db.ts';
import { findOpenOfferOf, writeResult } from './stage-day-queries.ts';
import type { StoredEvent } from './stored-day.ts';

export const OFFER_EVENTS = ['offer_made', 'offer_withdrawn', 'offer_accepted', 'offer_declined'];

/** Repeats a step of a negotiation. The log has no event for a lot that was not sold in its auction, so the status is set first. */
export async function repeatOffer(database: Database, event: StoredEvent): Promise<void> {
  const { bidId, lotId, after } = event;
  const offerYen = after.offerYen ?? 0;
  const of = <K extends 'client' | 'manager'>(kind: K) => ({
    actor: { kind, userId: event.actorId ?? 0, requestId: `replay-${event.id}` },
    repeat: null,
  });
  await writeResult(database.db, { lotId, status: LOT_STATUS.notSold, soldPriceYen: null, buyerOrderKey: null });
  if (event.event === 'offer_made') {
    await makeOffer(database, { bidId, offerYen, ...of('manager') });
    return;
  }
  const offerId = await findOpenOfferOf(database.db, bidId);
  if (event.event === 'offer_withdrawn') await withdrawOffer(database, { offerId, ...of('manager') });
  else if (event.event === 'offer_declined') await declineOffer(database, { offerId, ...of('client') });
  else await acceptOffer(database, { offerId, seenYen: offerYen, terms: true, ...of('client') });
}
