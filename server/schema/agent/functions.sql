-- The lists of managers show how far an order has come.
create or replace function publish_order() returns trigger language plpgsql as $$
begin
  perform publish_bids('bid', array[new.bid_id]);
  return null;
end $$;
