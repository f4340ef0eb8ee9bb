-- Up Migration
-- Ascending is from the worst grade to the best; a grade the table does not know sorts last with the missing ones.
alter table lots add column condition_rank smallint generated always as (
  case condition
    when '***' then 1
    when 'WR' then 2
    when 'R?' then 3
    when 'R2' then 4
    when 'R' then 5
    when 'RB' then 6
    when 'RA' then 7
    when '1' then 8
    when '2' then 9
    when '3' then 10
    when '3.0' then 10
    when '3.5' then 11
    when '4' then 12
    when '4.0' then 12
    when '4.5' then 13
    when '5' then 14
    when '5.0' then 14
    when '6' then 15
    when '6.0' then 15
    when 'S' then 16
  end
) stored;

drop index lots_by_time;
drop index lots_by_model;
drop index lots_by_day;
-- A page is cut out of one of these without touching the table: order, day and visibility are all inside.
create index lots_cars_by_time on lots (auction_day, time_known desc, auction_at, id) include (is_private)
  where vehicle = 'car' and lot_source = 'auction';
create index lots_cars_by_time_down on lots (auction_day desc, time_known desc, auction_at desc, id desc) include (is_private)
  where vehicle = 'car' and lot_source = 'auction';
-- Counting choices reads every lot of a maker: what they can be narrowed by rides along.
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

-- Down Migration
drop index lots_cars_by_house, lots_cars_sold_by_day, lots_cars_by_sold_price, lots_cars_by_start_price, lots_cars_by_condition,
  lots_cars_by_mileage, lots_cars_by_year, lots_cars_by_model, lots_cars_by_time_down, lots_cars_by_time;
create index lots_by_day on lots (vehicle, auction_day, maker) where lot_source = 'auction';
create index lots_by_model on lots (maker, model, auction_at, id) where lot_source = 'auction' and vehicle = 'car';
create index lots_by_time on lots (vehicle, auction_at, id) where lot_source = 'auction';
alter table lots drop column condition_rank;
