import type { Negotiation } from '@seri/contract/bids/negotiation.ts';
import type { Offer } from '@seri/contract/bids/negotiation-routes.ts';
import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/db.ts';

/** Newest first. */
export const findOffers = (db: Db, bidId: number) =>
  db
    .selectFrom('negotiation_offers')
    .innerJoin('users', 'users.id', 'negotiation_offers.asked_by')
    .select([
      'negotiation_offers.id as offerId',
      'offer_yen as offerYen',
      'state',
      'asked_at as askedAt',
      'settled_at as settledAt',
      'users.full_name as managerName',
    ])
    .$narrowType<{ state: Offer['state'] }>()
    .where('bid_id', '=', bidId)
    .orderBy('negotiation_offers.id', 'desc')
    .execute();

export async function findNegotiation(db: Db, bidId: number) {
  const { rows } = await sql<{
    userId: number;
    bidAmount: number;
    bidStatus: number;
    negotiation: Negotiation | null;
  }>`
    select user_id as "userId", amount_yen as "bidAmount", status as "bidStatus", bid_negotiation(bids) as negotiation
    from bids where id = ${bidId}`.execute(db);
  return rows[0];
}

/** The bid of an offer; it never changes. */
export const findOfferBid = (db: Db, offerId: number) =>
  db.selectFrom('negotiation_offers').select('bid_id as bidId').where('id', '=', offerId).executeTakeFirst();

/** The unanswered offer of a locked lot. */
export const findOpenOffer = (tx: Tx, lotId: number) =>
  tx
    .selectFrom('negotiation_offers')
    .select(['id as offerId', 'bid_id as bidId', 'offer_yen as offerYen'])
    .where('lot_id', '=', lotId)
    .where('state', '=', 'asked')
    .executeTakeFirst();

export const findOffer = (tx: Tx, offerId: number) =>
  tx
    .selectFrom('negotiation_offers')
    .select(['offer_yen as offerYen', 'state'])
    .where('id', '=', offerId)
    .executeTakeFirstOrThrow();

export const insertOffer = (
  tx: Tx,
  offer: { bidId: number; lotId: number; offerYen: number; askedBy: number | null },
) =>
  tx
    .insertInto('negotiation_offers')
    .values({ bid_id: offer.bidId, lot_id: offer.lotId, offer_yen: offer.offerYen, asked_by: offer.askedBy ?? 0 })
    .returning('id as offerId')
    .executeTakeFirstOrThrow();

export const settleOffer = (tx: Tx, offerId: number, state: 'accepted' | 'declined' | 'replaced' | 'withdrawn') =>
  tx
    .updateTable('negotiation_offers')
    .set({ state, settled_at: sql<Date>`clock_timestamp()` })
    .where('id', '=', offerId)
    .where('state', '=', 'asked')
    .execute();
