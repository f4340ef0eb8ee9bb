import type { PoolClient } from 'pg';

/** What indexes hold lots by that are rare in an archive (`first-judging-queries.ts` says which lots those are). */
export const OF_RARE = 'coming_page|outcome_pending|is_ordered|^is_private|source_names|4531|bike';

const INDEXES = `
select format('drop index %s', i.indexrelid::regclass) as off, pg_get_indexdef(i.indexrelid) as on,
       coalesce(pg_get_expr(i.indpred, i.indrelid) ~ '${OF_RARE}', false) as "isOfRare"
  from pg_index i
 where i.indrelid = 'lots'::regclass
   and not exists (select from pg_constraint c where c.conindid = i.indexrelid and c.conrelid = i.indrelid)
 order by i.indexrelid::regclass::text`;
const CONSTRAINTS = `
select format('alter table lots drop constraint %I', conname) as off,
       format('alter table lots add constraint %I %s', conname, pg_get_constraintdef(oid)) as on
  from pg_constraint where conrelid = 'lots'::regclass and contype in ('u', 'f') order by contype desc, conname`;
/** Those of inserts: even of one that is switched off the rows are kept for it. */
const TRIGGERS = `
select format('drop trigger %I on lots', tgname) as off, pg_get_triggerdef(oid) as on
  from pg_trigger where tgrelid = 'lots'::regclass and not tgisinternal and tgtype & 4 > 0 order by tgname`;

interface Bared {
  /** Brings back the indexes of lots that are rare in an archive. */
  rare: string[];
  /** Brings back all else. */
  rest: string[];
}

/**
 * Takes off whatever is looked up or done for each lot that is written: indexes but for that of ids, unique places and
 * numbers, the houses, triggers. Answers the statements that bring them back, and with that check all lots at once.
 */
export async function bareLots(client: PoolClient): Promise<Bared> {
  const indexes = await client.query<{ off: string; on: string; isOfRare: boolean }>(INDEXES);
  const constraints = await client.query<{ off: string; on: string }>(CONSTRAINTS);
  const triggers = await client.query<{ off: string; on: string }>(TRIGGERS);
  for (const { off } of [...indexes.rows, ...constraints.rows, ...triggers.rows]) await client.query(off);
  return {
    rare: indexes.rows.filter(({ isOfRare }) => isOfRare).map(({ on }) => on),
    rest: [...indexes.rows.filter(({ isOfRare }) => !isOfRare), ...constraints.rows, ...triggers.rows].map(
      ({ on }) => on,
    ),
  };
}

/** A sample of 9,000 lots: it has to do for the minutes until PostgreSQL itself has looked. */
const ROUGH = 30;

const LARGE_SAMPLES = `
select string_agg(format('alter column %I set statistics ${ROUGH}', attname), ', ') as off,
       string_agg(format('alter column %I set statistics %s', attname, attstattarget), ', ') as on
  from pg_attribute where attrelid = 'lots'::regclass and attstattarget > ${ROUGH} and not attisdropped`;

/**
 * Before the large indexes are built, which know how many lots are in them: ANALYZE would ask of each lot whether it belongs
 * into each of them. PostgreSQL gathers all of it again within minutes, with the samples that columns want.
 */
export async function analyzeBareLots(client: PoolClient): Promise<void> {
  const { rows } = await client.query<{ off: string | null; on: string | null }>(LARGE_SAMPLES);
  const [large] = rows;
  if (large?.off) await client.query(`alter table lots ${large.off}`);
  await client.query(`set local default_statistics_target = ${ROUGH}`);
  await client.query('analyze lots');
  await client.query('reset default_statistics_target');
  if (large?.on) await client.query(`alter table lots ${large.on}`);
}

/** After a first load: listings cut their pages out of indexes alone only where vacuum has been. */
export async function tidyLots(client: PoolClient): Promise<void> {
  await client.query('set statement_timeout = 0');
  await client.query('vacuum lots');
  await client.query('vacuum (analyze) coming_prices');
  await client.query('reset statement_timeout');
}
