-- Up Migration
alter table lots
  -- A fixed-price lot with an accepted order; follows the orders within a minute, listings ask the orders themselves.
  add column is_ordered boolean not null default false,
  -- The page of coming lots this one stands on (decisions D3.14); a flag, because no index can ask for today.
  add column coming_page text,
  add column sales_page text generated always as (
    case when lot_source = 'auction' and status in (4533, 4534, 4535, 4539)
         then case vehicle when 'car' then 'stats' else 'bike-stats' end end
  ) stored,
  add column model_text text generated always as (maker || ' ' || model || ' ' || grade) stored,
  -- Both orders by time put a lot without a known hour last in its day (decisions D4.33).
  add column time_up timestamp generated always as (
    case when time_known then auction_at at time zone 'Asia/Tokyo' else auction_day + time '23:59:59.9995' end
  ) stored,
  add column time_down timestamp generated always as (
    case when time_known then auction_at at time zone 'Asia/Tokyo' else auction_day - interval '0.5 milliseconds' end
  ) stored;

create function place_lot() returns trigger language plpgsql as $$
begin
  new.coming_page := case
    when new.lot_source = 'stock'
      then case when new.is_ordered or new.status in (4533, 4534, 4536, 4537) then null else 'stock' end
    when new.auction_day >= (now() at time zone 'Asia/Tokyo')::date
      then case new.vehicle when 'car' then 'car-auction' else 'bikes' end
  end;
  return new;
end $$;
create trigger lots_place before insert or update of vehicle, lot_source, auction_day, status, is_ordered on lots
  for each row execute function place_lot();
update lots set status = status;

-- How many lots each page, maker and model has, in all and by each choice a filter offers. An empty maker or model
-- stands for all of them. Private lots are in no counter.
create table lot_counters (
  page text not null,
  facet text not null,
  maker text not null,
  model text not null,
  value text not null,
  lots integer not null,
  primary key (page, facet, maker, model, value)
);

-- The cells a lot counts in. Mileage: even numbers are whole thousands of km, odd ones lie between two of them.
create function lot_cells(
  condition text, gearbox text, house_id integer, status smallint, color text, chassis_code text, year smallint,
  mileage_km integer, engine_cc integer
) returns table (facet text, value text) language sql immutable as $$
  select c.facet, c.value
    from (values ('total', ''), ('condition', condition), ('gearbox', gearbox), ('auction', house_id::text),
                 ('status', status::text), ('color', color), ('chassis', chassis_code), ('year', year::text),
                 ('mileage', (2 * (mileage_km / 1000) + (mileage_km % 1000 > 0)::integer)::text),
                 ('engine', engine_cc::text)) c(facet, value)
   where c.facet = 'total' or c.value <> ''
$$;

create view lot_counters_by_hand as
with models as (
  select p.page, c.facet, l.maker, l.model, c.value, count(*) as lots
    from lots l
    cross join lateral (values (l.coming_page), (l.sales_page)) p(page)
    cross join lateral lot_cells(l.condition, l.gearbox, l.house_id, l.status, l.color, l.chassis_code, l.year,
                                 l.mileage_km, l.engine_cc) c
   where p.page is not null and not l.is_private
   group by 1, 2, 3, 4, 5
)
select page, facet, coalesce(maker, '') as maker, coalesce(model, '') as model, value, sum(lots)::integer as lots
  from models group by grouping sets ((page, facet, maker, model, value), (page, facet, maker, value), (page, facet, value));

create function rebuild_lot_counters() returns void language sql set work_mem = '256MB' as $$
  delete from lot_counters;
  insert into lot_counters select page, facet, maker, model, value, lots from lot_counters_by_hand;
$$;

-- Whoever changes lots changes the counters in the same transaction. A first load switches this off and rebuilds.
create function count_lots() returns trigger language plpgsql as $$
declare
  source text := case tg_op
    when 'INSERT' then 'select 1 as weight, n.* from new_lots n'
    when 'DELETE' then 'select -1 as weight, o.* from old_lots o'
    else 'select -1 as weight, o.* from old_lots o union all select 1, n.* from new_lots n' end;
