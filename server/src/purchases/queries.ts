import type { PurchasedQuery } from '@seri/contract/purchases/routes.ts';
import { type Insertable, type SqlBool, sql } from 'kysely';
import type { Db, Tx } from '../platform/db.ts';
import type { Purchases } from '../platform/tables.ts';

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
      'purchases.total_yen',
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

export const findPurchase = (db: Db, userId: number, purchaseId: number) =>
  ownPurchases(db, userId)
    .select([
      'purchases.id',
      'purchases.lot_id',
      'purchases.purchased_on',
      'purchases.status',
      'purchases.car_price_yen',
      'purchases.agent_fee_yen',
      'purchases.haulage_yen',
      'purchases.total_yen',
      'purchases.export_port',
      'purchases.export_type',
      'lots.lot_no',
      'lots.maker',
      'lots.model',
      'lots.year',
      'lots.month',
      'lots.chassis_number',
      'lots.mileage_km',
      'lots.engine_cc',
      'lots.color',
      'lots.images',
      'lots.vehicle',
      'lots.lot_source',
      'auction_houses.name as auction',
    ])
    .where('purchases.id', '=', purchaseId)
    .executeTakeFirst();
export type PurchaseDetailsRow = NonNullable<Awaited<ReturnType<typeof findPurchase>>>;

export const insertPurchase = (tx: Tx, purchase: Insertable<Purchases>) =>
  tx
    .insertInto('purchases')
    .values(purchase)
    .onConflict((conflict) => conflict.column('lot_id').doNothing())
    .returning('id')
    .executeTakeFirst();
