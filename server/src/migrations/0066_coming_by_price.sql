-- Up Migration
-- The grade's place and the price ride along: whatever the lots of a model are put in order by stands beside them.
drop index lots_coming_model;
create index lots_coming_model on lots (coming_page, maker, model, time_up, id)
  include (auction_day, auction_at, time_known, is_private, year, mileage_km, engine_cc, condition, gearbox, house_id, color,
           status, chassis_code, start_price_yen, condition_rank)
  where coming_page is not null;
-- The cheapest of a model stand behind hundreds of thousands of other lots in the order of all prices.
create index lots_coming_model_start_price on lots (coming_page, maker, model, start_price_yen, id)
  include (auction_day, is_private, year, mileage_km, condition)
  where coming_page is not null;
-- The lots of a house stand together in time: one that comes up on a late day stood behind all days before it. An import
-- writes those of a house and day side by side.
create index lots_coming_house on lots (coming_page, house_id, time_up, id)
  include (auction_day, auction_at, time_known, is_private)
  where coming_page is not null;
-- No statement asks for running lots by their hour alone.
drop index lots_unfinished;

-- Down Migration
create index lots_unfinished on lots (auction_at) where status in (4531, 4532);
drop index lots_coming_house, lots_coming_model_start_price, lots_coming_model;
create index lots_coming_model on lots (coming_page, maker, model, time_up, id)
  include (auction_day, auction_at, time_known, is_private, year, mileage_km, engine_cc, condition, gearbox, house_id, color,
           status, chassis_code)
  where coming_page is not null;
