-- Up Migration
-- What a statement changed of lots, noted for the other triggers of the same statement, and told to open pages. Each of
-- them compared all old rows with all new ones: a tenth of what a dearer lot of a feed costs (docs/decisions/056).
create function compare_lots() returns trigger language plpgsql set enable_nestloop = off as $$
declare
  v_ids bigint[];
  v_changed text;
begin
  select array_agg(l.id) filter (where told),
         concat_ws(' ', 'compared', case when bool_or(counted) then 'counted' end, case when bool_or(sold) then 'sold' end,
           case when bool_or(priced) then 'priced' end, case when bool_or(leaving) then 'leaving' end,
           case when bool_or(moved) then 'moved' end)
    into v_ids, v_changed
    from (
      select n.id,
             row(o.status, o.start_price_yen, o.sold_price_yen, o.auction_at, o.bids_close_at, o.cancel_until,
                 o.is_ordered, o.is_private)
             is distinct from
             row(n.status, n.start_price_yen, n.sold_price_yen, n.auction_at, n.bids_close_at, n.cancel_until,
                 n.is_ordered, n.is_private) as told,
             row(o.coming_page, o.sales_page, o.is_private, o.maker, o.model, o.condition, o.gearbox, o.house_id,
                 o.status, o.color, o.chassis_code, o.year, o.mileage_km, o.engine_cc)
             is distinct from
             row(n.coming_page, n.sales_page, n.is_private, n.maker, n.model, n.condition, n.gearbox, n.house_id,
                 n.status, n.color, n.chassis_code, n.year, n.mileage_km, n.engine_cc) as counted,
             row(o.status, o.sold_price_yen, o.is_private, o.lot_source, o.vehicle, o.maker, o.model, o.year, o.grade,
                 o.condition, o.mileage_km, o.auction_day)
             is distinct from
             row(n.status, n.sold_price_yen, n.is_private, n.lot_source, n.vehicle, n.maker, n.model, n.year, n.grade,
                 n.condition, n.mileage_km, n.auction_day) as sold,
             row(o.coming_page, o.maker, o.model, o.start_price_yen, o.auction_day, o.is_private, o.year,
                 o.mileage_km, o.condition)
             is distinct from
             row(n.coming_page, n.maker, n.model, n.start_price_yen, n.auction_day, n.is_private, n.year,
                 n.mileage_km, n.condition) as priced,
             o.coming_page is not null and n.coming_page is null as leaving,
             o.auction_at <> n.auction_at as moved
        from old_lots o join new_lots n using (id)) l;
  -- Of this depth: a trigger may write lots as well.
  perform set_config('seri.lots_changed_' || pg_trigger_depth(), v_changed, true);
  if cardinality(v_ids) > 0 then
    perform tell_ids('lot', v_ids);
    perform tell_bids('bid', array(select id from bids where lot_id = any(v_ids)));
  end if;
  return null;
end $$;
-- Asked by a trigger of an update; where nobody has compared, anything may have changed.
create function lots_changed(p_what text) returns boolean language sql stable as $$
  select coalesce(strpos(nullif(current_setting('seri.lots_changed_' || pg_trigger_depth(), true), ''), p_what) > 0, true)
$$;
drop trigger lots_told on lots;
drop function tell_changed_lots();
-- Triggers of one kind fire in the order of their names: this one first.
create trigger lots_compared after update on lots
  referencing old table as old_lots new table as new_lots for each statement execute function compare_lots();

do $$ begin
  execute replace(pg_get_functiondef('count_lots()'::regprocedure), $from$    perform from old_lots o join new_lots n using (id)
      where row(o.coming_page, o.sales_page, o.is_private, o.maker, o.model, o.condition, o.gearbox, o.house_id, o.status,
                o.color, o.chassis_code, o.year, o.mileage_km, o.engine_cc)
            is distinct from
            row(n.coming_page, n.sales_page, n.is_private, n.maker, n.model, n.condition, n.gearbox, n.house_id, n.status,
                n.color, n.chassis_code, n.year, n.mileage_km, n.engine_cc)
      limit 1;
    if not found then return null; end if;$from$,
    $to$    if not lots_changed('counted') then return null; end if;$to$);
  execute replace(pg_get_functiondef('count_sales()'::regprocedure), $from$    perform 1 from gone o join come n using (id)
      where row(o.status, o.sold_price_yen, o.is_private, o.lot_source, o.vehicle, o.maker, o.model, o.year, o.grade,
                o.condition, o.mileage_km, o.auction_day)
            is distinct from
            row(n.status, n.sold_price_yen, n.is_private, n.lot_source, n.vehicle, n.maker, n.model, n.year, n.grade,
                n.condition, n.mileage_km, n.auction_day)
      limit 1;
    if not found then return null; end if;$from$,
    $to$    if not lots_changed('sold') then return null; end if;$to$);
  execute replace(pg_get_functiondef('notify_moved_lots()'::regprocedure), $from$begin
  insert into notifications (user_id, kind, bid_id, lot_id, dedupe_key)$from$,
    $to$begin
  if not lots_changed('moved') then return null; end if;
  insert into notifications (user_id, kind, bid_id, lot_id, dedupe_key)$to$);
end $$;

-- Those that changed are found by their number; ten columns of all of them were hashed to leave out those that did not.
-- Nothing of it depends on how many rows there are.
create or replace function keep_coming_prices() returns trigger language plpgsql
  set enable_seqscan = off set enable_nestloop = off as $$
