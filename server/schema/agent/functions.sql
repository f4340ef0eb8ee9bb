-- The lists of managers show the state of an order.
create or replace function publish_order() returns trigger language plpgsql as $$
begin
  perform publish_bids('bid', array[new.bid_id]);
  return null;
end $$;
