import type { HouseRow } from '@seri/contract/feed/rows.ts';
import type { PoolClient } from 'pg';
import type { LotDefaults } from './lots-queries.ts';

const MERGE_HOUSES = `
with given as (
  select distinct on (name) * from jsonb_to_recordset($1::jsonb) as g(
    name text, "isUss" boolean, weekdays smallint[], "opensAt" time, "closeMinutes" integer, "cutoffMinutes" integer,
    "cancelHours" integer, "overbidYen" integer, "haulageYen" integer, "exportPort" text, source text,
    "updatedAt" timestamptz, line integer)
   order by name, "updatedAt" desc, line desc
), old as (
  select h.* from auction_houses h join given g using (name)
), merged as (
  insert into auction_houses as h (name, is_uss, weekdays, opens_at, close_minutes, cutoff_minutes, cancel_hours,
                                   overbid_yen, haulage_yen, export_port, source, source_updated_at)
  select name, "isUss", weekdays, "opensAt", "closeMinutes", "cutoffMinutes", "cancelHours", "overbidYen",
         "haulageYen", "exportPort", source, "updatedAt" from given order by name
  on conflict (name) do update set
    is_uss = excluded.is_uss, weekdays = excluded.weekdays, opens_at = excluded.opens_at,
    close_minutes = excluded.close_minutes, cutoff_minutes = excluded.cutoff_minutes,
    cancel_hours = excluded.cancel_hours, overbid_yen = excluded.overbid_yen, haulage_yen = excluded.haulage_yen,
    export_port = excluded.export_port, source = excluded.source, source_updated_at = excluded.source_updated_at,
    updated_at = now()
  where excluded.source_updated_at >= h.source_updated_at
    and row(h.is_uss, h.weekdays, h.opens_at, h.close_minutes, h.cutoff_minutes, h.cancel_hours, h.overbid_yen,
            h.haulage_yen, h.export_port, h.source, h.source_updated_at)
        is distinct from
        row(excluded.is_uss, excluded.weekdays, excluded.opens_at, excluded.close_minutes, excluded.cutoff_minutes,
            excluded.cancel_hours, excluded.overbid_yen, excluded.haulage_yen, excluded.export_port, excluded.source,
            excluded.source_updated_at)
  returning h.id, h.close_minutes, h.cutoff_minutes, h.cancel_hours
)
select m.id, exists (select from old o where o.id = m.id
         and row(o.close_minutes, o.cutoff_minutes, o.cancel_hours)
             is distinct from row(m.close_minutes, m.cutoff_minutes, m.cancel_hours)) as "minutesChanged"
  from merged m`;

const RETIME_LOTS = `
update lots l
   set bids_close_at = l.auction_at - make_interval(mins => coalesce(h.close_minutes, $2::integer)),
       agent_cutoff_at = l.auction_at - make_interval(mins => coalesce(h.cutoff_minutes, $3::integer)),
       cancel_until = l.auction_at - make_interval(hours => coalesce(h.cancel_hours, $4::integer)),
       updated_at = now()
  from auction_houses h
 where h.id = any($1::integer[]) and l.house_id = h.id and l.auction_at > clock_timestamp()`;

/** Merges auction houses and returns the number written. Changed minutes apply to the house's upcoming lots at once. */
export async function mergeHouses(
  client: PoolClient,
  houses: (HouseRow & { line: number })[],
  defaults: LotDefaults,
): Promise<number> {
  if (houses.length === 0) return 0;
  const { rows } = await client.query<{ id: number; minutesChanged: boolean }>(MERGE_HOUSES, [JSON.stringify(houses)]);
  const retimed = rows.filter((row) => row.minutesChanged).map((row) => row.id);
  if (retimed.length > 0)
    await client.query(RETIME_LOTS, [retimed, defaults.closeMinutes, defaults.cutoffMinutes, defaults.cancelHours]);
  return rows.length;
}