begin
  if tg_op = 'INSERT' then
    insert into coming_prices
    select id, coming_page, maker, model, start_price_yen, auction_day, is_private, year, mileage_km, condition
      from new_lots where coming_page is not null;
  elsif tg_op = 'DELETE' then
    delete from coming_prices where lot_id = any (array(select id from old_lots where coming_page is not null));
  elsif lots_changed('priced') then
    if lots_changed('leaving') then
      delete from coming_prices where lot_id = any (array(
        select id from old_lots where coming_page is not null except select id from new_lots where coming_page is not null));
    end if;
    insert into coming_prices as c
    select n.id, n.coming_page, n.maker, n.model, n.start_price_yen, n.auction_day, n.is_private, n.year, n.mileage_km,
           n.condition
      from new_lots n join old_lots o using (id)
     where n.coming_page is not null
       and row(o.coming_page, o.maker, o.model, o.start_price_yen, o.auction_day, o.is_private, o.year, o.mileage_km,
               o.condition)
           is distinct from
           row(n.coming_page, n.maker, n.model, n.start_price_yen, n.auction_day, n.is_private, n.year, n.mileage_km,
               n.condition)
    on conflict (lot_id) do update
       set coming_page = excluded.coming_page, maker = excluded.maker, model = excluded.model,
           start_price_yen = excluded.start_price_yen, auction_day = excluded.auction_day,
           is_private = excluded.is_private, year = excluded.year, mileage_km = excluded.mileage_km,
           condition = excluded.condition;
  end if;
  return null;
end $$;

-- Down Migration
create or replace function keep_coming_prices() returns trigger language plpgsql set enable_seqscan = off as $$
begin
  if tg_op = 'INSERT' then
    insert into coming_prices
    select id, coming_page, maker, model, start_price_yen, auction_day, is_private, year, mileage_km, condition
      from new_lots where coming_page is not null;
  elsif tg_op = 'DELETE' then
    delete from coming_prices where lot_id = any (array(select id from old_lots where coming_page is not null));
  else
    delete from coming_prices where lot_id = any (array(
      select id from old_lots where coming_page is not null except select id from new_lots where coming_page is not null));
    insert into coming_prices as c
    select id, coming_page, maker, model, start_price_yen, auction_day, is_private, year, mileage_km, condition
      from new_lots where coming_page is not null
    except
    select id, coming_page, maker, model, start_price_yen, auction_day, is_private, year, mileage_km, condition
      from old_lots
    on conflict (lot_id) do update
       set coming_page = excluded.coming_page, maker = excluded.maker, model = excluded.model,
           start_price_yen = excluded.start_price_yen, auction_day = excluded.auction_day,
           is_private = excluded.is_private, year = excluded.year, mileage_km = excluded.mileage_km,
           condition = excluded.condition;
  end if;
  return null;
end $$;
do $$ begin
  execute replace(pg_get_functiondef('notify_moved_lots()'::regprocedure), $from$begin
  if not lots_changed('moved') then return null; end if;
  insert into notifications (user_id, kind, bid_id, lot_id, dedupe_key)$from$,
    $to$begin
  insert into notifications (user_id, kind, bid_id, lot_id, dedupe_key)$to$);
  execute replace(pg_get_functiondef('count_sales()'::regprocedure), $from$    if not lots_changed('sold') then return null; end if;$from$,
    $to$    perform 1 from gone o join come n using (id)
      where row(o.status, o.sold_price_yen, o.is_private, o.lot_source, o.vehicle, o.maker, o.model, o.year, o.grade,
                o.condition, o.mileage_km, o.auction_day)
            is distinct from
            row(n.status, n.sold_price_yen, n.is_private, n.lot_source, n.vehicle, n.maker, n.model, n.year, n.grade,
                n.condition, n.mileage_km, n.auction_day)
      limit 1;
    if not found then return null; end if;$to$);
  execute replace(pg_get_functiondef('count_lots()'::regprocedure), $from$    if not lots_changed('counted') then return null; end if;$from$,
    $to$    perform from old_lots o join new_lots n using (id)
      where row(o.coming_page, o.sales_page, o.is_private, o.maker, o.model, o.condition, o.gearbox, o.house_id, o.status,
                o.color, o.chassis_code, o.year, o.mileage_km, o.engine_cc)
            is distinct from
            row(n.coming_page, n.sales_page, n.is_private, n.maker, n.model, n.condition, n.gearbox, n.house_id, n.status,
                n.color, n.chassis_code, n.year, n.mileage_km, n.engine_cc)
      limit 1;
    if not found then return null; end if;$to$);
end $$;
drop trigger lots_compared on lots;
create function tell_changed_lots() returns trigger language plpgsql set enable_nestloop = off as $$
declare
  v_ids bigint[] := array(
    select n.id from old_lots o join new_lots n using (id)
     where row(o.status, o.start_price_yen, o.sold_price_yen, o.auction_at, o.bids_close_at, o.cancel_until,
               o.is_ordered, o.is_private)
           is distinct from
           row(n.status, n.start_price_yen, n.sold_price_yen, n.auction_at, n.bids_close_at, n.cancel_until,
               n.is_ordered, n.is_private));
begin
  if cardinality(v_ids) > 0 then
    perform tell_ids('lot', v_ids);
    perform tell_bids('bid', array(select id from bids where lot_id = any(v_ids)));
  end if;
  return null;
end $$;
create trigger lots_told after update on lots
  referencing old table as old_lots new table as new_lots for each statement execute function tell_changed_lots();
drop function compare_lots(), lots_changed(text);
