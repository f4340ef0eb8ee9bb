import type { PoolClient } from 'pg';

/** Fewer sales than this say nothing about a price. */
const ENOUGH_SALES = 3;

/** After so many the statistics are those of another table, and the plan takes minutes. */
const MANY_ROWS = 10_000;

const REFRESH_AVERAGES = `
with touched as (
  select distinct t.maker, t.model, t.year + d.shift as year
    from feed_touched_models t cross join (values (-1), (0), (1)) as d(shift)
   where t.year is not null
), sales as (
  select l.maker, l.model, l.year, count(*) as cars, sum(l.sold_price_yen::bigint) as yen
    from lots l
   where l.sold_price_yen is not null and l.status in (4533, 4534)
     and (l.maker, l.model) in (select maker, model from touched)
   group by l.maker, l.model, l.year
), averages as (
  select t.maker, t.model, t.year, round(sum(s.yen) / sum(s.cars))::integer as yen
    from touched t join sales s on s.maker = t.maker and s.model = t.model and s.year between t.year - 1 and t.year + 1
   group by t.maker, t.model, t.year
  having sum(s.cars) >= ${ENOUGH_SALES}
), wanted as (
  select l.id, coalesce(a.yen, l.source_average_price_yen) as yen
    from touched t
    join lots l on l.maker = t.maker and l.model = t.model and l.year = t.year and l.status in (4531, 4532)
    left join averages a on a.maker = t.maker and a.model = t.model and a.year = t.year
)
update lots l set average_price_yen = w.yen from wanted w
 where l.id = w.id and l.average_price_yen is distinct from w.yen`;

/**
 * Average price of the sales of a model within a year, for the models this import touched; only differences are
 * written, and only to lots that still run: a past lot keeps the average its bidders saw.
 */
export async function refreshAverages(client: PoolClient, rowsWritten: number): Promise<number> {
  await client.query('analyze feed_touched_models');
  if (rowsWritten > MANY_ROWS) await client.query('analyze lots');
  const { rowCount } = await client.query(REFRESH_AVERAGES);
  await client.query('truncate feed_touched_models');
  return rowCount ?? 0;
}
