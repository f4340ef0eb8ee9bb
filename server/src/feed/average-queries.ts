import type { PoolClient } from 'pg';
import { beginLong, commit, findKnownRows, TURNS } from './staging-queries.ts';

/** After so many, and this part of all lots, the statistics are those of another table, and the plan takes minutes. */
const MANY_ROWS = 10_000;
const LARGE_PART = 0.2;

const KEY = ['vehicle', 'maker', 'model', 'year', 'trim_words', 'condition_band', 'mileage_band', 'is_sale'];
const key = (alias: string) => KEY.map((column) => `${alias}.${column}`).join(', ');
const keyOf = (alias: string) =>
  KEY.slice(0, -1)
    .map((column) => `${alias}.${column}`)
    .join(', ');
/** What lots are alike by. */
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
/** What has changed is written down first: working it out takes long, and nobody's bid waits meanwhile. */
const NOTE_AVERAGES = `${AVERAGES}
insert into feed_averages_due (id, yen, sales, level)
select a.id, a.yen, a.sales, a.level from averages a join lots l on l.id = a.id
 where row(l.average_price_yen, l.average_sales, l.average_level) is distinct from row(a.yen, a.sales, a.level)`;

const LOTS_OF_A_YEAR = `
  select l.id, ${LIKENESS}, l.sold_price_yen,
         l.lot_source = 'auction' and not l.is_private and l.status in (4533, 4534) and l.sold_price_yen is not null
           as is_sale
    from lots l where l.year is not null`;
const AVERAGES_OF_WRITTEN = `
with lots_to_price as (
  ${LOTS_OF_A_YEAR} and l.id in (select lot_id from feed_touched_lots)
), ${NOTE_AVERAGES}`;

/** An average goes when the lot's year does. */
const AVERAGES_OF_NO_YEAR = `
insert into feed_averages_due (id)
select id from lots where year is null and average_sales is not null and id in (select lot_id from feed_touched_lots)`;

const FRESH_CELLS = `
insert into feed_fresh_cells select ${LIKENESS}, sales, yen from sale_cells where is_fresh`;
/** A cell that has changed meanwhile stays fresh, for the import that changed it. */
const CELLS_COUNTED = `
update sale_cells c set is_fresh = false from feed_fresh_cells f
 where c.is_fresh and row(${keyOf('c')}, c.sales, c.yen) = row(${keyOf('f')}, f.sales, f.yen)`;

const LOTS_AT_ONCE = 250;
/**
 * A lot that somebody bids on at this moment is left for later: whoever holds a row waits for nobody. Lots are looked up one
 * by one: a merge would come past all lots before the first that is due, each time.
 */
const nextDue = (count: number, ifHeld = '') => `
select d.* from feed_averages_due d
 cross join lateral (select from lots l where l.id = d.id for no key update ${ifHeld}) l order by d.turn, d.id limit ${count}`;
const WRITE_FREE = nextDue(LOTS_AT_ONCE, 'skip locked');
const WRITE_HELD = nextDue(1);
const written = (rows: string) => `
with next_ones as materialized (${rows}), written as (
  update lots l set average_price_yen = s.yen, average_sales = s.sales, average_level = s.level
    from next_ones s where l.id = s.id returning l.id
)
delete from feed_averages_due d using written w where d.turn = w.id % ${TURNS} and d.id = w.id`;

/** Running lots for whose average the new sales count: those at least as alike as the sales it rests on. */
const AVERAGES_OF_RUNNING = `
with lots_to_price as (
  select l.id, ${keyOf('l')}, l.sold_price_yen, false as is_sale
    from lots l
   where l.status in (4531, 4532) and l.id not in (select lot_id from feed_touched_lots)
     and exists (
       select from feed_fresh_cells f
        where f.vehicle = l.vehicle and f.maker = l.maker and f.model = l.model
          and likeness_level(l.year, l.trim_words, l.condition_band, l.mileage_band,
                             f.year, f.trim_words, f.condition_band, f.mileage_band) <= coalesce(l.average_level, 5))
), ${NOTE_AVERAGES}`;

/** Two at once would write over what the other has reckoned from newer sales. */
const AVERAGES_LOCK = 7_274_002;

/**
 * Brings the average prices up to date with what was imported: of the lots that were written, and of running lots that
 * are like something sold since. A past lot keeps the average its bidders saw (docs/decisions/012-average-price.md).
 * Lots are written a few at a time, each in a transaction of its own, so that no bid waits for thousands of others.
 */
export async function refreshAverages(client: PoolClient, rowsWritten: number): Promise<void> {
  let due = 0;
  const inTransaction = async (work: () => Promise<void>) => {
    await beginLong(client);
    await work();
    await commit(client);
  };
  await inTransaction(async () => {
    await client.query('select pg_advisory_lock($1)', [AVERAGES_LOCK]);
    due = await noteAverages(client, rowsWritten);
  });
  while (due > 0)
    await inTransaction(async () => {
      const lots = await writeSome(client);
      due = lots === 0 ? 0 : due - lots;
    });
  await inTransaction(() => endRound(client));
  await client.query('select pg_advisory_unlock($1)', [AVERAGES_LOCK]);
}

/** The same inside the open transaction, for an import that is undone. */
export async function tryAverages(client: PoolClient, rowsWritten: number): Promise<void> {
  await noteAverages(client, rowsWritten);
  while ((await writeSome(client)) > 0);
  await endRound(client);
}

/** Answers how many lots have another average now. */
async function noteAverages(client: PoolClient, rowsWritten: number): Promise<number> {
  await client.query('analyze feed_touched_lots');
  // Over an archive it takes longer than merging ten thousand rows does, and says what was known before.
  if (rowsWritten > Math.max(MANY_ROWS, LARGE_PART * (await findKnownRows(client)))) {
    await client.query('analyze lots');
    await client.query('analyze sale_cells');
  }
  await client.query(FRESH_CELLS);
  await client.query('analyze feed_fresh_cells');
  let due = 0;
  for (const averages of [AVERAGES_OF_RUNNING, AVERAGES_OF_WRITTEN, AVERAGES_OF_NO_YEAR])
    due += (await client.query(averages)).rowCount ?? 0;
  if (due > LOTS_AT_ONCE) await client.query('analyze feed_averages_due');
  return due;
}

/** Answers how many lots were written; none when those that are left are gone. */
async function writeSome(client: PoolClient): Promise<number> {
  const { rowCount } = await client.query(written(WRITE_FREE));
  return rowCount || ((await client.query(written(WRITE_HELD))).rowCount ?? 0);
}

async function endRound(client: PoolClient): Promise<void> {
  await client.query(CELLS_COUNTED);
  await client.query('truncate feed_touched_lots, feed_fresh_cells, feed_averages_due');
}
