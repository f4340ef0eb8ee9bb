import type { PoolClient } from 'pg';
import { LIKENESS } from './average-queries.ts';
import { FIRST_LOTS } from './first-judging-queries.ts';

/** Lots that are alike, sales and others apart: an average is worked out once for all of them. */
const GATHER_KINDS = `
create temp table first_kinds on commit drop as
select ${LIKENESS}, is_sale, count(*) as sales, sum(sold_price_yen::bigint) as yen
  from (${FIRST_LOTS}) l where year is not null group by ${LIKENESS}, is_sale`;
const ADD_UP_CELLS = `
insert into sale_cells (${LIKENESS}, sales, yen, is_fresh) select ${LIKENESS}, sales, yen, false from first_kinds where is_sale`;
const ADD_UP_MONTHS = `
insert into sale_months (vehicle, maker, model, month, condition, sales, yen, low_yen, high_yen)
select vehicle, maker, model, date_trunc('month', auction_day::timestamp)::date, condition, count(*), sum(sold_price_yen::bigint),
       min(sold_price_yen), max(sold_price_yen)
  from (${FIRST_LOTS}) l where is_sale group by 1, 2, 3, 4, 5`;
const GATHER_PRICES = `
create temp table first_prices on commit drop as
select ${LIKENESS}, is_sale, p.* from first_kinds k
 cross join lateral price_of_alike(k.vehicle, k.maker, k.model, k.year, k.trim_words, k.condition_band, k.mileage_band,
                                   k.is_sale::integer) p`;

/** All that is decided of the lots, narrow: beside it their rows are read once. */
const GATHER_VERDICTS = `
create temp table first_verdicts on commit drop as
select l.line, l.status, l.sold_price_yen, l.told_at, l.is_rare, p.sales as average_sales, p.level as average_level,
       round((p.yen - case when is_sale then l.sold_price_yen else 0 end)::numeric / p.sales)::integer as average_price_yen
  from (${FIRST_LOTS}) l left join first_prices p using (${LIKENESS}, is_sale)`;

/** The sums of sales and the averages of all lots of a first load, before those are written. */
export async function addUpFirstSales(client: PoolClient): Promise<void> {
  await client.query('delete from sale_cells');
  await client.query('delete from sale_months');
  await client.query(GATHER_KINDS);
  await client.query(ADD_UP_CELLS);
  await client.query(ADD_UP_MONTHS);
  await client.query('analyze sale_cells');
  await client.query(GATHER_PRICES);
  await client.query('analyze first_prices');
  // To sort all lots by all that they are alike by takes three times as long as to look it up.
  await client.query('set local enable_mergejoin = off');
  await client.query(GATHER_VERDICTS);
  await client.query('reset enable_mergejoin');
  await client.query('create unique index on first_verdicts (line)');
  await client.query('analyze first_verdicts (line, is_rare)');
  await client.query('analyze first_lots (line, house)');
}
