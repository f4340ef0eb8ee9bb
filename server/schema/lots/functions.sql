create or replace function place_lot() returns trigger language plpgsql as $$
begin
  new.upcoming_page := case
    when new.lot_source = 'stock'
      then case when new.status in (:lot.sold, :lot.soldByNegotiation, :lot.cancelled, :lot.removed)
                then null else 'stock' end
    when new.auction_day >= (now() at time zone 'Asia/Tokyo')::date
      then case new.vehicle when 'car' then 'car-auction' else 'bikes' end
  end;
  return new;
end $$;

-- Records inserted and deleted lots for the list index, and models with changed sales for the averages.
create or replace function follow_inserted_lots() returns trigger language plpgsql as $$
begin
  insert into lot_changes (lot_ids) select array_agg(id) from new_lots having count(*) > 0;
  insert into models_to_average (vehicle, maker, model)
  select distinct vehicle, maker, model from new_lots
   where lot_source = 'auction' and status in (:lot.sold, :lot.soldByNegotiation);
  return null;
end $$;
create or replace function follow_deleted_lots() returns trigger language plpgsql as $$
begin
  insert into lot_changes (lot_ids) select array_agg(id) from old_lots having count(*) > 0;
  insert into models_to_average (vehicle, maker, model)
  select distinct vehicle, maker, model from old_lots
   where lot_source = 'auction' and status in (:lot.sold, :lot.soldByNegotiation);
  return null;
end $$;

-- Handles changed lots: the list index follows the columns that lists filter, sort and count by, open pages the
-- displayed ones, and the averages the sales. Nested loops are off, because a connection keeps the plan of its first
-- statement: planned for a few lots, it would compare each old row with every new one in all later statements.
create or replace function follow_updated_lots() returns trigger language plpgsql set enable_nestloop = off as $$
declare
  v_listed bigint[];
  v_told bigint[];
begin
  select array_agg(id) filter (where listed), array_agg(id) filter (where told) into v_listed, v_told
    from (
      select n.id,
             row(o.upcoming_page, o.sales_page, o.is_private, o.viewers, o.status, o.auction_day, o.auction_at, o.time_known,
                 o.bids_close_at, o.house_id, o.lot_no, o.maker, o.model, o.grade, o.chassis_code, o.year, o.condition,
                 o.mileage_km, o.displacement_cc, o.gearbox, o.color, o.equip, o.start_price_yen, o.sold_price_yen,
                 o.average_price_yen, o.month, o.facts)
             is distinct from
             row(n.upcoming_page, n.sales_page, n.is_private, n.viewers, n.status, n.auction_day, n.auction_at, n.time_known,
                 n.bids_close_at, n.house_id, n.lot_no, n.maker, n.model, n.grade, n.chassis_code, n.year, n.condition,
                 n.mileage_km, n.displacement_cc, n.gearbox, n.color, n.equip, n.start_price_yen, n.sold_price_yen,
                 n.average_price_yen, n.month, n.facts) as listed,
             row(o.status, o.start_price_yen, o.sold_price_yen, o.auction_at, o.bids_close_at, o.cancel_until, o.is_private)
             is distinct from
             row(n.status, n.start_price_yen, n.sold_price_yen, n.auction_at, n.bids_close_at, n.cancel_until, n.is_private)
             as told
        from old_lots o join new_lots n using (id)) compared;
  if v_listed is not null then
    insert into lot_changes (lot_ids) values (v_listed);
    insert into models_to_average (vehicle, maker, model)
    select distinct vehicle, maker, model from (
      select * from old_lots union all select * from new_lots
    ) lots where id = any(v_listed) and lot_source = 'auction' and status in (:lot.sold, :lot.soldByNegotiation);
  end if;
  if v_told is not null then
    perform publish_ids('lot', v_told);
    perform publish_bids('bid', array(select id from bids where lot_id = any(v_told)));
  end if;
  return null;
end $$;

-- Facts of the tables for a lot with this type code or, without one, this chassis code. A row for a code without emission
-- class also covers the full codes that no table names.
create or replace function table_facts_of(type_code text, chassis_code text) returns jsonb
language sql stable parallel safe as $$
  select facts from known_type_codes known
   where known.type_code = coalesce(table_facts_of.type_code, table_facts_of.chassis_code)
      or (is_own and known.type_code = split_part(table_facts_of.type_code, '-', 2))
   order by known.type_code <> coalesce(table_facts_of.type_code, table_facts_of.chassis_code) limit 1
$$;

-- The facts of a lot by origin: those that its feed row states, those that facts tables know about it, and those that a
-- manager or a sheet reader has added to the lot. A row's own sheet replaces only the values that it has.
create or replace function facts_of_lot(stated jsonb, present jsonb, chassis_code text) returns jsonb
language sql stable parallel safe as $$
  select coalesce(stated, '{}')
      || coalesce(table_facts_of(coalesce(present->'manager'->>'typeCode', stated->'feed'->>'typeCode'),
                                 nullif(chassis_code, '')), '{}')
      || case when present ? 'manager' then jsonb_build_object('manager', present->'manager') else '{}' end
      || case when present ? 'sheet' then jsonb_build_object('sheet', (present->'sheet') || coalesce(stated->'sheet', '{}'))
              else '{}' end
$$;

-- The same rules as contract/src/lots/chassis.ts; a test compares them.
create or replace function tidy_chassis(given text) returns text language sql immutable strict parallel safe as $$
  select regexp_replace(
           regexp_replace(
             regexp_replace(
               regexp_replace(
                 regexp_replace(
                   btrim(upper(regexp_replace(normalize(given, NFKC),
                     '[\u00ad\u2010-\u2015\u2043\u207b\u208b\u2212\u2500\u2501\u30fc\u30a0\ufe58]', '-', 'g')),
                     E' \t\n\r\f\v'),
                   '\s*-\s*', '-', 'g'),
                 '\s+', ' ', 'g'),
               '^([A-Z]{1,6}[0-9][A-Z0-9]{0,6}) ([0-9]{4,})$', '\1-\2'),
             '^(?:[A-Z]{1,2}|[A-Z2-9][A-Z][A-GJ-L])-(?=[A-Z]{1,6}[0-9]{1,3}(?:[A-Z][A-Z0-9]{0,5})?(?:-|$))', ''),
           '^(?:[ABCDFLMQRZ][ABCDL][A-G]|[2-9][ABCDL][A-G])-(?=[1-9][0-9]{5}[A-Z]?(?:-|$)|[0-9]{1,3}[A-Z])', '')
$$;

-- The model code; a VIN, a masked or a cut number has none.
create or replace function chassis_code_of(tidy text) returns text language sql immutable strict parallel safe as $$
  select case when code ~ '^[A-Z0-9]{2,10}$' and code !~ 'X{2,}' then code else '' end
    from split_part(tidy, '-', 1) as code
$$;

-- Whether a tidy number identifies a vehicle (business-rules.md#vehicle-identity).
create or replace function is_vehicle_identity(tidy text) returns boolean language sql immutable strict parallel safe as $$
  select case
    when tidy ~ '^[A-HJ-NPR-Z0-9]{17}$' then tidy ~ '[0-9]{4}$' and right(tidy, 6) !~ '^[^0-9]*0+$' and tidy !~ 'X{4,}'
    else tidy ~ '^(?:[A-Z0-9]{2,10}-)+[A-WYZ]{0,2}[0-9]{4,12}$'
         and tidy !~ '-[^0-9]*0+$'
         and regexp_replace(tidy, '-[^-]*$', '') !~ 'X{2,}'
  end
$$;
