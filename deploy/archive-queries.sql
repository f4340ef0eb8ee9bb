-- What the archive is asked (deploy/archive-citus.sql), kept to what shards by the lot's day: rows of one table, joined
-- with nothing but the copied houses, no window over all shards, no grouping sets, no row of one person.

-- The first rows of a list, or those behind the last one that was shown.
prepare archive_by_time (text, timestamp, bigint, integer) as
  select lot.id, lot.auction_day, house.name as house_name, lot.maker, lot.model, lot.sold_price_yen, lot.time_down
    from archive_lots lot join archive_houses house on house.id = lot.house_id
   where lot.sales_page = $1 and (lot.time_down, lot.id) < ($2, $3)
   order by lot.time_down desc, lot.id desc limit $4;

prepare archive_by_price (text, text, text, integer, bigint, integer) as
  select id, auction_day, sold_price_yen from archive_lots
   where sales_page = $1 and maker = $2 and model = $3 and (sold_price_yen, id) > ($4, $5)
   order by sold_price_yen, id limit $6;

prepare archive_of_days (text, date, date, integer) as
  select id, auction_day, time_down from archive_lots
   where sales_page = $1 and auction_day between $2 and $3
   order by time_down desc, id desc limit $4;

-- One shard where the day is known, an index of each where it is not.
prepare archive_lot (bigint, date) as select * from archive_lots where id = $1 and auction_day = $2;
prepare archive_lot_of_any_day (bigint) as select * from archive_lots where id = $1;

prepare archive_appearances (text, text, text) as
  select id, auction_day, house_id, lot_no, status, mileage_km, sold_price_yen from archive_lots
   where chassis_number = $1 and chassis_number <> '' and vehicle = $2 and maker = $3
   order by auction_day desc, id desc limit 50;

-- One choice list at a time instead of all in one statement by grouping sets.
prepare archive_colors (text, text, text) as
  select color, count(*) as lots from archive_lots
   where sales_page = $1 and maker = $2 and model = $3 group by color;

prepare archive_months (text, text, text, date) as
  select date_trunc('month', auction_day)::date as month, count(*) as sales, sum(sold_price_yen::bigint) as yen,
         min(sold_price_yen) as low_yen, max(sold_price_yen) as high_yen
    from archive_lots
   where vehicle = $1 and maker = $2 and model = $3 and auction_day >= $4 and status in (4533, 4534)
     and sold_price_yen is not null
   group by 1;
