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
-- known for the first time; and of a favorite that was sold. No nested loops, for the reason given at compare_lots.
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
  end if;
  return null;
end $$;
