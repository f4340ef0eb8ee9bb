-- Up Migration
-- Lots open for bidding come first, soonest closing first (docs/decisions/007): of a page, and of one model.
create index lots_coming_closing on lots (coming_page, bids_close_at, id) include (status, auction_day, is_private)
  where coming_page is not null;
create index lots_coming_model_closing on lots (coming_page, maker, model, bids_close_at, id)
  include (status, auction_day, is_private)
  where coming_page is not null;

-- Down Migration
drop index lots_coming_model_closing, lots_coming_closing;