begin
  if current_setting('seri.lot_counters', true) = 'off' then return null; end if;
  if tg_op = 'UPDATE' then
    perform from old_lots o join new_lots n using (id)
      where row(o.coming_page, o.sales_page, o.is_private, o.maker, o.model, o.condition, o.gearbox, o.house_id, o.status,
                o.color, o.chassis_code, o.year, o.mileage_km, o.engine_cc)
            is distinct from
            row(n.coming_page, n.sales_page, n.is_private, n.maker, n.model, n.condition, n.gearbox, n.house_id, n.status,
                n.color, n.chassis_code, n.year, n.mileage_km, n.engine_cc)
      limit 1;
    if not found then return null; end if;
  end if;
  execute format($cells$
    insert into lot_counters as counter (page, facet, maker, model, value, lots)
    with cells as (
      select p.page, c.facet, l.maker, l.model, c.value, sum(l.weight)::integer as lots
        from (%s) l
        cross join lateral (values (l.coming_page), (l.sales_page)) p(page)
        cross join lateral lot_cells(l.condition, l.gearbox, l.house_id, l.status, l.color, l.chassis_code, l.year,
                                     l.mileage_km, l.engine_cc) c
       where p.page is not null and not l.is_private
       group by 1, 2, 3, 4, 5 having sum(l.weight) <> 0
    )
    select page, facet, coalesce(maker, ''), coalesce(model, ''), value, sum(lots) from cells
     group by grouping sets ((page, facet, maker, model, value), (page, facet, maker, value), (page, facet, value))
    having sum(lots) <> 0
     order by 1, 2, 3, 4, 5
    on conflict (page, facet, maker, model, value) do update set lots = counter.lots + excluded.lots
  $cells$, source);
  return null;
end $$;
create trigger lots_count_inserted after insert on lots
  referencing new table as new_lots for each statement execute function count_lots();
create trigger lots_count_updated after update on lots
  referencing old table as old_lots new table as new_lots for each statement execute function count_lots();
create trigger lots_count_deleted after delete on lots
  referencing old table as old_lots for each statement execute function count_lots();
select rebuild_lot_counters();

drop index lots_cars_by_time, lots_cars_by_time_down, lots_cars_by_model, lots_cars_by_year, lots_cars_by_mileage,
  lots_cars_by_condition, lots_cars_by_start_price, lots_cars_by_sold_price, lots_cars_sold_by_day, lots_cars_by_house,
  lots_lot_no, lots_chassis, lots_model_text, lots_equip_text;

-- A page is cut out of one of these without touching the table: order, day and visibility are all inside. Coming lots
-- and sales have their own, so that a page of coming lots stays as small as it is however many sales there are.
create index lots_coming_time on lots (coming_page, time_up, id) include (auction_day, auction_at, time_known, is_private)
  where coming_page is not null;
create index lots_coming_time_down on lots (coming_page, time_down, id) include (auction_day, auction_at, time_known, is_private)
  where coming_page is not null;
-- Counting choices reads every lot of a model: what they can be narrowed by rides along.
create index lots_coming_model on lots (coming_page, maker, model, time_up, id)
  include (auction_day, auction_at, time_known, is_private, year, mileage_km, engine_cc, condition, gearbox, house_id, color,
           status, chassis_code)
  where coming_page is not null;
create index lots_coming_year on lots (coming_page, year, id) include (auction_day, is_private)
  where coming_page is not null;
create index lots_coming_mileage on lots (coming_page, mileage_km, id) include (auction_day, is_private)
  where coming_page is not null;
create index lots_coming_condition on lots (coming_page, condition_rank, id) include (auction_day, is_private)
  where coming_page is not null;
create index lots_coming_start_price on lots (coming_page, start_price_yen, id) include (auction_day, is_private)
  where coming_page is not null;
create index lots_coming_sold_price on lots (coming_page, sold_price_yen, id) include (auction_day, is_private)
  where coming_page is not null;
create index lots_coming_lot_no on lots (coming_page, lot_no) where coming_page is not null;
create index lots_coming_chassis on lots (coming_page, chassis_code text_pattern_ops) where coming_page is not null;
create index lots_coming_model_text on lots using gin (model_text gin_trgm_ops)
  where coming_page is not null;
create index lots_coming_equip_text on lots using gin (equip gin_trgm_ops) where coming_page is not null;

create index lots_sales_time on lots (sales_page, time_down, id) include (auction_day, is_private)
  where sales_page is not null;
create index lots_sales_time_up on lots (sales_page, time_up, id) include (auction_day, is_private)
  where sales_page is not null;
create index lots_sales_model on lots (sales_page, maker, model, time_down, id)
  include (auction_day, is_private, year, mileage_km, engine_cc, condition, gearbox, house_id, color, status, chassis_code)
  where sales_page is not null;
create index lots_sales_year on lots (sales_page, year, id) include (auction_day, is_private) where sales_page is not null;
create index lots_sales_mileage on lots (sales_page, mileage_km, id) include (auction_day, is_private)
  where sales_page is not null;
