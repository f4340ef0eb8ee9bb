import { applyLotResult } from '../../bids/outcomes/apply-lot-result.ts';
import { createLot, runUnsold } from '../fixtures/lots.ts';
import { createPerson, type Person, type PersonOptions } from '../http/people.ts';
import { type BidFixture, bidFixture } from './bid-fixture.ts';

/** The bid fixture with helpers for a seller, a client and an auction house after a car was not sold at its auction. */
export async function negotiationFixture() {
  const fixture = await bidFixture();
  const { db, database, maria } = fixture;
  const post = (person: Person | null, call: string, body: object, headers: object = {}) =>
    fixture.ask(person, 'POST', `/v1/bid/${call}`, body, headers);
  const view = (person: Person | null, bidId: number) =>
    fixture.ask(person, 'GET', `/v1/bid/negotiation?bidId=${bidId}`);
  const makeOffer = (bidId: number, amount = 560_000, person: Person | null = maria) =>
    post(person, 'make-offer', { bidId, amount });
  /** An accepted bid of 500,000 yen that was ordered and was too low at the auction. */
  const unsold = async (more: PersonOptions = {}) => {
    const anna = await createPerson(db, more);
    const lotId = await createLot(db);
    const bidId = await fixture.placed(anna, lotId, 500_000);
    await fixture.setStatus(maria, bidId, 2);
    await runUnsold(db, lotId);
    return { anna, lotId, bidId };
  };
  return {
    ...fixture,
    client: (more: PersonOptions = {}) => createPerson(db, more),
    makeOffer,
    accept: (person: Person | null, offerId: number, more: object = {}, headers: object = {}) =>
      post(person, 'accept-offer', { offerId, amount: 560_000, confirm: 1, ...more }, headers),
    decline: (person: Person | null, offerId: number) => post(person, 'decline-offer', { offerId }),
    withdraw: (person: Person | null, offerId: number) => post(person, 'withdraw-offer', { offerId }),
    view,
    unsold,
    /** The seller then makes a counter-offer of 560,000 yen. */
    asked: async (more: PersonOptions = {}) => {
      const lot = await unsold(more);
      const { status, body } = await makeOffer(lot.bidId);
      if (status !== 200) throw new Error(JSON.stringify(body));
      return { ...lot, offerId: body.offerId as number };
    },
    report: async (lotId: number, status: number, more: object = {}) => {
      await db.updateTable('lots').set({ status }).where('id', '=', lotId).execute();
      const result = { lotId, status, soldPriceYen: null, buyerOrderKey: null, now: new Date(), ...more };
      return database.bidDb.transaction().execute((tx) => applyLotResult(tx, result));
    },
    stateOf: async (bidId: number) => (await view(maria, bidId)).body.negotiation?.state ?? null,
    offerStates: async (bidId: number) =>
      (await view(maria, bidId)).body.offers.map(({ state }: { state: string }) => state),
    log: async (bidId: number) => (await fixture.events(bidId)).map(({ event }) => event),
  };
}
export type NegotiationFixture = Awaited<ReturnType<typeof negotiationFixture>>;

/** Answers to a seller's offer; acceptance is twice as frequent. */
export const OFFER_CALLS = ['accept', 'accept', 'decline', 'withdraw'] as const;

/** Gives this answer to the newest offer on the bid, whether it is still open or not. */
export async function answerNewestOffer(
  { db, ask, maria }: BidFixture,
  client: Person | null,
  { bidId, call }: { bidId: number; call: (typeof OFFER_CALLS)[number] },
) {
  const offer = await db
    .selectFrom('negotiation_offers')
    .select(['id', 'offer_yen'])
    .where('bid_id', '=', bidId)
    .orderBy('id', 'desc')
    .executeTakeFirst();
  if (!offer) return undefined;
  const more = call === 'accept' ? { amount: offer.offer_yen, confirm: 1 } : {};
  return ask(call === 'withdraw' ? maria : client, 'POST', `/v1/bid/${call}-offer`, { offerId: offer.id, ...more });
}
