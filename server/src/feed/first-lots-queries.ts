import type { PoolClient } from 'pg';
import { CONTENT, type LotDefaults } from './lots-queries.ts';

/** What is asked of all rows again and again: a lot is ten times as wide. */
const GATHER_FACTS = `
create temp table first_facts on commit drop as
select line, source, source_id, updated_at, vehicle, lot_source, house, auction_day, lot_no, is_private, status,
       sold_price_yen, maker, model, year, condition, trim_words, condition_band, mileage_band
  from first_lots`;

/** Of a lot that came several times the newest row counts, and of those as new the last. */
const FIND_SEVERAL = `
insert into first_several
select source, source_id from first_facts group by 1, 2 having count(*) > 1`;
const LEAVE_OLDER = `
insert into first_left_out
select line from (
  select line, row_number() over (partition by source, source_id order by updated_at desc, line desc) as place
    from first_facts join first_several using (source, source_id)) rows
 where place > 1`;

const STANDING = `
select f.* from first_facts f where not exists (select from first_left_out o where o.line = f.line)`;

/** A place belongs to the lot whose row stands first in the file. */
const LEAVE_TAKEN = `
with standing as (
  select * from (${STANDING}) s where lot_source = 'auction'
), crowded as (
  select house, auction_day, lot_no, vehicle from standing group by 1, 2, 3, 4 having count(*) > 1
), left_out as (
  insert into first_left_out
  select line from (
    select line, row_number() over (partition by house, auction_day, lot_no, vehicle order by line) as place
      from standing join crowded using (house, auction_day, lot_no, vehicle)) rows
   where place > 1
  returning line
)
insert into first_taken select line, coalesce(raw, '') from left_out left join first_texts using (line)`;

const KEEP_RESULTS = `
insert into lot_results (source, source_id, updated_at, status, sold_price_yen, buyer_order_key)
select distinct on (source, source_id) source, source_id, updated_at, status, sold_price_yen, buyer_order_key
  from first_results order by source, source_id, updated_at desc, line desc`;

/** How lots ended of which more is told than by one row; of what is as new a result counts before a list. */
const GATHER_OUTCOMES = `
with several as (
  select source, source_id from first_several union select source, source_id from lot_results
), told as (
  select source, source_id, updated_at, status, sold_price_yen, false as from_lot, 0 as line from lot_results
  union all
  select source, source_id, updated_at, status, sold_price_yen, true, line
    from first_facts join several using (source, source_id) where status is not null
), newest as (
  select distinct on (source, source_id) * from told order by source, source_id, updated_at desc, from_lot, line desc
)
insert into first_outcomes
select s.line, n.status, n.sold_price_yen, n.updated_at from newest n join (${STANDING}) s using (source, source_id)`;

/** The lots with what they are alike by, and whether they are sales. */
const GATHER_ALIKE = `
create temp table first_alike on commit drop as
select s.line as id, s.vehicle, s.maker, s.model, s.year, s.trim_words, s.condition_band, s.mileage_band, s.condition,
       date_trunc('month', s.auction_day)::date as month, t.sold_price_yen,
       s.lot_source = 'auction' and not s.is_private and t.status in (4533, 4534) and t.sold_price_yen is not null
         as is_sale
  from (${STANDING}) s left join first_outcomes o using (line)
  cross join lateral (
    select case when o.line is null then s.status else o.status end as status,
           case when o.line is null then s.sold_price_yen else o.sold_price_yen end as sold_price_yen) t`;

const WORKED_OUT = ['house_id', 'auction_at', 'time_known', 'bids_close_at', 'agent_cutoff_at', 'cancel_until'];
const GIVEN = CONTENT.filter((column) => !WORKED_OUT.includes(column));

