-- Up Migration
-- A lot can leave only when nothing names it, which is asked of each of these tables for each lot.
create index bid_events_lot on bid_events (lot_id);
create index negotiation_offers_lot on negotiation_offers (lot_id);
create index notifications_lot on notifications (lot_id) where lot_id is not null;
create index search_matches_lot on search_matches (lot_id);
create index shares_lot on shares (lot_id);
create index sheet_readings_lot on sheet_readings (lot_id);

-- Photos of lots that are gone, until they are gone from the store as well.
create table photos_to_remove (
  name text primary key
);

-- Down Migration
drop table photos_to_remove;
drop index sheet_readings_lot, shares_lot, search_matches_lot, notifications_lot, negotiation_offers_lot, bid_events_lot;
