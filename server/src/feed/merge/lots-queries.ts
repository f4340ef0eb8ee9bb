import type { PoolClient } from 'pg';
import { STAMP_RETENTION_DAYS } from './stamp-queries.ts';

/** When one of these changes, the price range changes (docs/price-model.md). */
const LIKENESS = [
  ...['vehicle', 'lot_source', 'maker', 'model', 'grade', 'year', 'condition', 'mileage_km', 'is_private', 'house_id'],
  ...['month', 'engine_cc', 'gearbox', 'drive', 'equip', 'chassis_code', 'mileage_mark', 'auction_day'],
];
/** Columns that a lot row sets; a difference in one of them is a change. Results are merged separately. */
const CONTENT = [
  ...LIKENESS,
  ...['lot_no', 'auction_at', 'time_known', 'bids_close_at', 'agent_cutoff_at'],
  ...['cancel_until', 'color', 'chassis_number'],
  ...['facts', 'is_demo', 'source_names', 'start_price_yen', 'source_average_price_yen', 'images', 'sheet'],
  ...['remarks', 'inspection', 'videos', 'mileage_note', 'link', 'viewers', 'sheet_image', 'odometer_image'],
];
/** The facts of a lot come from its row, from facts tables, and from what others have added to the lot (`known`). */
const columns = (alias: string, of = CONTENT) =>
  of.map((column) => (alias === 'p' && column === 'facts' ? 'known.facts' : `${alias}.${column}`)).join(', ');
const differ = (of: string[]) =>
  `l.id is not null and row(${columns('l', of)}) is distinct from row(${columns('p', of)})`;

/** Open for bidding. */
const IS_OPEN = 'l.status in (4531, 4532) and l.auction_at > now()';

/**
 * Finds the lot and the stamp of each staged row separately, because the planner has no estimate for freshly copied rows
 * and would read all stamps for a hundred of them. The newest timestamp of an otherwise unchanged lot is in `lot_stamps`
 * (docs/decisions/012), with the hash of what was merged last.
 */
const MERGE_LOTS = `
with timed as (
  select n.*, h.id as house_id,
         n.given_at is not null as time_known,
         coalesce(n.given_day, (n.given_at at time zone 'Asia/Tokyo')::date) as auction_day,
         coalesce(n.given_at, (n.given_day + $1::time) at time zone 'Asia/Tokyo') as auction_at,
         coalesce(h.close_minutes, $2::integer) as close_minutes,
         coalesce(h.cutoff_minutes, $3::integer) as cutoff_minutes,
         coalesce(h.cancel_hours, $4::integer) as cancel_hours
    from feed_lots_stage n left join auction_houses h on h.name = n.house
), placed as (
  select t.*,
         t.auction_at - make_interval(mins => t.close_minutes) as bids_close_at,
         t.auction_at - make_interval(mins => t.cutoff_minutes) as agent_cutoff_at,
         t.auction_at - make_interval(hours => t.cancel_hours) as cancel_until
    from timed t where t.house_id is not null
), fresh as (
  select p.*, known.facts, l.id as lot_id, l.version as lot_version, greatest(l.source_updated_at, k.newest_at) as old_stamp, l.auction_day as old_day,
         k.lot_id is not null or p.auction_day > current_date - $5::integer as has_stamp_beside,
         ${differ(LIKENESS)} as differs_in_likeness, ${differ(CONTENT)} as differs, ${IS_OPEN} as is_open,
         row(l.lot_source, l.house_id, l.auction_day, l.lot_no, l.vehicle)
           is not distinct from row(p.lot_source, p.house_id, p.auction_day, p.lot_no, p.vehicle) as has_place
    from placed p
    left join lateral (
      select l.*, l.xmin::text::bigint as version from lots l
       where l.source = p.source and l.source_id = p.source_id offset 0) l on true
   cross join lateral (select facts_of_lot(p.stated_facts, l.facts, p.chassis_code) as facts offset 0) known
    left join lateral (select * from lot_stamps stamp where stamp.lot_id = l.id offset 0) k on true
   where l.id is null or p.updated_at >= greatest(l.source_updated_at, k.newest_at)
), set_aside as (
  select line from fresh where differs and is_open and not $6::boolean
  union
  select s.line
    from feed_outcomes_stage s
   cross join lateral (
     select * from lots l where l.source = s.source and l.source_id = s.source_id offset 0) l
   where ${IS_OPEN} and not $6::boolean
     and (not s.from_lot or l.result_updated_at is null or s.updated_at > l.result_updated_at)
), outcomes_set_aside as (
  delete from feed_outcomes_stage s using set_aside a where s.line = a.line
), merging as (
  select * from fresh where $6::boolean or not (differs and is_open)
), taken as (
  select line from (
    select f.*, row_number() over (partition by f.house_id, f.auction_day, f.lot_no, f.vehicle
                                   order by f.lot_id nulls last, f.line) as nth
      -- A lot that already has its slot keeps it.
      from merging f where f.lot_source = 'auction' and not f.has_place) f
   where f.nth > 1
      or exists (select from lots o
                  where o.lot_source = 'auction' and o.house_id = f.house_id and o.auction_day = f.auction_day
                    and o.lot_no = f.lot_no and o.vehicle = f.vehicle and o.id is distinct from f.lot_id)
), judged as (
  select * from merging where line not in (select line from taken)
), changed as (
  update lots l
     set (${CONTENT.join(', ')}) = row(${columns('j')}),
         source_updated_at = j.updated_at,
         updated_at = case when j.differs then now() else l.updated_at end
    from judged j
   where l.id = j.lot_id and (j.differs or (j.updated_at > j.old_stamp and not j.has_stamp_beside))
  returning l.id, j.differs, j.differs_in_likeness, j.old_day <> j.auction_day as moved, l.xmin::text::bigint as version
), inserted as (
  insert into lots (source, source_id, source_updated_at, status, sold_price_yen, result_updated_at,
                    ${CONTENT.join(', ')})
  select j.source, j.source_id, j.updated_at, coalesce(j.status, 4532), j.sold_price_yen,
         case when j.status is not null then j.updated_at end, ${columns('j')}
    from judged j where j.lot_id is null order by j.line
  returning id, source, source_id, xmin::text::bigint as version
), recorded as (
  insert into lot_stamps as k (lot_id, newest_at, auction_day, content_hash, lot_version)
  select id, updated_at, auction_day, content_hash, version from (
    select lot_id as id, updated_at, auction_day, content_hash, lot_version as version from judged
     where lot_id is not null and not differs and updated_at > old_stamp and has_stamp_beside
    union all
    select c.id, j.updated_at, j.auction_day, j.content_hash, c.version
      from changed c join judged j on j.lot_id = c.id where j.differs and j.has_stamp_beside
    union all
    select i.id, j.updated_at, j.auction_day, j.content_hash, i.version
      from inserted i join judged j using (source, source_id) where j.has_stamp_beside) merged order by id
  on conflict (lot_id) do update set newest_at = greatest(k.newest_at, excluded.newest_at),
    auction_day = excluded.auction_day, content_hash = excluded.content_hash, lot_version = excluded.lot_version
  returning lot_id as id
), touched as (
  insert into feed_touched_lots select id from inserted union all select id from changed where differs_in_likeness
)
select (select coalesce(jsonb_agg(jsonb_build_array(line, house)), '[]') from timed where house_id is null) as "unknownHouses",
       (select coalesce(jsonb_agg(line), '[]') from taken) as taken,
       (select coalesce(jsonb_agg(line order by line), '[]') from set_aside) as "setAside",
       (select coalesce(jsonb_agg(id), '[]') from inserted) as inserted,
       (select coalesce(jsonb_agg(id), '[]') from changed where differs) as changed,
       (select coalesce(jsonb_agg(id), '[]') from changed where moved) as moved,
       (select coalesce(jsonb_agg(lot_id), '[]') from judged
         where lot_id in (select id from recorded union all select id from changed) and not differs) as stamped`;

