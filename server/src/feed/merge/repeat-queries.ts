import type { PoolClient } from 'pg';
import type { LotDefaults } from './lots-queries.ts';

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
    join lot_stamps k on k.lot_id = l.id and k.content_hash = r.content_hash and k.lot_version = l.version
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

interface Repeats {
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
