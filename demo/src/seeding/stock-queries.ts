import type { Db } from '@seri/server/platform/db/db.ts';

const CHEAP_YEN = { from: 200_000, to: 900_000 };

/** Fixed-price cars that a client of the demonstration can afford one after the other. */
export const findCheapStock = (db: Db, count: number) =>
  db
    .selectFrom('lots')
    .innerJoin('auction_houses', 'auction_houses.id', 'lots.house_id')
    .select((eb) => [
      'lots.id',
      eb.ref('lots.start_price_yen').$notNull().as('priceYen'),
      'auction_houses.haulage_yen as haulageYen',
    ])
    .where('lot_source', '=', 'stock')
    .where('vehicle', '=', 'car')
    .where((eb) => eb.not(eb.fn<boolean>('has_accepted_order', ['lots.id'])))
    .where('start_price_yen', '>=', CHEAP_YEN.from)
    .where('start_price_yen', '<=', CHEAP_YEN.to)
    .orderBy('start_price_yen')
    .orderBy('lots.id')
    .limit(count)
    .execute();