create index lots_sales_condition on lots (sales_page, condition_rank, id) include (auction_day, is_private)
  where sales_page is not null;
create index lots_sales_start_price on lots (sales_page, start_price_yen, id) include (auction_day, is_private)
  where sales_page is not null;
create index lots_sales_sold_price on lots (sales_page, sold_price_yen, id) include (auction_day, is_private)
  where sales_page is not null;
create index lots_sales_lot_no on lots (sales_page, lot_no) where sales_page is not null;
create index lots_sales_chassis on lots (sales_page, chassis_code text_pattern_ops) where sales_page is not null;
create index lots_sales_model_text on lots using gin (model_text gin_trgm_ops)
  where sales_page is not null;
create index lots_sales_equip_text on lots using gin (equip gin_trgm_ops) where sales_page is not null;
create index lots_private on lots (id) where is_private;
create index lots_ordered on lots (id) where is_ordered;
create index bids_accepted_orders on bids (lot_id) where lot_source = 'stock' and status in (2, 6, 7);

-- Words are found by a part of them: with a small sample the planner takes a common one for a rare one.
alter table lots alter column model_text set statistics 1000, alter column equip set statistics 1000;
-- Without it the planner multiplies what always goes together and expects far too few rows.
create statistics lots_makers_models (dependencies, mcv) on maker, model from lots;

-- Down Migration
drop statistics lots_makers_models;
drop index bids_accepted_orders, lots_ordered, lots_private, lots_sales_equip_text, lots_sales_model_text, lots_sales_chassis, lots_sales_lot_no,
  lots_sales_sold_price, lots_sales_start_price, lots_sales_condition, lots_sales_mileage, lots_sales_year,
  lots_sales_model, lots_sales_time_up, lots_sales_time, lots_coming_equip_text, lots_coming_model_text,
  lots_coming_chassis, lots_coming_lot_no, lots_coming_sold_price, lots_coming_start_price, lots_coming_condition,
  lots_coming_mileage, lots_coming_year, lots_coming_model, lots_coming_time_down, lots_coming_time;
drop trigger lots_count_deleted on lots;
drop trigger lots_count_updated on lots;
drop trigger lots_count_inserted on lots;
drop function count_lots, rebuild_lot_counters;
drop view lot_counters_by_hand;
drop function lot_cells;
drop table lot_counters;
drop trigger lots_place on lots;
drop function place_lot;
alter table lots drop column is_ordered, drop column coming_page, drop column sales_page, drop column model_text, drop column time_up, drop column time_down;
alter table lots alter column equip set statistics -1;
create index lots_lot_no on lots (lot_no);
create index lots_chassis on lots (chassis_code text_pattern_ops);
create index lots_model_text on lots using gin ((maker || ' ' || model || ' ' || grade) gin_trgm_ops);
create index lots_equip_text on lots using gin (equip gin_trgm_ops);
create index lots_cars_by_time on lots (auction_day, time_known desc, auction_at, id) include (is_private)
  where vehicle = 'car' and lot_source = 'auction';
create index lots_cars_by_time_down on lots (auction_day desc, time_known desc, auction_at desc, id desc) include (is_private)
  where vehicle = 'car' and lot_source = 'auction';
create index lots_cars_by_model on lots (maker, model, auction_day, time_known desc, auction_at, id)
  include (is_private, year, mileage_km, engine_cc, condition, gearbox, house_id, color, status, chassis_code)
  where vehicle = 'car' and lot_source = 'auction';
create index lots_cars_by_year on lots (year, id) include (auction_day, is_private)
  where vehicle = 'car' and lot_source = 'auction';
create index lots_cars_by_mileage on lots (mileage_km, id) include (auction_day, is_private)
  where vehicle = 'car' and lot_source = 'auction';
create index lots_cars_by_condition on lots (condition_rank, id) include (auction_day, is_private)
  where vehicle = 'car' and lot_source = 'auction';
create index lots_cars_by_start_price on lots (start_price_yen, id) include (auction_day, is_private)
  where vehicle = 'car' and lot_source = 'auction';
create index lots_cars_by_sold_price on lots (sold_price_yen, id) include (auction_day, is_private)
  where vehicle = 'car' and lot_source = 'auction';
create index lots_cars_sold_by_day on lots (auction_day, sold_price_yen)
  where vehicle = 'car' and lot_source = 'auction' and sold_price_yen is not null;
create index lots_cars_by_house on lots (house_id, auction_day) where vehicle = 'car' and lot_source = 'auction';
