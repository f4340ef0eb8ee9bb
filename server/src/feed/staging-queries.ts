import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { sql } from 'kysely';
import type { PoolClient, QueryResult } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { Tx } from '../platform/db.ts';
import type { CopyLine } from './copy-text.ts';
import { RULES_VERSION } from './name-queries.ts';
import { together } from './pieces.ts';

/** Two imports never merge at the same time: they would lock the same lots in different orders. */
const IMPORT_LOCK = 7_274_001;

const STAGING = `
create temp table if not exists feed_lots_stage (
  line integer, source text, source_id text, updated_at timestamptz(3), vehicle text, lot_source text, house text,
  given_at timestamptz(3), given_day date, lot_no integer, maker text, model text, grade text, year smallint,
  month smallint, engine_cc integer, gearbox text, drive text, color text, mileage_km integer, condition text,
  equip text, chassis_code text, chassis_number text, horse_power integer, start_price_yen integer,
  source_average_price_yen integer, images text[], sheet jsonb, remarks text,
  inspection jsonb, videos text[], mileage_note text, mileage_mark text, link text, is_private boolean, viewers integer[], is_demo boolean,
  source_names jsonb, status smallint, sold_price_yen integer, line_hash bigint
);
create temp table if not exists feed_outcomes_stage (
  line integer, source text, source_id text, updated_at timestamptz(3), status smallint, sold_price_yen integer,
  buyer_order_key text, from_lot boolean
);
create temp table if not exists feed_touched_lots (lot_id bigint);
create temp table if not exists feed_fresh_cells (
  vehicle text, maker text, model text, year smallint, trim_words text, condition_band smallint, mileage_band smallint,
  sales integer, yen bigint
);
create temp table if not exists feed_averages_due (id bigint primary key, yen integer, sales integer, level smallint)`;

export async function createStaging(client: PoolClient): Promise<void> {
  await client.query(STAGING);
  await client.query(
    'truncate feed_lots_stage, feed_outcomes_stage, feed_touched_lots, feed_fresh_cells, feed_averages_due',
  );
}

/** Sent as one: each of many small transactions waits for fewer answers. */
const BEGIN_LONG = `begin; select
  set_config('statement_timeout', '0', true), set_config('idle_in_transaction_session_timeout', '0', true),
  set_config('work_mem', '64MB', true), set_config('maintenance_work_mem', '128MB', true),
  set_config('synchronous_commit', 'off', true), set_config('plan_cache_mode', 'force_generic_plan', true)`;

/**
 * Opens a transaction without the limits of the request pools: a batch may take longer than a page. Its commit does not
 * wait for the disk, or each of many small ones would: what a power cut takes with it comes once more with the feed, and
 * the log has one order, so that whatever is written to disk later has this before it.
 */
export async function beginLong(client: PoolClient): Promise<void> {
  await client.query(BEGIN_LONG);
}

/** The commit of this transaction is answered when it and all before it are on disk. */
export const commitForGood = (client: PoolClient) => client.query('set local synchronous_commit to default');

/** Waits until no other import merges. */
export async function beginImport(client: PoolClient): Promise<void> {
  await client.query(`${BEGIN_LONG}; select pg_advisory_xact_lock(${IMPORT_LOCK})`);
}

/** Until this transaction ends. */
export const lockOutImports = (tx: Tx) => sql`select pg_advisory_xact_lock(${IMPORT_LOCK})`.execute(tx);

/**
 * Begins a transaction in which staged rows are merged, up to its savepoint; of what is only tried there is one already.
 * Answers under which rules of names it stands: none is decided on before its end.
 */
export async function beginPortion(client: PoolClient, isTried: boolean): Promise<number> {
  const begin = isTried ? '' : `${BEGIN_LONG}; select pg_advisory_xact_lock(${IMPORT_LOCK});`;
  const results: unknown = await client.query(`${begin} savepoint batch; ${RULES_VERSION}`);
  const { rows } = (results as QueryResult<{ version: number }>[]).at(-1) as QueryResult<{ version: number }>;
  return rows[0]?.version ?? 0;
}

/** Begins a transaction in which a piece of a batch is staged, up to its savepoint. */
export const beginPiece = (client: PoolClient) => client.query(`${BEGIN_LONG}; savepoint batch`);

export const commit = (client: PoolClient) => client.query('commit');
export const rollback = (client: PoolClient) => client.query('rollback');
export const savepoint = (client: PoolClient) => client.query('savepoint batch');
/** What was done since the last one stays; both at once, because an answer waits until rows have been read. */
export const nextSavepoint = (client: PoolClient) => client.query('release savepoint batch; savepoint batch');
export const releaseSavepoint = (client: PoolClient) => client.query('release savepoint batch');
export const backToSavepoint = (client: PoolClient) => client.query('rollback to savepoint batch');

/** What is staged outlives its transaction, for the portions it is merged in: the next batch clears it away. */
export const clearStaging = (client: PoolClient) => client.query('truncate feed_lots_stage, feed_outcomes_stage');

export async function unstageLines(client: PoolClient, lines: number[]): Promise<void> {
  await client.query('delete from feed_lots_stage where line = any($1)', [lines]);
  await client.query('delete from feed_outcomes_stage where line = any($1)', [lines]);
}

/** The rows staged of the lines that a parameter names: compared with each of them it took as long as all else. */
export const linesOf = (table: string, parameter: string): string =>
  `(select s.* from unnest(${parameter}::integer[]) given(line) join ${table} s using (line))`;

/** Lots whose averages are to be worked out. */
export async function noteTouched(client: PoolClient, lotIds: readonly number[]): Promise<void> {
  await client.query('insert into feed_touched_lots select * from unnest($1::bigint[])', [lotIds]);
}

/** They are noted on this connection no more. */
export async function takeTouched(client: PoolClient): Promise<number[]> {
  const { rows } = await client.query<{ lotIds: number[] | null }>(
    'select json_agg(lot_id) as "lotIds" from feed_touched_lots',
  );
  const lotIds = rows[0]?.lotIds ?? [];
  if (lotIds.length > 0) await client.query('truncate feed_touched_lots');
  return lotIds;
}

export async function stageRows(client: PoolClient, lots: CopyLine[], outcomes: CopyLine[]): Promise<void> {
  if (lots.length > 0) await copyInto(client, 'feed_lots_stage', lots);
  if (outcomes.length > 0) await copyInto(client, 'feed_outcomes_stage', outcomes);
}

export async function copyInto(client: PoolClient, table: string, lines: CopyLine[]): Promise<void> {
  const text = together(lines.map((line) => (typeof line === 'string' ? Buffer.from(line) : line)));
  await pipeline(Readable.from([Buffer.from(text.buffer)]), client.query(copyFrom(`copy ${table} from stdin`)));
  // PostgreSQL has answered: memory that is left to the garbage collector makes it go through all there is.
  text.buffer.transfer(0);
}

const FEW_ROWS = 1_000;

/** How many lots the statistics know of. */
export async function findKnownRows(client: PoolClient): Promise<number> {
  const { rows } = await client.query<{ known: number }>(
    `select reltuples::float8 as known from pg_class where oid = 'lots'::regclass`,
  );
  return rows[0]?.known ?? 0;
}

/**
 * Whether as much was written since as the statistics of lots know of. Of a table that grew from nothing they know nothing
 * yet, and each batch compares every row with every lot.
 */
export const areStatisticsOld = async (client: PoolClient, writtenSince: number): Promise<boolean> =>
  writtenSince > FEW_ROWS && writtenSince > (await findKnownRows(client));

export const makeStatistics = (client: PoolClient) => client.query('analyze lots, coming_prices');