const INSERT_LOTS = `
with placed as (
  select s.*, h.id as house_id, s.given_at is not null as time_known,
         coalesce(s.given_at, (s.given_day + $1::time) at time zone 'Asia/Tokyo') as auction_at,
         make_interval(mins => coalesce(h.close_minutes, $2::integer)) as close_before,
         make_interval(mins => coalesce(h.cutoff_minutes, $3::integer)) as cutoff_before,
         make_interval(hours => coalesce(h.cancel_hours, $4::integer)) as cancel_before
    from first_lots s join auction_houses h on h.name = s.house
   where not exists (select from first_left_out l where l.line = s.line)
)
insert into lots (source, source_id, source_updated_at, status, sold_price_yen, result_updated_at,
                  coming_page, average_price_yen, average_sales, average_level, house_id, auction_at, time_known,
                  bids_close_at, agent_cutoff_at, cancel_until, ${GIVEN.join(', ')})
select p.source, p.source_id, p.updated_at, coalesce(o.status, p.status, 4532)::smallint,
       case when o.line is null then p.sold_price_yen else o.sold_price_yen end,
       case when o.line is not null then o.told_at when p.status is not null then p.updated_at end,
       coming_page_of(p.vehicle, p.lot_source, p.auction_day, coalesce(o.status, p.status, 4532)::smallint, false),
       a.yen, a.sales, a.level, p.house_id, p.auction_at, p.time_known,
       p.auction_at - p.close_before, p.auction_at - p.cutoff_before, p.auction_at - p.cancel_before,
       ${GIVEN.map((column) => `p.${column}`).join(', ')}
  from placed p left join first_outcomes o using (line) left join first_averages a on a.id = p.line
 order by p.line`;

/** The share of lots above which their indexes are rather built as a whole. */
const FEW = 0.02;

/** Decides which of the staged rows become lots and how those ended; answers how many results were kept. */
export async function judgeFirstRows(client: PoolClient): Promise<number> {
  await client.query(GATHER_FACTS);
  await client.query('analyze first_facts');
  const { rowCount: several } = await client.query(FIND_SEVERAL);
  if (several) await client.query(LEAVE_OLDER);
  await client.query(LEAVE_TAKEN);
  const { rowCount: resultsKept } = await client.query(KEEP_RESULTS);
  if (several || resultsKept) await client.query(GATHER_OUTCOMES);
  await client.query('analyze first_left_out, first_outcomes');
  await client.query(GATHER_ALIKE);
  return resultsKept ?? 0;
}

const TAKEN_AT_ONCE = 5_000;

/** Rows whose place another one has, some at a time: it may be all of a file that repeats another. */
export async function* findTakenRows(client: PoolClient) {
  for (let line = 0; ; ) {
    const { rows } = await client.query<{ line: number; raw: string }>(
      `select line, raw from first_taken where line > $1 order by line limit ${TAKEN_AT_ONCE}`,
      [line],
    );
    const last = rows.at(-1);
    if (!last) return;
    yield rows;
    line = last.line;
  }
}

/** Whether hardly any of the lots is one that somebody could still bid on. */
export async function areFewRunning(client: PoolClient): Promise<boolean> {
  const { rows } = await client.query<{ few: boolean }>(
    `select count(*) < ${FEW} * (select count(*) from first_facts) as few from first_facts
      where lot_source = 'stock' or auction_day >= (now() at time zone 'Asia/Tokyo')::date
         or coalesce(status, 4532) in (4531, 4532)`,
  );
  return rows[0]?.few ?? false;
}

/** Writes the lots with their averages, in the order of their rows; answers how many. */
export async function insertFirstLots(client: PoolClient, defaults: LotDefaults): Promise<number> {
  await client.query('analyze first_lots (line, house)');
  // It would take each lot apart to write what the statement already says.
  await client.query('alter table lots disable trigger lots_place');
  const { rowCount } = await client.query(INSERT_LOTS, [
    defaults.auctionDayStart,
    defaults.closeMinutes,
    defaults.cutoffMinutes,
    defaults.cancelHours,
  ]);
  await client.query('alter table lots enable trigger lots_place');
  return rowCount ?? 0;
}
