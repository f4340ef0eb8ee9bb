import type { PoolClient } from 'pg';

/** After so many the statistics are those of another table, and the plan takes minutes. */
const MANY_ROWS = 10_000;

const KEY = ['vehicle', 'maker', 'model', 'year', 'trim_words', 'condition_band', 'mileage_band', 'is_sale'];
const key = (alias: string) => KEY.map((column) => `${alias}.${column}`).join(', ');
const LIKENESS = KEY.slice(0, -1).join(', ');

/** What `lots_to_price` rests on, worked out once per likeness; its own sale counts for no lot. */
const AVERAGES = `
priced as materialized (
  select k.*, p.* from (select distinct ${key('t')} from lots_to_price t) k
    left join lateral price_of_alike(k.vehicle, k.maker, k.model, k.year, k.trim_words, k.condition_band,
                                     k.mileage_band, k.is_sale::integer) p on true
), averages as (
  select t.id, p.sales, p.level,
         round((p.yen - case when t.is_sale then t.sold_price_yen else 0 end)::numeric / p.sales)::integer as yen
    from lots_to_price t join priced p on row(${key('p')}) = row(${key('t')})
)`;
const WRITE_AVERAGES = `${AVERAGES}
update lots l set average_price_yen = a.yen, average_sales = a.sales, average_level = a.level
  from averages a
 where l.id = a.id and row(l.average_price_yen, l.average_sales, l.average_level)
                       is distinct from row(a.yen, a.sales, a.level)`;

const LOTS_OF_A_YEAR = `
  select l.id, ${LIKENESS}, l.sold_price_yen,
         l.lot_source = 'auction' and not l.is_private and l.status in (4533, 4534) and l.sold_price_yen is not null
           as is_sale
    from lots l where l.year is not null`;
const AVERAGES_OF_WRITTEN = `
with lots_to_price as (
  ${LOTS_OF_A_YEAR} and l.id in (select lot_id from feed_touched_lots)
), ${WRITE_AVERAGES}`;

/** An average goes when the lot's year does. */
const AVERAGES_OF_NO_YEAR = `
update lots set average_price_yen = null, average_sales = null, average_level = null
 where year is null and average_sales is not null and id in (select lot_id from feed_touched_lots)`;

/** Running lots for whose average the new sales count: those at least as alike as the sales it rests on. */
const AVERAGES_OF_RUNNING = `
with fresh as (
  update sale_cells set is_fresh = false where is_fresh returning ${LIKENESS}
), lots_to_price as (
  select l.id, ${KEY.slice(0, -1)
    .map((column) => `l.${column}`)
    .join(', ')}, l.sold_price_yen, false as is_sale
    from lots l
   where l.status in (4531, 4532) and l.id not in (select lot_id from feed_touched_lots)
     and exists (
       select from fresh f
        where f.vehicle = l.vehicle and f.maker = l.maker and f.model = l.model
          and likeness_level(l.year, l.trim_words, l.condition_band, l.mileage_band,
                             f.year, f.trim_words, f.condition_band, f.mileage_band) <= coalesce(l.average_level, 5))
), ${WRITE_AVERAGES}`;

const FIRST_AVERAGES = `
create temp table first_averages on commit drop as
with lots_to_price as (${LOTS_OF_A_YEAR}
), ${AVERAGES}
select id, yen, sales, level from averages`;
const firstAverage = (column: string, type: string) => `
create or replace function pg_temp.first_${column}(p_id bigint) returns ${type} language sql stable
  as 'select ${column} from first_averages where id = p_id'`;
const WRITE_FIRST_AVERAGES = `
alter table lots
  alter average_price_yen type integer using pg_temp.first_yen(id),
  alter average_sales type integer using pg_temp.first_sales(id),
  alter average_level type smallint using pg_temp.first_level(id)`;

/**
 * The averages of all lots after a first load, before its indexes are built. The table is copied with them instead of
 * updated: an update leaves every lot behind a second time, for each index and each later count to read.
 */
export async function writeFirstAverages(client: PoolClient): Promise<void> {
  await client.query('select recount_sales()');
  await client.query('update sale_cells set is_fresh = false');
  // The rest of the table is analyzed at the end.
  await client.query(`analyze lots (${LIKENESS}, status, sold_price_yen)`);
  await client.query('analyze sale_cells');
  await client.query(FIRST_AVERAGES);
  await client.query('create unique index on first_averages (id)');
  for (const [column, type] of [
    ['yen', 'integer'],
    ['sales', 'integer'],
    ['level', 'smallint'],
  ] as const)
    await client.query(firstAverage(column, type));
  await client.query(WRITE_FIRST_AVERAGES);
  await client.query('truncate feed_touched_lots');
}

/**
 * Brings the average prices up to date with what was imported: of the lots that were written, and of running lots that
 * are like something sold since. A past lot keeps the average its bidders saw (docs/decisions/012-average-price.md).
 */
export async function refreshAverages(client: PoolClient, rowsWritten: number): Promise<void> {
  await client.query('analyze feed_touched_lots');
  if (rowsWritten > MANY_ROWS) {
    await client.query('analyze lots');
    await client.query('analyze sale_cells');
  }
  await client.query(AVERAGES_OF_RUNNING);
  await client.query(AVERAGES_OF_WRITTEN);
  await client.query(AVERAGES_OF_NO_YEAR);
  await client.query('truncate feed_touched_lots');
}
