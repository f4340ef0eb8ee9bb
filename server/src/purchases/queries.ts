import type { PurchasedQuery } from '@seri/contract/purchases/list-search.ts';
import { type Insertable, type SqlBool, sql } from 'kysely';
import type { Db, Tx } from '../platform/db/db.ts';
import type { Purchases } from '../platform/db/tables.ts';

/** The ledger's cost of a purchase to its client; payments and refunds are not costs. */
export const chargedYen = sql<number>`(
  select coalesce(-sum(e.amount_yen), 0)::bigint
    from ledger_postings p join ledger_entries e on e.posting_id = p.id join ledger_accounts a on a.id = e.account_id
   where p.purchase_id = purchases.id and a.user_id = purchases.user_id
     and (p.kind in ('car_purchase', 'fee', 'freight') or p.kind = 'correction' and not exists (
       select from ledger_postings first where first.id = p.corrects_id
          and first.kind not in ('car_purchase', 'fee', 'freight'))))`;

const ownPurchases = (db: Db, userId: number) =>
  db
    .selectFrom('purchases')
    .innerJoin('lots', 'lots.id', 'purchases.lot_id')
    .innerJoin('auction_houses', 'auction_houses.id', 'lots.house_id')
    .where('purchases.user_id', '=', userId);

function matching(db: Db, userId: number, { qSearch, dateFrom, dateTo, status }: PurchasedQuery) {
  const words = qSearch?.trim().replace(/[\\%_]/g, '\\$&');
  return ownPurchases(db, userId)
    .$if(!!words, (found) =>
      found.where(
        sql<SqlBool>`(lots.chassis_number ilike ${`%${words}%`} or lots.maker || ' ' || lots.model ilike ${`%${words}%`}
          or lots.lot_no::text = ${words ?? ''} or purchases.sku ilike ${words ?? ''})`,
      ),
    )
    .$if(dateFrom !== undefined, (found) => found.where('purchases.purchased_on', '>=', dateFrom ?? ''))
    .$if(dateTo !== undefined, (found) => found.where('purchases.purchased_on', '<=', dateTo ?? ''))
    .$if(status !== undefined, (found) => found.where('purchases.status', '=', Number(status)));
}

export const findPurchases = (db: Db, userId: number, query: PurchasedQuery) =>
  matching(db, userId, query)
    .select([
      'purchases.id',
      'purchases.sku',
      'purchases.lot_id',
      'purchases.purchased_on',
      'purchases.status',
      'purchases.export_port',
      'purchases.voyage',
      'purchases.etd',
      'purchases.eta',
      'lots.lot_no',
      'lots.maker',
      'lots.model',
      'lots.year',
      'lots.chassis_number',
      'lots.images',
      'auction_houses.name as auction',
      chargedYen.as('total_yen'),
    ])
    .orderBy('purchases.purchased_on', 'desc')
    .orderBy('purchases.id', 'desc')
    .limit(query.pageSize)
    .offset((query.page - 1) * query.pageSize)
    .execute();
export type PurchaseRow = Awaited<ReturnType<typeof findPurchases>>[number];

export async function countPurchases(db: Db, userId: number, query: PurchasedQuery) {
  const [found, all] = await Promise.all(
    [matching(db, userId, query), ownPurchases(db, userId)].map((rows) =>
      rows.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow(),
    ),
  );
  return { found: found?.count ?? 0, all: all?.count ?? 0 };
}

/** Returns a user's purchase with the fields that other capabilities need: its lot and its photos. */
export const findPurchase = (db: Db, userId: number, purchaseId: number) =>
  ownPurchases(db, userId)
    .select([
      'purchases.lot_id',
      'purchases.purchased_on',
      'lots.lot_no',
      'lots.images',
      'auction_houses.name as auction',
    ])
    .where('purchases.id', '=', purchaseId)
    .executeTakeFirst();

export const findPurchaseOf = async (db: Db, bidId: number): Promise<number> =>
  (await db.selectFrom('purchases').select('id').where('bid_id', '=', bidId).executeTakeFirstOrThrow()).id;

export const insertPurchase = (tx: Tx, purchase: Insertable<Purchases>) =>
  tx
    .insertInto('purchases')
    .values(purchase)
    .onConflict((conflict) => conflict.column('lot_id').doNothing())
    .returning('id')
    .executeTakeFirst();
