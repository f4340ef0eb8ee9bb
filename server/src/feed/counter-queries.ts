import type { PoolClient } from 'pg';
import type { Database } from '../platform/db.ts';
import { beginImport, commit } from './staging-queries.ts';

/** A counter that does not say what the lots say. */
export interface Drift {
  page: string;
  facet: string;
  maker: string;
  model: string;
  value: string;
  counted: number;
  lots: number;
  /** Of each year, as the lots have it (migration 0075). */
  by_year: string;
}

type Source = Pick<Database, 'pool'>;

const DRIFT = `
select page, facet, maker, model, value, coalesce(counter.lots, 0) as counted, coalesce(hand.lots, 0) as lots,
       coalesce(hand.by_year, 0)::text as by_year
  from lot_counters counter full join lot_counters_by_hand hand using (page, facet, maker, model, value)
 where coalesce(counter.lots, 0) <> coalesce(hand.lots, 0) or coalesce(counter.by_year, 0) <> coalesce(hand.by_year, 0)
 order by 1, 2, 3, 4, 5`;

/** Counts all lots and compares; two minutes with eleven million, so it is asked once a night. */
export const countersDrift = (database: Source): Promise<Drift[]> =>
  inTransaction(database, beginSlow, async (client) => (await client.query<Drift>(DRIFT)).rows);

/** Puts every counter right that says something wrong, while nobody changes lots; answers those it found. */
export const repairCounters = (database: Source): Promise<Drift[]> =>
  inTransaction(database, beginImport, async (client) => {
    const { rows } = await client.query<Drift>(DRIFT);
    await client.query(
      `insert into lot_counters (page, facet, maker, model, value, lots, by_year)
       select * from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::integer[], $7::numeric[])
       on conflict (page, facet, maker, model, value) do update set lots = excluded.lots, by_year = excluded.by_year`,
      [
        ...(['page', 'facet', 'maker', 'model', 'value'] as const).map((key) => rows.map((row) => row[key])),
        rows.map((row) => row.lots),
        rows.map((row) => row.by_year),
      ],
    );
    await client.query('delete from lot_counters where lots = 0');
    return rows;
  });

const LOTS_AT_ONCE = 5_000;
const OVER = `select id from lots
 where coming_page in ('car-auction', 'bikes') and time_up < (now() at time zone 'Asia/Tokyo')::date`;

/** Yesterday's lots leave the coming pages. In small steps, so that an import waits no longer than for one of them. */
export async function turnDay(database: Source): Promise<number> {
  // Nearly always nothing is left to turn: then no import is asked to wait.
  if (!(await isFound(database, OVER))) return 0;
  for (let turned = 0; ; ) {
    const step = await inTransaction(database, beginImport, async (client) => {
      const { rowCount } = await client.query(
        `update lots set coming_page = null where id in (${OVER} order by coming_page, time_up limit ${LOTS_AT_ONCE})`,
      );
      return rowCount ?? 0;
    });
    turned += step;
    if (step < LOTS_AT_ONCE) return turned;
  }
}

const ACCEPTED = `select lot_id from bids where lot_source = 'stock' and status in (2, 6, 7)`;
const OUT_OF_STEP = `select id from lots where is_ordered and id not in (${ACCEPTED})
 union all select id from lots where id in (${ACCEPTED}) and not is_ordered`;

/** Fixed-price lots leave their page with the first accepted order and come back when it falls through (decisions D5.8). */
export async function followOrders(database: Source): Promise<number> {
  if (!(await isFound(database, OUT_OF_STEP))) return 0;
  return inTransaction(database, beginImport, async (client) => {
    const { rowCount } = await client.query(`update lots set is_ordered = not is_ordered where id in (${OUT_OF_STEP})`);
    return rowCount ?? 0;
  });
}

async function isFound({ pool }: Source, query: string): Promise<boolean> {
  const { rowCount } = await pool.query(`${query} limit 1`);
  return rowCount === 1;
}

/** Reads beside imports, however long it takes. */
export async function beginSlow(client: PoolClient): Promise<void> {
  await client.query('begin transaction read only');
  await client.query(`select set_config('statement_timeout', '0', true), set_config('work_mem', '256MB', true)`);
}

export async function inTransaction<T>(
  { pool }: Source,
  begin: (client: PoolClient) => Promise<void>,
  work: (client: PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  try {
    await begin(client);
    const result = await work(client);
    await commit(client);
    client.release();
    return result;
  } catch (error) {
    // The connection may stand in a broken transaction; it is not given back.
    client.release(true);
    throw error;
  }
}
