-- Up Migration
-- The dearest sales of a cheap model stand deep in the index of all prices: five seconds among a million sales.
create index lots_sales_model_sold_price on lots (sales_page, maker, model, sold_price_yen, id) include (auction_day, is_private)
  where sales_page is not null;

-- Down Migration
drop index lots_sales_model_sold_price;