export interface LotDefaults {
  auctionDayStart: string;
  closeMinutes: number;
  cutoffMinutes: number;
  cancelHours: number;
}

export interface LotsMerged {
  /** Line and name of rows with an unknown auction house. */
  unknownHouses: [number, string][];
  /** Lines whose auction house, day, lot number and kind belong to another source id. */
  taken: number[];
  /** Lines that change lots open for bidding, where those are deferred; their results are removed from staging. */
  setAside: number[];
  inserted: number[];
  changed: number[];
  moved: number[];
  /** Lots with a newer timestamp and no other change. */
  stamped: number[];
}

/**
 * Merges the staged lots, one row per lot: writes only differences, ignores older timestamps, and keeps the id of a
 * moved lot. Lots open for bidding are written only `withOpen`, because their bids wait until the transaction ends.
 */
export async function mergeLots(
  client: PoolClient,
  { auctionDayStart, closeMinutes, cutoffMinutes, cancelHours }: LotDefaults,
  withOpen: boolean,
): Promise<LotsMerged> {
  const values = [auctionDayStart, closeMinutes, cutoffMinutes, cancelHours, STAMP_RETENTION_DAYS, withOpen];
  const { rows } = await client.query<LotsMerged>({ name: 'merge lots', text: MERGE_LOTS, values });
  return rows[0] as LotsMerged;
}

/**
 * Rows with the content that was merged last into a lot which nobody has changed since. The lot's times also depend on
 * the rules of its auction house and of the company.
 */
const TAKE_REPEATS = `
with repeats as (
  select r.line, r.updated_at, k.lot_id
    from feed_repeats_stage r
   cross join lateral (
     select l.*, l.xmin::text::bigint as version from lots l
      where l.source = r.source and l.source_id = r.source_id offset 0) l
    join lateral (select * from lot_stamps stamp where stamp.lot_id = l.id offset 0) k
      on k.content_hash = r.content_hash and k.lot_version = l.version
    join auction_houses h on h.id = l.house_id and h.name = r.house
   where (l.time_known or l.auction_at = (l.auction_day + $1::time) at time zone 'Asia/Tokyo')
     and l.bids_close_at = l.auction_at - make_interval(mins => coalesce(h.close_minutes, $2::integer))
     and l.agent_cutoff_at = l.auction_at - make_interval(mins => coalesce(h.cutoff_minutes, $3::integer))
     and l.cancel_until = l.auction_at - make_interval(hours => coalesce(h.cancel_hours, $4::integer))
), stamped as (
  update lot_stamps k set newest_at = r.updated_at
    from repeats r where k.lot_id = r.lot_id and k.newest_at < r.updated_at
  returning k.lot_id
)
select (select coalesce(jsonb_agg(line), '[]') from repeats) as lines,
       (select coalesce(jsonb_agg(lot_id), '[]') from stamped) as repeated`;

export interface Repeats {
  lines: number[];
  /** Lots that got a newer timestamp. */
  repeated: number[];
}

/** Takes the newest timestamps of repeated rows, so that they need not be merged. */
export async function takeRepeats(
  client: PoolClient,
  { auctionDayStart, closeMinutes, cutoffMinutes, cancelHours }: LotDefaults,
): Promise<Repeats> {
  const values = [auctionDayStart, closeMinutes, cutoffMinutes, cancelHours];
  const { rows } = await client.query<Repeats>({ name: 'take repeats', text: TAKE_REPEATS, values });
  return rows[0] as Repeats;
}
