import type { PoolClient } from 'pg';

/** What is asked of all rows again and again: a lot is ten times as wide. */
const GATHER_FACTS = `
create temp table first_facts on commit drop as
select line, source, source_id, updated_at, vehicle, lot_source, house, auction_day, lot_no, is_private, status,
       sold_price_yen, maker, model, year, condition, trim_words, condition_band, mileage_band,
       source_names is not null as is_renamed, case when status is not null then updated_at end as told_at
  from first_lots`;

/** Those by which lots are grouped, not one by one. */
const ANALYZE_FACTS = `
analyze first_facts (line, house, maker, model, year, trim_words, condition, condition_band, mileage_band)`;

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

/** A place belongs to the lot whose row stands first in the file; those that may want one another has left their texts. */
const LEAVE_TAKEN = `
with crowded as (
  select distinct house, auction_day, lot_no, vehicle from first_texts join first_facts using (line)
), left_out as (
  insert into first_left_out
  select line from (
    select line, row_number() over (partition by house, auction_day, lot_no, vehicle order by line) as place
      from (${STANDING}) s join crowded using (house, auction_day, lot_no, vehicle) where lot_source = 'auction') rows
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

/** From here on the facts are those of the lots, each as it ended. */
const LEAVE_OUT = 'delete from first_facts using first_left_out o where o.line = first_facts.line';
const TELL_OUTCOMES = `
update first_facts f set status = o.status, sold_price_yen = o.sold_price_yen, told_at = o.told_at
  from first_outcomes o where o.line = f.line`;

/** The facts of the lots that is left of the rows, whether they are sales, and whether they are of a kind rare in an archive. */
export const FIRST_LOTS = `
select line, vehicle, maker, model, year, trim_words, condition_band, mileage_band, condition, auction_day,
       coalesce(status, 4532)::smallint as status, sold_price_yen, told_at,
       coalesce(lot_source = 'auction' and not is_private and status in (4533, 4534) and sold_price_yen is not null, false)
         as is_sale,
       vehicle = 'bike' or lot_source = 'stock' or is_private or is_renamed or coalesce(status, 4532) in (4531, 4532)
         or auction_day >= (now() at time zone 'Asia/Tokyo')::date as is_rare
  from first_facts`;

/** Decides which of the staged rows become lots and how those ended; answers how many results were kept. */
export async function judgeFirstRows(client: PoolClient): Promise<number> {
  const rowsOf = async (statement: string) => (await client.query(statement)).rowCount ?? 0;
  await client.query(GATHER_FACTS);
  await client.query(ANALYZE_FACTS);
  await client.query('analyze first_texts (line)');
  const several = await rowsOf(FIND_SEVERAL);
  if (several > 0) await client.query(LEAVE_OLDER);
  const taken = await rowsOf(LEAVE_TAKEN);
  const resultsKept = await rowsOf(KEEP_RESULTS);
  if (several + taken + resultsKept === 0) return 0;
  await client.query('analyze first_left_out');
  const told = await rowsOf(GATHER_OUTCOMES);
  await client.query(LEAVE_OUT);
  if (told > 0) await client.query(TELL_OUTCOMES);
  await client.query(ANALYZE_FACTS);
  return resultsKept;
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
