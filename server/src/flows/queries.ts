import { BID_STATUS } from '@seri/contract/bids/statuses.ts';
import { LOT_STATUS } from '@seri/contract/lots/statuses.ts';
import { sql } from 'kysely';
import type { Db, Tx } from '../platform/db/db.ts';

export async function readClock(db: Db | Tx): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db);
  return rows[0]?.now ?? new Date();
}

/** Wins reported by the auction house that are due for settlement. */
export const findDueWins = (db: Db, afterMinutes: number) =>
  db
    .selectFrom('bids')
    .innerJoin('lots', 'lots.id', 'bids.lot_id')
    .select('bids.id')
    .where('bids.status', '=', BID_STATUS.win)
    .where('bids.sold_price_yen', 'is not', null)
    .where('lots.status', 'in', [LOT_STATUS.sold, LOT_STATUS.soldByNegotiation])
    .where('lots.outcome_pending', '=', false)
    .where(sql<boolean>`bids.status_at + make_interval(mins => ${afterMinutes}) <= clock_timestamp()`)
    .orderBy('bids.id')
    .limit(100)
    .execute();

/** The fields of a lot and its auction house that a purchase and its posting record. */
export const findBoughtLot = (tx: Tx, lotId: number) =>
  tx
    .selectFrom('lots')
    .innerJoin('auction_houses', 'auction_houses.id', 'lots.house_id')
    .select([
      'lots.maker',
      'lots.model',
      'lots.chassis_number',
      'lots.auction_day',
      'lots.lot_source',
      'auction_houses.haulage_yen',
      'auction_houses.export_port',
    ])
    .where('lots.id', '=', lotId)
    .executeTakeFirstOrThrow();

/** Input of a bid's landed cost. */
export const findWonBid = (tx: Tx, bidId: number) =>
  tx
    .selectFrom('bids')
    .innerJoin('lots', 'lots.id', 'bids.lot_id')
    .innerJoin('auction_houses', 'auction_houses.id', 'lots.house_id')
    .innerJoin('users', 'users.id', 'bids.user_id')
    .select([
      'bids.amount_yen',
      'bids.amount_at',
      'users.country_id',
      'lots.vehicle',
      'lots.engine_cc',
      'lots.horse_power',
      'lots.year',
      'lots.month',
      'auction_houses.name as house',
      'auction_houses.haulage_yen',
    ])
    .where('bids.id', '=', bidId)
    .executeTakeFirstOrThrow();

/** The month in which a vehicle was built or first registered; null if the source does not give it. */
export const findBuiltMonth = async (db: Db, lotId: number): Promise<number | null> =>
  (await db.selectFrom('lots').select('month').where('id', '=', lotId).executeTakeFirst())?.month ?? null;
