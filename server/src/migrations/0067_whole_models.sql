-- Up Migration
-- What is chosen without a model by something rare is gathered out of the index of models, which holds all it is narrowed
-- and put in order by: so far it lacked what coming lots were sold for, and grades and prices of sales.
drop index lots_coming_model;
create index lots_coming_model on lots (coming_page, maker, model, time_up, id)
  include (auction_day, auction_at, time_known, is_private, year, mileage_km, engine_cc, condition, gearbox, house_id, color,
           status, chassis_code, start_price_yen, condition_rank, sold_price_yen)
  where coming_page is not null;
drop index lots_stats_model;
create index lots_stats_model on lots (maker, model, time_down, id)
  include (auction_day, is_private, year, mileage_km, engine_cc, condition, gearbox, house_id, color, status, chassis_code,
           condition_rank, start_price_yen, sold_price_yen)
  where sales_page = 'stats';
drop index lots_bike_stats_model;
create index lots_bike_stats_model on lots (maker, model, time_down, id)
  include (auction_day, is_private, year, mileage_km, engine_cc, condition, gearbox, house_id, color, status, chassis_code,
           condition_rank, start_price_yen, sold_price_yen)
  where sales_page = 'bike-stats';

-- Down Migration
drop index lots_bike_stats_model, lots_stats_model, lots_coming_model;
create index lots_coming_model on lots (coming_page, maker, model, time_up, id)
  include (auction_day, auction_at, time_known, is_private, year, mileage_km, engine_cc, condition, gearbox, house_id, color,
           status, chassis_code, start_price_yen, condition_rank)
  where coming_page is not null;
create index lots_stats_model on lots (maker, model, time_down, id)
  include (auction_day, is_private, year, mileage_km, engine_cc, condition, gearbox, house_id, color, status, chassis_code)
  where sales_page = 'stats';
create index lots_bike_stats_model on lots (maker, model, time_down, id)
  include (auction_day, is_private, year, mileage_km, engine_cc, condition, gearbox, house_id, color, status, chassis_code)
  where sales_page = 'bike-stats';
