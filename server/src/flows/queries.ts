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
    .select(['amount_yen', 'amount_at', 'lot_id', 'user_id'])
    .where('id', '=', bidId)
    .executeTakeFirstOrThrow();
