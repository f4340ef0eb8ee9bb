import type { FullListRow } from '@seri/contract/feed/rows.ts';
import type { PoolClient } from 'pg';
import type { CopyLine } from './copy-text.ts';
import { copyInto } from './staging-queries.ts';

/** What lots work out of themselves and a first load has to know before they are written. */
const WORKED_OUT = ['trim_words', 'condition_band', 'mileage_band'];

/** All rows of a first load, and of the lots among them what decides which are taken. */
const STAGING = `
create temp table first_lots (like feed_lots_stage) on commit drop;
alter table first_lots add primary key (line), alter column line set statistics 10,
  alter column house set statistics 10, add column auction_day date
  generated always as (coalesce(given_day, (given_at at time zone 'Asia/Tokyo')::date)) stored;
create temp table first_results (like feed_outcomes_stage) on commit drop;
create temp table first_texts (line integer, raw text) on commit drop;
create temp table first_lists (line integer, list jsonb, raw text) on commit drop;
create temp table first_several (source text, source_id text) on commit drop;
create temp table first_left_out (line integer primary key) on commit drop;
create temp table first_taken (line integer primary key, raw text) on commit drop;
create temp table first_outcomes (line integer primary key, status smallint, sold_price_yen integer, told_at timestamptz(3))
  on commit drop`;

/** Whether nothing is there yet that a row could change. */
export async function isBeforeFirstLot(client: PoolClient): Promise<boolean> {
  const { rows } = await client.query<{ empty: boolean }>(
    `select not exists (select from lots) and not exists (select from lot_results)
              and not exists (select from feed_full_lists) as empty`,
  );
  return rows[0]?.empty ?? false;
}

export async function createFirstStaging(client: PoolClient): Promise<void> {
  await client.query(STAGING);
  const { rows } = await client.query<{ columns: string }>(
    `select string_agg(format('add column %I %s generated always as (%s) stored', attname,
                              format_type(atttypid, atttypmod), pg_get_expr(adbin, adrelid)), ', ') as columns
       from pg_attribute join pg_attrdef on adrelid = attrelid and adnum = attnum
      where attrelid = 'lots'::regclass and attname = any ($1)`,
    [WORKED_OUT],
  );
  await client.query(`alter table first_lots ${rows[0]?.columns}`);
}

export interface FirstRows {
  /** In the forms of `copy-text.ts`. */
  lots: CopyLine[];
  results: string[];
  /** What lines say whose place an earlier one may have. */
  texts: { line: number; raw: string }[];
  lists: { line: number; list: FullListRow; raw: string }[];
}

/** Puts rows with those that came before them; lot rows tell their outcome themselves. */
export async function stageFirstRows(client: PoolClient, { lots, results, texts, lists }: FirstRows): Promise<void> {
  if (lots.length > 0) await copyInto(client, 'first_lots', lots);
  if (results.length > 0) await copyInto(client, 'first_results', results);
  if (texts.length > 0)
    await client.query('insert into first_texts select * from unnest($1::integer[], $2::text[])', [
      texts.map(({ line }) => line),
      texts.map(({ raw }) => raw),
    ]);
  if (lists.length > 0)
    await client.query('insert into first_lists select * from unnest($1::integer[], $2::jsonb[], $3::text[])', [
      lists.map(({ line }) => line),
      lists.map(({ list }) => JSON.stringify(list)),
      lists.map(({ raw }) => raw),
    ]);
}

const LISTS_AT_ONCE = 50;

/** The staged lists, in the order of the file. */
export async function* findFirstLists(client: PoolClient) {
  for (let line = 0; ; ) {
    const { rows } = await client.query<{ line: number; list: FullListRow; raw: string }>(
      `select * from first_lists where line > $1 order by line limit ${LISTS_AT_ONCE}`,
      [line],
    );
    yield* rows;
    const last = rows.at(-1);
    if (!last) return;
    line = last.line;
  }
}

export async function findHouseNames(client: PoolClient): Promise<Set<string>> {
  const { rows } = await client.query<{ name: string }>('select name from auction_houses');
  return new Set(rows.map(({ name }) => name));
}
