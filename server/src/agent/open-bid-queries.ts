import type { OpenBid } from '@seri/contract/agent/sheet-routes.ts';
import { groupLabel } from '@seri/contract/bids/groups.ts';
import { sql } from 'kysely';
import { clientCode } from '../platform/client-code.ts';
import type { Db } from '../platform/db/db.ts';
import { BID, LOT } from '../platform/db/numbers.ts';
import { japanIso } from '../platform/i18n/japan-time.ts';

export interface OpenBids {
  /** Clock of the database. */
  now: Date;
  bids: OpenBid[];
}

interface Row extends Omit<OpenBid, 'auctionAt' | 'atMostYen' | 'clientId' | 'group'> {
  auctionAt: Date;
  userId: number;
  groupValue: number | null;
}

/** Orders of lots that run today or later or are under negotiation, and accepted bids on them without an order, in running order. */
export async function findOpenBids(db: Db): Promise<OpenBids> {
  // A single statement, so that a bid that becomes an order at the same time is neither missed nor listed twice.
  const { rows } = await sql<{ now: Date; bids: Row[] | null }>`
    with orders as (
      select b.id as bid_id, o.lot_id, o.client_id, b.group_value, o.max_yen, o.overbid_yen, b.not_forwarded, o.after_sale,
        case when o.kind = 'order' then o.state when o.state = 'acknowledged' then 'withdrawn'
          else 'withdrawal-' || o.state end as state
      from agent_orders o join bids b on b.id = o.bid_id),
    accepted as (
      select b.id, b.lot_id, b.user_id, b.group_value, b.amount_yen, b.adjustment_yen, b.not_forwarded, false,
        case when b.group_round is not null and not b.group_cleared then 'group-waits'
          when b.not_forwarded then 'not-forwarded' else 'other-bid-leads' end
      from bids b
      where b.status = ${BID.bid} and b.lot_source = 'auction' and not exists (
        select from agent_orders o where o.lot_id = b.lot_id and o.bid_id = b.id and o.kind = 'order'))
    select clock_timestamp() as now, (
      select json_agg(json_build_object(
          'bidId', x.bid_id, 'lotId', l.id, 'auctionDay', l.auction_day, 'auctionAt', l.auction_at,
          'timeKnown', l.time_known, 'houseId', h.id, 'house', h.name, 'lotNo', l.lot_no,
          'vehicle', concat_ws(' ', l.year, nullif(l.maker, ''), nullif(l.model, ''), nullif(l.grade, '')),
          'chassis', coalesce(nullif(l.chassis_number, ''), l.chassis_code),
          'maxYen', x.max_yen, 'overbidYen', x.overbid_yen, 'userId', x.client_id, 'groupValue', x.group_value,
          'state', x.state, 'notForwarded', x.not_forwarded)
        order by l.auction_day, h.name, l.auction_at, l.lot_no, x.bid_id)
      from (select * from orders union all select * from accepted) x
        join lots l on l.id = x.lot_id join auction_houses h on h.id = l.house_id
      where l.auction_day >= (clock_timestamp() at time zone 'Asia/Tokyo')::date
        or x.after_sale and l.status = ${LOT.notSold}) as bids`.execute(db);
  return { now: rows[0]?.now ?? new Date(), bids: (rows[0]?.bids ?? []).map(openBidOf) };
}

const openBidOf = ({ userId, groupValue, auctionAt, ...row }: Row): OpenBid => ({
  ...row,
  auctionAt: japanIso(new Date(auctionAt)),
  atMostYen: row.maxYen + row.overbidYen,
  clientId: clientCode(userId),
  group: groupValue === null ? null : groupLabel(groupValue),
});
