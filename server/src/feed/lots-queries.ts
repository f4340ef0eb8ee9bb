import { sql } from 'kysely';
import type { Pool, PoolClient } from 'pg';
import type { Db } from '../platform/db.ts';

/** What a lot row says about its lot; a difference in one of these is a change, the outcome is merged apart. */
const CONTENT = [
  'vehicle',
  'lot_source',
  'house_id',
  'lot_no',
  'auction_day',
  'auction_at',
  'time_known',
  'bids_close_at',
  'agent_cutoff_at',
  'cancel_until',
  'maker',
  'model',
  'grade',
  'year',
  'month',
  'engine_cc',
  'gearbox',
  'drive',
  'color',
  'mileage_km',
  'condition',
  'equip',
  'chassis_code',
  'chassis_number',
  'horse_power',
  'start_price_yen',
  'source_average_price_yen',
  'images',
  'sheet',
  'remarks',
  'inspection',
  'videos',
  'mileage_note',
  'link',
  'is_private',
  'viewers',
  'is_demo',
  'source_names',
];
const columns = (alias: string) => CONTENT.map((column) => `${alias}.${column}`).join(', ');

const MERGE_LOTS = `
with newest as (
  select distinct on (source, source_id) * from feed_lots_stage
   order by source, source_id, updated_at desc, line desc
), timed as (
  select n.*, h.id as house_id,
         n.given_at is not null as time_known,
         coalesce(n.given_day, (n.given_at at time zone 'Asia/Tokyo')::date) as auction_day,
         coalesce(n.given_at, (n.given_day + $1::time) at time zone 'Asia/Tokyo') as auction_at,
         coalesce(h.close_minutes, $2::integer) as close_minutes,
         coalesce(h.cutoff_minutes, $3::integer) as cutoff_minutes,
         coalesce(h.cancel_hours, $4::integer) as cancel_hours
    from newest n left join auction_houses h on h.name = n.house
), placed as (
  select t.*,
         t.auction_at - make_interval(mins => t.close_minutes) as bids_close_at,
         t.auction_at - make_interval(mins => t.cutoff_minutes) as agent_cutoff_at,
         t.auction_at - make_interval(hours => t.cancel_hours) as cancel_until
    from timed t where t.house_id is not null
), fresh as (
  select p.*, l.id as lot_id, l.source_updated_at as old_stamp, l.auction_day as old_day,
         l.id is not null and row(${columns('l')}) is distinct from row(${columns('p')}) as differs
    from placed p left join lots l on l.source = p.source and l.source_id = p.source_id
   where l.id is null or p.updated_at >= l.source_updated_at
), judged as (
  select f.*, f.lot_source = 'auction' and (
           exists (select from lots o
                    where o.lot_source = 'auction' and o.house_id = f.house_id and o.auction_day = f.auction_day
                      and o.lot_no = f.lot_no and o.vehicle = f.vehicle and o.id is distinct from f.lot_id)
           or row_number() over (partition by f.lot_source, f.house_id, f.auction_day, f.lot_no, f.vehicle
                                 order by f.lot_id nulls last, f.line) > 1) as taken
    from fresh f
), changed as (
  update lots l
     set (${CONTENT.join(', ')}) = row(${columns('j')}),
         source_updated_at = j.updated_at,
         updated_at = case when j.differs then now() else l.updated_at end
    from judged j
   where l.id = j.lot_id and not j.taken and (j.differs or j.updated_at > j.old_stamp)
  returning l.id, j.differs, j.old_day <> j.auction_day as moved
), inserted as (
  insert into lots (source, source_id, source_updated_at, status, sold_price_yen, result_updated_at,
                    ${CONTENT.join(', ')})
  select j.source, j.source_id, j.updated_at, coalesce(j.status, 4532), j.sold_price_yen,
         case when j.status is not null then j.updated_at end, ${columns('j')}
    from judged j where j.lot_id is null and not j.taken order by j.line
  returning id, source, source_id
), known as (
  insert into feed_lines as f (lot_id, line_hash, auction_day)
  select coalesce(j.lot_id, i.id), j.line_hash, j.auction_day
    from judged j left join inserted i on i.source = j.source and i.source_id = j.source_id
   where not j.taken and j.line_hash is not null and j.auction_day > current_date - $5::integer
   order by 1
  on conflict (lot_id) do update set line_hash = excluded.line_hash, auction_day = excluded.auction_day
   where f.line_hash <> excluded.line_hash
), touched as (
  insert into feed_touched_lots select id from inserted union all select id from changed where differs
)
select (select coalesce(jsonb_agg(jsonb_build_array(line, house)), '[]') from timed where house_id is null) as homeless,
       (select coalesce(jsonb_agg(line), '[]') from judged where taken) as taken,
       (select coalesce(jsonb_agg(id), '[]') from inserted) as inserted,
       (select coalesce(jsonb_agg(id), '[]') from changed where differs) as changed,
       (select coalesce(jsonb_agg(id), '[]') from changed where moved) as moved`;

/** Lines about auctions longer ago come again too seldom to be kept. */
const KNOWN_DAYS = 30;

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
}

/** Merges the staged lots: only differences are written, an older stamp never wins, a moved lot keeps its id. */
export async function mergeLots(client: PoolClient, defaults: LotDefaults): Promise<LotsMerged> {
  const { rows } = await client.query<LotsMerged>(MERGE_LOTS, [
    defaults.auctionDayStart,
    defaults.closeMinutes,
    defaults.cutoffMinutes,
    defaults.cancelHours,
    KNOWN_DAYS,
  ]);
  return rows[0] as LotsMerged;
}

/** The keys of all lines that are known, eight bytes each. */
export async function findLineKeys(pool: Pool): Promise<Buffer> {
  const { rows } = await pool.query<{ keys: Buffer | null }>(
    "select string_agg(int8send(line_hash), ''::bytea) as keys from feed_lines",
  );
  return rows[0]?.keys ?? Buffer.alloc(0);
}

export async function forgetOldLines(db: Db): Promise<void> {
  await db
    .deleteFrom('feed_lines')
    .where('auction_day', '<=', sql<string>`current_date - ${KNOWN_DAYS}::integer`)
    .execute();
}
