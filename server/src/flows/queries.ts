import { BID_STATUS } from '@seri/contract/bids/statuses.ts';
import { LOT_STATUS } from '@seri/contract/lots/statuses.ts';
import { sql } from 'kysely';
import type { Db, Tx } from '../platform/db.ts';
import { JOBS } from '../platform/jobs.ts';

export async function readClock(db: Db | Tx): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db);
  return rows[0]?.now ?? new Date();
}

/** The job starts with the commit at the earliest; a win that is told again keeps its first hour. */
export async function scheduleSettlement(tx: Tx, bidId: number, afterMinutes: number): Promise<void> {
  await sql`select graphile_worker.add_job('settle_win', json_build_object('bidId', ${bidId}::bigint),
    run_at := clock_timestamp() + make_interval(mins => ${afterMinutes}),
    job_key := ${`settle:${bidId}`}, max_attempts := ${JOBS.settle_win.attempts}::int, job_key_mode := 'preserve_run_at')`.execute(
    tx,
  );
}

/** Wins reported by the auction house that should be settled by now, because the delay was shortened. */
export const findOverdueWins = (db: Db, afterMinutes: number) =>
  db
    .selectFrom('bids')
    .innerJoin('lots', 'lots.id', 'bids.lot_id')
    .select('bids.id')
    .where('bids.status', '=', BID_STATUS.win)
    .where('bids.sold_price_yen', 'is not', null)
    .where('lots.status', 'in', [LOT_STATUS.sold, LOT_STATUS.soldByNegotiation])
    .where('lots.outcome_pending', '=', false)
    .where(
      sql<boolean>`bids.status_at + make_interval(mins => ${afterMinutes}) < clock_timestamp() - interval '5 seconds'`,
    )
    .orderBy('bids.id')
    .limit(100)
    .execute();

/** What the purchase and its posting say about the lot and its house. */
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

/** What the landed cost of a bid is computed from. */
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

/** The month a vehicle was built or first registered in, where its source says so. */
export const findBuiltMonth = async (db: Db, lotId: number): Promise<number | null> =>
  (await db.selectFrom('lots').select('month').where('id', '=', lotId).executeTakeFirst())?.month ?? null;
