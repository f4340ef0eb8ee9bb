import type { PoolClient } from 'pg';
import { CONTENT, type LotDefaults } from './lots-queries.ts';

const WORKED_OUT = ['house_id', 'auction_at', 'time_known', 'bids_close_at', 'agent_cutoff_at', 'cancel_until'];
const GIVEN = CONTENT.filter((column) => !WORKED_OUT.includes(column));

const INSERT_LOTS = `
insert into lots (source, source_id, source_updated_at, status, sold_price_yen, result_updated_at,
                  coming_page, average_price_yen, average_sales, average_level, house_id, auction_at, time_known,
                  bids_close_at, agent_cutoff_at, cancel_until, ${GIVEN.join(', ')})
select s.source, s.source_id, s.updated_at, v.status, v.sold_price_yen, v.told_at,
       case when v.is_rare then coming_page_of(s.vehicle, s.lot_source, s.auction_day, v.status, false) end,
       v.average_price_yen, v.average_sales, v.average_level, h.id, t.auction_at, s.given_at is not null,
       t.auction_at - make_interval(mins => coalesce(h.close_minutes, $2::integer)),
       t.auction_at - make_interval(mins => coalesce(h.cutoff_minutes, $3::integer)),
       t.auction_at - make_interval(hours => coalesce(h.cancel_hours, $4::integer)),
       ${GIVEN.map((column) => `s.${column}`).join(', ')}
  from first_lots s join first_verdicts v using (line) join auction_houses h on h.name = s.house
  cross join lateral (
    select coalesce(s.given_at, (s.given_day + $1::time) at time zone 'Asia/Tokyo') as auction_at) t
 where v.is_rare = $5 order by s.line`;

/** Writes the lots of a kind that is rare in an archive, or all others, in the order of their rows; answers how many. */
export async function insertFirstLots(
  client: PoolClient,
  defaults: LotDefaults,
  { rare }: { rare: boolean },
): Promise<number> {
  const { rowCount } = await client.query(INSERT_LOTS, [
    defaults.auctionDayStart,
    defaults.closeMinutes,
    defaults.cutoffMinutes,
    defaults.cancelHours,
    rare,
  ]);
  return rowCount ?? 0;
}
