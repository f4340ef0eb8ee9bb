import type { PoolClient } from 'pg';

/** Indexes of lots that are rare in an archive: to build one takes as long as to read all lots. */
const OF_FEW = 'coming_page|outcome_pending|is_ordered|source_names|4531';

const INDEXES = `
select format('drop index %s', i.indexrelid::regclass) as off, pg_get_indexdef(i.indexrelid) as on
  from pg_index i
 where i.indrelid = 'lots'::regclass
   and not exists (select from pg_constraint c where c.conindid = i.indexrelid and c.conrelid = i.indrelid)
   and not ($1 and i.indpred is not null and pg_get_expr(i.indpred, i.indrelid) ~ '${OF_FEW}')
 order by i.indexrelid::regclass::text`;
const CONSTRAINTS = `
select format('alter table lots drop constraint %I', conname) as off,
       format('alter table lots add constraint %I %s', conname, pg_get_constraintdef(oid)) as on
  from pg_constraint where conrelid = 'lots'::regclass and contype in ('u', 'f') order by contype desc, conname`;

/**
 * Takes off whatever is looked up for each lot that is written: indexes but for that of ids, unique places and numbers, the
 * houses. Answers the statements that bring them back, and with that check all lots at once. With `fewRunning` indexes of
 * coming lots stay.
 */
export async function bareLots(client: PoolClient, { fewRunning }: { fewRunning: boolean }): Promise<string[]> {
  const indexes = await client.query<{ off: string; on: string }>(INDEXES, [fewRunning]);
  const constraints = await client.query<{ off: string; on: string }>(CONSTRAINTS);
  const all = [...indexes.rows, ...constraints.rows];
  for (const { off } of all) await client.query(off);
  return all.map(({ on }) => on);
}

const OF_EVERY_COLUMN = `
select string_agg(quote_ident(attname), ', ') filter (where attstattarget > 100) as "lookedInto",
       string_agg(quote_ident(attname), ', ') filter (where attstattarget is null or attstattarget between 1 and 100) as others
  from pg_attribute where attrelid = 'lots'::regclass and attnum > 0 and not attisdropped`;

/**
 * Before the indexes are built, which know how many lots are in them: ANALYZE would ask of each lot whether it belongs into
 * each of them. The columns that want a large sample by themselves: one sample is as large for all.
 */
export async function analyzeBareLots(client: PoolClient): Promise<void> {
  const { rows } = await client.query<{ lookedInto: string; others: string }>(OF_EVERY_COLUMN);
  for (const columns of [rows[0]?.lookedInto, rows[0]?.others]) await client.query(`analyze lots (${columns})`);
}

/** After a first load: listings cut their pages out of indexes alone only where vacuum has been. */
export async function tidyLots(client: PoolClient): Promise<void> {
  await client.query('set statement_timeout = 0');
  await client.query('vacuum lots');
  await client.query('vacuum (analyze) coming_prices');
  await client.query('reset statement_timeout');
}
