import { LOT_STATUS } from '@seri/contract/lots/statuses.ts';
import type { PoolClient } from 'pg';
import { KNOWN_DAYS } from './line-queries.ts';
import { linesOf } from './staging-queries.ts';

/** What lots are alike by: under another one a lot has another average price (docs/decisions/012-average-price.md). */
const LIKENESS = ['vehicle', 'lot_source', 'maker', 'model', 'grade', 'year', 'condition', 'mileage_km', 'is_private'];
/** What a lot is found, counted and placed by besides. */
const PLACE = [
  'house_id',
  'lot_no',
  'auction_day',
  'auction_at',
  'time_known',
  'bids_close_at',
  'agent_cutoff_at',
  'cancel_until',
  'month',
  'engine_cc',
  'gearbox',
  'drive',
  'color',
  'equip',
  'chassis_code',
  'chassis_number',
  'horse_power',
  'is_demo',
  'source_names',
];
/** What changes most often. No trigger waits for one of these: written alone they cost less. */
const LIGHT = [
  'start_price_yen',
  'source_average_price_yen',
  'images',
  'sheet',
  'remarks',
  'inspection',
  'videos',
  'mileage_note',
  'mileage_mark',
  'link',
  'viewers',
];
/**
 * Columns of indexes, written as they are. Of an index of which nothing is written PostgreSQL looks through each full page
 * for old versions to drop (bottom-up deletion). Those of a feed lie on as many pages of the table, so that it drops next
 * to none, and took a sixth of the time. No trigger of pages waits for one of these.
 */
const INDEXED = [
  'house_id',
  'lot_no',
  'maker',
  'model',
  'year',
  'mileage_km',
  'color',
  'condition',
  'chassis_code',
  'chassis_number',
];
/** What is written of a lot that is found, counted and placed as before. */
export const LIGHTLY_WRITTEN = [...LIGHT, ...INDEXED];
/** What a lot row says about its lot; a difference in one of these is a change, the outcome is merged apart. */
export const CONTENT = [...LIKENESS, ...PLACE, ...LIGHT];
const columns = (alias: string, of = CONTENT) => of.map((column) => `${alias}.${column}`).join(', ');
const differ = (of: string[]) =>
  `l.id is not null and row(${columns('l', of)}) is distinct from row(${columns('p', of)})`;
const updateLots = (of: string[], which: string) => `
  update lots l
     set (${of.join(', ')}) = row(${columns('j', of)}),
         source_updated_at = j.updated_at,
         updated_at = case when j.differs then now() else l.updated_at end
    from judged j
   where l.id = j.lot_id and ${which}
  returning l.id, j.differs, j.differs_in_likeness, j.old_day <> j.auction_day as moved`;

/** Under which a lot's row was last sent; kept beside the lot where it says nothing else. */
const NEWEST_STAMP = 'greatest(l.source_updated_at, k.newest_at)';

