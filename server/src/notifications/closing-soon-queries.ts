import { sql } from 'kysely';
import type { Db } from '../platform/db/db.ts';
import { BID, LOT } from '../platform/db/numbers.ts';

/**
 * Half an hour before bidding closes, notifies users with the lot among their favorites but no bid, and users with an
 * undecided bid. Once per lot and user, even if the lot's time changes.
 */
export async function notifyClosingSoon(db: Db): Promise<void> {
  await sql`
    with closing as materialized (
      select id from lots
       where lot_source = 'auction' and status in (${LOT.ongoing}, ${LOT.upcoming}) and bids_close_at > clock_timestamp()
         and bids_close_at <= clock_timestamp() + interval '30 minutes'
         and id in (select lot_id from favorites union all select lot_id from bids where status = ${BID.new}))
    insert into notifications (user_id, kind, bid_id, lot_id, dedupe_key)
    select user_id, 'closing_soon', max(bid_id), lot_id, 'closing:' || lot_id
      from (select f.user_id, f.lot_id, null::bigint as bid_id from favorites f join closing c on c.id = f.lot_id
             where not exists (select from bids b
                                where b.lot_id = f.lot_id and b.user_id = f.user_id
                                  and b.status in (${BID.new}, ${BID.bid}, ${BID.win}, ${BID.won}))
            union all
            select b.user_id, b.lot_id, b.id from bids b join closing c on c.id = b.lot_id
              where b.status = ${BID.new}) concerned
     group by user_id, lot_id
    on conflict do nothing`.execute(db);
}

/** Notifies managers of undecided bids less than half an hour before the cut-off, and of orders that failed. */
export async function notifyManagers(db: Db): Promise<void> {
  await sql`
    insert into notifications (user_id, kind, bid_id, lot_id, dedupe_key)
    select managers_of(b.user_id), 'urgent_bid', b.id, l.id, 'urgent:' || b.id
      from bids b join lots l on l.id = b.lot_id
     where b.status = ${BID.new} and l.lot_source = 'auction' and l.agent_cutoff_at > clock_timestamp()
       and l.agent_cutoff_at <= clock_timestamp() + interval '30 minutes'
    union all
    select managers_of(o.client_id), 'order_failed', o.bid_id, o.lot_id, 'failed:' || o.lot_id || ':' || o.version
      from agent_orders o
     where o.state = 'failed' and o.updated_at > clock_timestamp() - interval '1 day'
    on conflict do nothing`.execute(db);
}
