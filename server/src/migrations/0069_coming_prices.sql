-- Up Migration
-- What coming lots start at, in order. It changes most often of all, and stood in indexes of lots: no new version of a lot
-- could stay on its page, and each was written into 23 indexes (docs/decisions/045).
drop index lots_coming_start_price, lots_coming_model_start_price, lots_coming_model, lots_stats_start_price,
  lots_stats_model, lots_bike_stats_start_price, lots_bike_stats_model;
-- Room on each page for new versions of its lots.
alter table lots set (fillfactor = 85);
-- By which sales are put in order: of a lot that still runs it is null, however often its price changes.
alter table lots add column final_start_price_yen integer generated always as (
  case when lot_source = 'auction' and status in (4533, 4534, 4535, 4539) then start_price_yen end
) stored;
create index lots_stats_start_price on lots (final_start_price_yen, id) include (auction_day, is_private)
  where sales_page = 'stats';
create index lots_bike_stats_start_price on lots (final_start_price_yen, id) include (auction_day, is_private)
  where sales_page = 'bike-stats';
create index lots_coming_model on lots (coming_page, maker, model, time_up, id)
  include (auction_day, auction_at, time_known, is_private, year, mileage_km, engine_cc, condition, gearbox, house_id, color,
           status, chassis_code, condition_rank, sold_price_yen)
  where coming_page is not null;
create index lots_stats_model on lots (maker, model, time_down, id)
  include (auction_day, is_private, year, mileage_km, engine_cc, condition, gearbox, house_id, color, status, chassis_code,
           condition_rank, final_start_price_yen, sold_price_yen)
  where sales_page = 'stats';
create index lots_bike_stats_model on lots (maker, model, time_down, id)
  include (auction_day, is_private, year, mileage_km, engine_cc, condition, gearbox, house_id, color, status, chassis_code,
           condition_rank, final_start_price_yen, sold_price_yen)
  where sales_page = 'bike-stats';
-- As with what was paid (0068): taken apart, the planner expects a part of the sales that have one.
create statistics lots_start_prices (mcv) on sales_page, final_start_price_yen from lots;

-- One row for each lot on a coming page. No foreign key: it would lock the lot for each row; the triggers bring and take it.
create table coming_prices (
  lot_id bigint primary key,
  coming_page text not null,
  maker text not null,
  model text not null,
  start_price_yen integer,
  auction_day date not null,
  is_private boolean not null,
  year smallint,
  mileage_km integer,
  condition text not null
);
create view coming_prices_by_hand as
select id as lot_id, coming_page, maker, model, start_price_yen, auction_day, is_private, year, mileage_km, condition
  from lots where coming_page is not null;

-- No plan of it joins anything, so none that was made for few rows is wrong for many; nor is the table read whole because
-- it was small once.
create function keep_coming_prices() returns trigger language plpgsql set enable_seqscan = off as $$
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
create trigger lots_prices_added after insert on lots
  referencing new table as new_lots for each statement execute function keep_coming_prices();
create trigger lots_prices_changed after update on lots
  referencing old table as old_lots new table as new_lots for each statement execute function keep_coming_prices();
create trigger lots_prices_removed after delete on lots
  referencing old table as old_lots for each statement execute function keep_coming_prices();

-- All of them anew, while no lot changes; answers how many rows said something else.
create function rebuild_coming_prices() returns integer language plpgsql as $$
declare
  v_wrong integer;
begin
  with gone as (
    delete from coming_prices c where not exists (select from coming_prices_by_hand h where h.lot_id = c.lot_id)
    returning c.lot_id
  ), put as (
    insert into coming_prices as c
    select * from (select * from coming_prices_by_hand except select * from coming_prices) h order by lot_id
    on conflict (lot_id) do update
       set coming_page = excluded.coming_page, maker = excluded.maker, model = excluded.model,
           start_price_yen = excluded.start_price_yen, auction_day = excluded.auction_day,
           is_private = excluded.is_private, year = excluded.year, mileage_km = excluded.mileage_km,
           condition = excluded.condition
    returning c.lot_id
  )
  select (select count(*) from gone) + (select count(*) from put) into v_wrong;
  return v_wrong;
end $$;
select rebuild_coming_prices();
create index coming_prices_page on coming_prices (coming_page, start_price_yen, lot_id) include (auction_day, is_private);
create index coming_prices_model on coming_prices (coming_page, maker, model, start_price_yen, lot_id)
  include (auction_day, is_private, year, mileage_km, condition);
analyze lots;
analyze coming_prices;

-- Down Migration
drop trigger lots_prices_removed on lots;
drop trigger lots_prices_changed on lots;
drop trigger lots_prices_added on lots;
drop function rebuild_coming_prices();
drop function keep_coming_prices();
drop view coming_prices_by_hand;
drop table coming_prices;
drop statistics lots_start_prices;
drop index lots_bike_stats_model, lots_bike_stats_start_price, lots_stats_model, lots_stats_start_price,
  lots_coming_model;
alter table lots drop column final_start_price_yen;
alter table lots reset (fillfactor);
create index lots_stats_start_price on lots (start_price_yen, id) include (auction_day, is_private)
  where sales_page = 'stats';
create index lots_bike_stats_start_price on lots (start_price_yen, id) include (auction_day, is_private)
  where sales_page = 'bike-stats';
create index lots_stats_model on lots (maker, model, time_down, id)
  include (auction_day, is_private, year, mileage_km, engine_cc, condition, gearbox, house_id, color, status, chassis_code,
           condition_rank, start_price_yen, sold_price_yen)
  where sales_page = 'stats';
create index lots_bike_stats_model on lots (maker, model, time_down, id)
  include (auction_day, is_private, year, mileage_km, engine_cc, condition, gearbox, house_id, color, status, chassis_code,
           condition_rank, start_price_yen, sold_price_yen)
  where sales_page = 'bike-stats';
create index lots_coming_model on lots (coming_page, maker, model, time_up, id)
  include (auction_day, auction_at, time_known, is_private, year, mileage_km, engine_cc, condition, gearbox, house_id, color,
           status, chassis_code, start_price_yen, condition_rank, sold_price_yen)
  where coming_page is not null;
create index lots_coming_model_start_price on lots (coming_page, maker, model, start_price_yen, id)
  include (auction_day, is_private, year, mileage_km, condition)
  where coming_page is not null;
create index lots_coming_start_price on lots (coming_page, start_price_yen, id) include (auction_day, is_private)
  where coming_page is not null;
