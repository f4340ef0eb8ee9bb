create or replace function publish_notification() returns trigger language plpgsql as $$
begin
  perform publish_ids('counter', array(select user_id from changed));
  return null;
end $$;

-- The managers to notify about a client: the client's own manager, otherwise all bid managers.
create or replace function managers_of(p_client integer) returns setof integer language sql stable as $$
  select m.id from users c join users m on m.id = c.manager_id
   where c.id = p_client and m.user_type = :userType.manager
  union all
  select u.id from users u
   where u.user_type = :userType.manager and u.role_id <> :role.disabled
     and (u.permissions ->> 'bidManagementEnabled')::boolean
     and not exists (select from users c join users m on m.id = c.manager_id
                      where c.id = p_client and m.user_type = :userType.manager)
$$;

-- Notifies users of another time or day of a lot with their bid or among their favorites, but not when a time becomes
-- known for the first time; of a favorite that was sold; and of how the price range of a lot did. No nested loops, for
-- the reason given at compare_lots.
create or replace function notify_moved_lots() returns trigger language plpgsql set enable_nestloop = off as $$
declare v_sold bigint[];
begin
  insert into notifications (user_id, kind, bid_id, lot_id, dedupe_key)
  select concerned.user_id, 'lot_moved', max(concerned.bid_id), n.id,
         'moved:' || n.id || ':' || extract(epoch from n.auction_at)::bigint
    from old_lots o join new_lots n using (id)
    join lateral (
      select user_id, id as bid_id from bids where lot_id = n.id and status in (:bid.new, :bid.bid)
      union all select user_id, null from favorites where lot_id = n.id) concerned on true
   where o.auction_at <> n.auction_at and (o.time_known or o.auction_day <> n.auction_day)
     and n.auction_at > clock_timestamp()
   group by concerned.user_id, n.id, n.auction_at
  on conflict do nothing;
  -- A favorite without a bid of the user was sold: once, when its price is known.
  v_sold := array(
    select id from old_lots o join new_lots n using (id)
     where n.status in (:lot.sold, :lot.soldByNegotiation) and n.sold_price_yen is not null
       and (o.status, o.sold_price_yen) is distinct from (n.status, n.sold_price_yen));
  if v_sold <> '{}' then
    insert into notifications (user_id, kind, lot_id, dedupe_key)
    select f.user_id, 'favorite_sold', f.lot_id, 'favorite-sold:' || f.lot_id from favorites f
     where f.lot_id = any(v_sold)
       and not exists (select from bids b
                        where b.lot_id = f.lot_id and b.user_id = f.user_id and b.status <> :bid.cancel)
    on conflict do nothing;
    -- Bidders hear how the price range of the lot compares with its price.
    insert into notifications (user_id, kind, bid_id, lot_id, data, dedupe_key)
    select b.user_id, 'estimate_result', max(b.id), n.id,
           jsonb_build_object('lowYen', n.price_low_yen, 'highYen', n.price_high_yen), 'estimate:' || n.id
      from new_lots n join bids b on b.lot_id = n.id
     where n.id = any(v_sold) and n.price_low_yen is not null and n.price_high_yen is not null and b.status <> :bid.cancel
     group by b.user_id, n.id, n.price_low_yen, n.price_high_yen
    on conflict do nothing;
  end if;
  return null;
end $$;

-- Notifies watchers of a lot, those with a bid on it or a favorite, of a lower start price while bidding is open; and
-- users with a favorite but no bid that the lot was withdrawn, because bidders hear of that by their bids.
create or replace function notify_watched_lots() returns trigger language plpgsql set enable_nestloop = off as $$
declare v_cheaper bigint[]; v_withdrawn bigint[];
begin
  v_cheaper := array(
    select n.id from old_lots o join new_lots n using (id)
     where n.start_price_yen < o.start_price_yen and n.status in (:lot.ongoing, :lot.upcoming)
       and n.bids_close_at > clock_timestamp());
  if v_cheaper <> '{}' then
    insert into notifications (user_id, kind, bid_id, lot_id, data, dedupe_key)
    select watcher.user_id, 'lot_cheaper', max(watcher.bid_id), n.id,
           jsonb_build_object('oldPriceYen', o.start_price_yen, 'newPriceYen', n.start_price_yen),
           'cheaper:' || n.id || ':' || n.start_price_yen
      from old_lots o join new_lots n using (id)
      join (select user_id, lot_id, id as bid_id from bids
             where lot_id = any(v_cheaper) and status in (:bid.new, :bid.bid)
            union all select user_id, lot_id, null from favorites where lot_id = any(v_cheaper)) watcher on watcher.lot_id = n.id
     where not n.is_private or watcher.bid_id is not null or watcher.user_id = any(n.viewers)
     group by watcher.user_id, n.id, o.start_price_yen, n.start_price_yen
    on conflict do nothing;
  end if;
  v_withdrawn := array(
    select n.id from old_lots o join new_lots n using (id)
     where n.status in (:lot.cancelled, :lot.removed) and o.status in (:lot.ongoing, :lot.upcoming));
  if v_withdrawn <> '{}' then
    insert into notifications (user_id, kind, lot_id, dedupe_key)
    select f.user_id, 'lot_withdrawn', f.lot_id, 'watched-withdrawn:' || f.lot_id from favorites f
     where f.lot_id = any(v_withdrawn)
       and not exists (select from bids b
                        where b.lot_id = f.lot_id and b.user_id = f.user_id and b.status in (:bid.new, :bid.bid, :bid.finished))
    on conflict do nothing;
  end if;
  return null;
end $$;

-- Notifies watchers of a vehicle that was not sold to them when it is listed again after its auction: once for each new lot. Only a full
-- chassis number identifies a vehicle (business-rules.md#vehicle-identity). A private lot reaches only those it names.
create or replace function notify_relisted_lots() returns trigger language plpgsql set enable_nestloop = off as $$
begin
  insert into notifications (user_id, kind, lot_id, dedupe_key)
  select distinct watcher.user_id, 'lot_relisted', n.id, 'relisted:' || n.id
    from (select user_id, lot_id from favorites
          union select user_id, lot_id from bids where status in (:bid.new, :bid.bid, :bid.finished)) watcher
    join lots earlier on earlier.id = watcher.lot_id
    join new_lots n on n.chassis_number = earlier.chassis_number and n.vehicle = earlier.vehicle and n.maker = earlier.maker
   where n.id <> earlier.id
     and not (earlier.status in (:lot.ongoing, :lot.upcoming) and earlier.auction_at > clock_timestamp())
     and n.chassis_number <> '' and is_vehicle_identity(n.chassis_number)
     and n.status in (:lot.ongoing, :lot.upcoming) and n.auction_at > clock_timestamp()
     and (not n.is_private or watcher.user_id = any(n.viewers))
  on conflict do nothing;
  return null;
end $$;