const MERGE_LOTS = `
with timed as (
  select n.*, h.id as house_id,
         n.given_at is not null as time_known,
         coalesce(n.given_day, (n.given_at at time zone 'Asia/Tokyo')::date) as auction_day,
         coalesce(n.given_at, (n.given_day + $1::time) at time zone 'Asia/Tokyo') as auction_at,
         coalesce(h.close_minutes, $2::integer) as close_minutes,
         coalesce(h.cutoff_minutes, $3::integer) as cutoff_minutes,
         coalesce(h.cancel_hours, $4::integer) as cancel_hours
    from ${linesOf('feed_lots_stage', '$6')} n left join auction_houses h on h.name = n.house
), placed as (
  select t.*,
         t.auction_at - make_interval(mins => t.close_minutes) as bids_close_at,
         t.auction_at - make_interval(mins => t.cutoff_minutes) as agent_cutoff_at,
         t.auction_at - make_interval(hours => t.cancel_hours) as cancel_until
    from timed t where t.house_id is not null
), fresh as (
  select p.*, l.id as lot_id, ${NEWEST_STAMP} as old_stamp, l.auction_day as old_day,
         k.lot_id is not null as has_line, case when not k.says_outcome then k.line_hash end as old_hash,
         k.lot_id is not null or p.auction_day > current_date - $5::integer as is_kept,
         ${differ(LIKENESS)} as differs_in_likeness, ${differ([...LIKENESS, ...PLACE])} as differs_in_place,
         ${differ(CONTENT)} as differs,
         row(l.lot_source, l.house_id, l.auction_day, l.lot_no, l.vehicle)
           is not distinct from row(p.lot_source, p.house_id, p.auction_day, p.lot_no, p.vehicle) as has_place
    from placed p left join lots l on l.source = p.source and l.source_id = p.source_id
    left join feed_lines k on k.lot_id = l.id
   where l.id is null or p.updated_at >= ${NEWEST_STAMP}
), taken as (
  select line from (
    select f.*, row_number() over (partition by f.house_id, f.auction_day, f.lot_no, f.vehicle
                                   order by f.lot_id nulls last, f.line) as nth
      -- Whoever stands in a place already has it alone.
      from fresh f where f.lot_source = 'auction' and not f.has_place) f
   where f.nth > 1
      or exists (select from lots o
                  where o.lot_source = 'auction' and o.house_id = f.house_id and o.auction_day = f.auction_day
                    and o.lot_no = f.lot_no and o.vehicle = f.vehicle and o.id is distinct from f.lot_id)
), judged as not materialized (
  select * from fresh where line not in (select line from taken)
), changed_throughout as (${updateLots(CONTENT, 'j.differs_in_place')}
), changed_lightly as (${updateLots(LIGHTLY_WRITTEN, 'not j.differs_in_place and (j.differs or (j.updated_at > j.old_stamp and not j.is_kept))')}
), changed as (
  select * from changed_throughout union all select * from changed_lightly
), inserted as (
  insert into lots (source, source_id, source_updated_at, status, sold_price_yen, result_updated_at,
                    ${CONTENT.join(', ')})
  select j.source, j.source_id, j.updated_at, coalesce(j.status, ${LOT_STATUS.upcoming}), j.sold_price_yen,
         case when j.status is not null then j.updated_at end, ${columns('j')}
    from judged j where j.lot_id is null order by j.line
  returning id, source, source_id
), known as (
  insert into feed_lines as f (lot_id, line_hash, newest_at, says_outcome, auction_day)
  select coalesce(j.lot_id, i.id), coalesce(j.line_hash, case when not j.differs then j.old_hash end), j.updated_at,
         j.line_hash is not null and j.status is not null, j.auction_day
    from judged j left join inserted i on i.source = j.source and i.source_id = j.source_id
   where j.is_kept
     and (j.has_line or j.line_hash is not null or (not j.differs and j.updated_at > j.old_stamp))
   order by 1
  on conflict (lot_id) do update
     set line_hash = excluded.line_hash, newest_at = excluded.newest_at, says_outcome = excluded.says_outcome,
         auction_day = excluded.auction_day
   where row(f.line_hash, f.newest_at, f.says_outcome, f.auction_day)
         is distinct from row(excluded.line_hash, excluded.newest_at, excluded.says_outcome, excluded.auction_day)
), touched as (
  insert into feed_touched_lots select id from inserted union all select id from changed where differs_in_likeness
)
select (select coalesce(jsonb_agg(jsonb_build_array(line, house)), '[]') from timed where house_id is null) as homeless,
       (select coalesce(jsonb_agg(line), '[]') from taken) as taken,
       (select coalesce(jsonb_agg(id), '[]') from inserted) as inserted,
       (select coalesce(jsonb_agg(id), '[]') from changed where differs) as changed,
       (select coalesce(jsonb_agg(id), '[]') from changed where moved) as moved,
       exists (select from feed_full_lists) as "hasLists"`;

export interface LotDefaults {
  auctionDayStart: string;
  closeMinutes: number;
  cutoffMinutes: number;
  cancelHours: number;
}

export interface LotsMerged {
  /** Line and name of rows whose house is unknown. */
  homeless: [number, string][];
  /** Lines whose house, day, lot number and kind belong to another source id. */
  taken: number[];
  inserted: number[];
  changed: number[];
  moved: number[];
  /** Whether there are whole lists, by which lots are judged then. */
  hasLists: boolean;
}

/**
 * Merges the lots staged of these lines, one line for each lot: only differences are written, an older stamp never wins, a
 * moved lot keeps its id.
 */
export async function mergeLots(client: PoolClient, lines: number[], defaults: LotDefaults): Promise<LotsMerged> {
  const { auctionDayStart, closeMinutes, cutoffMinutes, cancelHours } = defaults;
  const values = [auctionDayStart, closeMinutes, cutoffMinutes, cancelHours, KNOWN_DAYS, lines];
  const { rows } = await client.query<LotsMerged>({ name: 'merge lots', text: MERGE_LOTS, values });
  return rows[0] as LotsMerged;
}
