import type { StoredEstimate } from '@seri/contract/purchases/finances.ts';
import { sql } from 'kysely';
import type { Db } from '../platform/db/db.ts';
import { chargedYen } from './queries.ts';

/** Whose purchases are visible: a user's own by the user id, everybody's with null. */
export type Owner = number | null;

export const findDetails = (db: Db, purchaseId: number, owner: Owner) =>
  db
    .selectFrom('purchases')
    .innerJoin('lots', 'lots.id', 'purchases.lot_id')
    .innerJoin('auction_houses', 'auction_houses.id', 'lots.house_id')
    .innerJoin('users', 'users.id', 'purchases.user_id')
    .where('purchases.id', '=', purchaseId)
    .$if(owner !== null, (found) => found.where('purchases.user_id', '=', owner))
    .select([
      'purchases.id',
      'purchases.user_id',
      'purchases.sku',
      'purchases.lot_id',
      'purchases.purchased_on',
      'purchases.status',
      'purchases.car_price_yen',
      'purchases.agent_fee_yen',
      'purchases.haulage_yen',
      'purchases.export_port',
      'purchases.export_type',
      'purchases.consignee_id',
      'purchases.notify_party_id',
      'purchases.stock_yard',
      'purchases.yard_arrival_eta',
      'purchases.shipping_line',
      'purchases.vessel',
      'purchases.voyage',
      'purchases.destination',
      'purchases.discharge_port',
      'purchases.etd',
      'purchases.eta',
      'purchases.note',
      'lots.lot_no',
      'lots.maker',
      'lots.model',
      'lots.year',
      'lots.month',
      'lots.facts',
      'lots.chassis_number',
      'lots.mileage_km',
      'lots.mileage_mark',
      'lots.displacement_cc',
      'lots.color',
      'lots.images',
      'lots.vehicle',
      'lots.lot_source',
      'auction_houses.name as auction',
      'users.full_name',
      'users.company',
      'users.email',
      'users.mobile',
      'users.address',
      'users.city',
      'users.country_id',
      chargedYen.as('total_yen'),
      sql<StoredEstimate | null>`purchases.estimate`.as('estimate'),
    ])
    .executeTakeFirst();
export type DetailsRow = NonNullable<Awaited<ReturnType<typeof findDetails>>>;

export const findDocuments = (db: Db, purchaseId: number) =>
  db
    .selectFrom('purchase_documents')
    .select(['id', 'kind', 'name', 'type'])
    .where('purchase_id', '=', purchaseId)
    .where('removed_at', 'is', null)
    .orderBy('id')
    .execute();

export const findDueDates = (db: Db, purchaseId: number) =>
  db.selectFrom('purchase_due_dates').select(['kind', 'due_on']).where('purchase_id', '=', purchaseId).execute();

/** Returns the last day in Japan on which each status was set. */
export async function findSteps(db: Db, purchaseId: number): Promise<{ status: number; reachedOn: string }[]> {
  const { rows } = await sql<{ status: number; reachedOn: string }>`
    select (data ->> 'status')::integer as status, max((at at time zone 'Asia/Tokyo')::date) as "reachedOn"
      from purchase_events where purchase_id = ${purchaseId} and kind = 'status'
     group by 1 order by 1`.execute(db);
  return rows;
}

/** Returns a document that is not removed, with its purchase. */
export const findDocument = (db: Db, documentId: number, owner: Owner) =>
  db
    .selectFrom('purchase_documents')
    .innerJoin('purchases', 'purchases.id', 'purchase_documents.purchase_id')
    .select(['kind', 'name', 'type', 'stored_as', 'purchases.sku'])
    .where('purchase_documents.id', '=', documentId)
    .where('removed_at', 'is', null)
    .$if(owner !== null, (found) => found.where('purchases.user_id', '=', owner))
    .executeTakeFirst();

/** Returns the day in Japan of the last ledger entry of a purchase. */
export const findIssued = (db: Db, purchaseId: number) =>
  db
    .selectFrom('ledger_postings')
    .select('booked_on as day')
    .where('purchase_id', '=', purchaseId)
    .where('kind', 'in', ['car_purchase', 'fee', 'freight', 'correction'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();

/** Returns the changes of a purchase and their actors, newest first. */
export const findPurchaseEvents = (db: Db, purchaseId: number, count: number) =>
  db
    .selectFrom('purchase_events')
    .leftJoin('users as actor', 'actor.id', 'purchase_events.user_id')
    .leftJoin('service_tokens', 'service_tokens.id', 'purchase_events.token_id')
    .select((eb) => ['at', 'kind', 'data', eb.fn.coalesce('actor.full_name', 'service_tokens.name').as('by')])
    .where('purchase_id', '=', purchaseId)
    .orderBy('purchase_events.id', 'desc')
    .limit(count)
    .execute();
