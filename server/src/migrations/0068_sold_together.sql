-- Up Migration
-- Hardly a coming lot was sold and most sales were: taken apart, the planner expects a third of what is there.
create statistics lots_sold_prices (mcv) on coming_page, sales_page, sold_price_yen from lots;
analyze lots;

-- Down Migration
drop statistics lots_sold_prices;
