-- Up Migration
-- The rule by itself: a first load asks it of all its lots in one statement, without a trigger that takes each apart.
create function coming_page_of(p_vehicle text, p_lot_source text, p_auction_day date, p_status smallint, p_is_ordered boolean)
returns text language sql stable as $$
  select case
    when p_lot_source = 'stock'
      then case when p_is_ordered or p_status in (4533, 4534, 4536, 4537) then null else 'stock' end
    when p_auction_day >= (now() at time zone 'Asia/Tokyo')::date
      then case p_vehicle when 'car' then 'car-auction' else 'bikes' end
  end
$$;
create or replace function place_lot() returns trigger language plpgsql as $$
begin
  new.coming_page := coming_page_of(new.vehicle, new.lot_source, new.auction_day, new.status, new.is_ordered);
  return new;
end $$;

-- Down Migration
create or replace function place_lot() returns trigger language plpgsql as $$
begin
  new.coming_page := case
    when new.lot_source = 'stock'
      then case when new.is_ordered or new.status in (4533, 4534, 4536, 4537) then null else 'stock' end
    when new.auction_day >= (now() at time zone 'Asia/Tokyo')::date
      then case new.vehicle when 'car' then 'car-auction' else 'bikes' end
  end;
  return new;
end $$;
drop function coming_page_of(text, text, date, smallint, boolean);
