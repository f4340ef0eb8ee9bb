import { sql } from 'kysely';
import type { PoolClient } from 'pg';
import type { Tx } from '../../platform/db/db.ts';

/** Excludes concurrent merges, which would lock the same lots in different orders. */
const IMPORT_LOCK = 7_274_001;

/**
 * Lots imported together share heap pages. Written in turns, each finds free space on its own page, so that no index is
 * written.
 */
export const TURN_COUNT = 16;

const STAGING = `
create temp table if not exists feed_lots_stage (
  line integer, updated_at timestamptz(3), content_hash uuid, source text, source_id text, house text, vehicle text,
  lot_source text, given_at timestamptz(3), given_day date, lot_no integer, maker text, model text, grade text, year smallint,
  month smallint, engine_cc integer, gearbox text, drive text, color text, mileage_km integer, condition text,
  equip text, chassis_code text, chassis_number text, stated_facts jsonb, start_price_yen integer,
  source_average_price_yen integer, images text[], sheet jsonb, sheet_image text, odometer_image text, remarks text,
  inspection jsonb, videos text[], mileage_note text, mileage_mark text, link text, is_private boolean, viewers integer[], is_demo boolean,
  source_names jsonb, status smallint, sold_price_yen integer
);
create temp table if not exists feed_repeats_stage (
  line integer, updated_at timestamptz(3), content_hash uuid, source text, source_id text, house text
);
create temp table if not exists feed_outcomes_stage (
  line integer, source text, source_id text, updated_at timestamptz(3), status smallint, sold_price_yen integer,
  buyer_order_key text, from_lot boolean
);
create temp table if not exists feed_touched_lots (lot_id bigint);
create temp table if not exists feed_averages_due (
  id bigint, yen integer, sales integer, low integer, middle integer, high integer, stratum text, turn smallint generated always as (id % ${TURN_COUNT}) stored,
  primary key (turn, id)
)`;

export async function createStaging(client: PoolClient): Promise<void> {
  await client.query(STAGING);
  await client.query('truncate feed_touched_lots, feed_averages_due');
}

/** Sent in one message to save round trips of the many small transactions. */
const BEGIN_LONG = `begin; select
  set_config('statement_timeout', '0', true), set_config('idle_in_transaction_session_timeout', '0', true),
  set_config('work_mem', '64MB', true), set_config('maintenance_work_mem', '128MB', true),
  set_config('synchronous_commit', 'off', true), set_config('plan_cache_mode', 'force_generic_plan', true)`;

/**
 * Opens a transaction without the limits of the request pools, because a batch may take longer than a page. Its commit
 * does not wait for the disk, which would slow down many small transactions. Changes lost in a power failure return
 * with the feed, and the log is sequential: nothing written later can be durable without them.
 */
export async function beginLong(client: PoolClient): Promise<void> {
  await client.query(BEGIN_LONG);
}

/** Makes the commit of this transaction wait until it and all earlier ones are on disk. */
export const commitForGood = (client: PoolClient) => client.query('set local synchronous_commit to default');

const BEGIN_IMPORT = `${BEGIN_LONG}; select pg_advisory_xact_lock(${IMPORT_LOCK})`;

/** Waits until no other import merges. */
export async function beginImport(client: PoolClient): Promise<void> {
  await client.query(BEGIN_IMPORT);
}

/** Blocks imports until this transaction ends. */
export const lockOutImports = (tx: Tx) => sql`select pg_advisory_xact_lock(${IMPORT_LOCK})`.execute(tx);

export const commit = (client: PoolClient) => client.query('commit');
export const rollback = (client: PoolClient) => client.query('rollback');

const TRUNCATE = 'truncate feed_lots_stage, feed_repeats_stage, feed_outcomes_stage';
/** Keeps the pages and thereby the cached plan of the merge; planning takes as long as merging a hundred rows. */
const DELETE = 'delete from feed_lots_stage; delete from feed_repeats_stage; delete from feed_outcomes_stage';

interface PortionOptions {
  /** Part of one dry-run transaction instead of its own transaction. */
  isDryRun: boolean;
  /** A later portion of a batch whose first portion has emptied the staging tables. */
  isFurther: boolean;
}

/** Begins a portion with empty staging tables. */
export const beginPortion = (client: PoolClient, { isDryRun, isFurther }: PortionOptions) =>
  client.query(`${isDryRun ? '' : `${BEGIN_IMPORT}; `}${isFurther ? DELETE : TRUNCATE}; savepoint portion`);
export const undoPortion = (client: PoolClient, isDryRun: boolean) =>
  client.query(isDryRun ? 'rollback to savepoint portion' : 'rollback');

/** Records lots whose averages must be recomputed. */
export async function recordTouched(client: PoolClient, lotIds: readonly number[]): Promise<void> {
  await client.query('insert into feed_touched_lots select * from unnest($1::bigint[])', [lotIds]);
}

const MIN_ROWS = 1_000;
const MANY_TIMES = 8;

/** Number of lots in the planner's statistics. */
async function findKnownRows(client: PoolClient): Promise<number> {
  const { rows } = await client.query<{ known: number }>(
    `select reltuples::float8 as known from pg_class where oid = 'lots'::regclass`,
  );
  return rows[0]?.known ?? 0;
}

/**
 * Whether the rows written since the last ANALYZE are many times those in the statistics of `lots`. A table grown from
 * nothing has no statistics yet, and the queries after each batch would compare every row with every lot.
 */
export const areStatisticsOld = async (client: PoolClient, writtenSince: number): Promise<boolean> =>
  writtenSince > MIN_ROWS && writtenSince > MANY_TIMES * (await findKnownRows(client));

export const makeStatistics = (client: PoolClient) => client.query('analyze lots');
