-- The rule by itself: a first load asks it of all its lots in one statement, without a trigger that takes each apart.
create or replace function coming_page_of(
  p_vehicle text, p_lot_source text, p_auction_day date, p_status smallint, p_is_ordered boolean
) returns text language sql stable as $$
  select case
    when p_lot_source = 'stock'
      then case when p_is_ordered or p_status in (:lot.sold, :lot.soldByNegotiation, :lot.cancelled, :lot.removed)
                then null else 'stock' end
    when p_auction_day >= (now() at time zone 'Asia/Tokyo')::date
      then case p_vehicle when 'car' then 'car-auction' else 'bikes' end
  end
$$;

create or replace function place_lot() returns trigger language plpgsql as $$
begin
  new.coming_page := coming_page_of(new.vehicle, new.lot_source, new.auction_day, new.status, new.is_ordered);
  return new;
end $$;

-- What a statement changed of lots, noted for the other triggers of the same statement, and told to open pages. Each of
-- them compared all old rows with all new ones: a tenth of what a dearer lot of a feed costs (docs/decisions/056). A
-- connection keeps the plan of its first statement: if that wrote next to no lot, nested loops compared each old row with
-- every new one from then on, 4.5 seconds for 1,500 lots.
create or replace function compare_lots() returns trigger language plpgsql set enable_nestloop = off as $$
declare
  v_ids bigint[];
  v_changed text;
begin
  select array_agg(l.id) filter (where told),
         concat_ws(' ', 'compared', case when bool_or(counted) then 'counted' end, case when bool_or(sold) then 'sold' end,
           case when bool_or(priced) then 'priced' end, case when bool_or(leaving) then 'leaving' end,
           case when bool_or(moved) then 'moved' end)
    into v_ids, v_changed
    from (
      select n.id,
             row(o.status, o.start_price_yen, o.sold_price_yen, o.auction_at, o.bids_close_at, o.cancel_until,
                 o.is_ordered, o.is_private)
             is distinct from
             row(n.status, n.start_price_yen, n.sold_price_yen, n.auction_at, n.bids_close_at, n.cancel_until,
                 n.is_ordered, n.is_private) as told,
             row(o.coming_page, o.sales_page, o.is_private, o.maker, o.model, o.condition, o.gearbox, o.house_id,
                 o.status, o.color, o.chassis_code, o.year, o.mileage_km, o.engine_cc)
             is distinct from
             row(n.coming_page, n.sales_page, n.is_private, n.maker, n.model, n.condition, n.gearbox, n.house_id,
                 n.status, n.color, n.chassis_code, n.year, n.mileage_km, n.engine_cc) as counted,
             row(o.status, o.sold_price_yen, o.is_private, o.lot_source, o.vehicle, o.maker, o.model, o.year, o.grade,
                 o.condition, o.mileage_km, o.auction_day)
             is distinct from
             row(n.status, n.sold_price_yen, n.is_private, n.lot_source, n.vehicle, n.maker, n.model, n.year, n.grade,
                 n.condition, n.mileage_km, n.auction_day) as sold,
             row(o.coming_page, o.maker, o.model, o.start_price_yen, o.auction_day, o.is_private, o.year,
                 o.mileage_km, o.condition)
             is distinct from
             row(n.coming_page, n.maker, n.model, n.start_price_yen, n.auction_day, n.is_private, n.year,
                 n.mileage_km, n.condition) as priced,
             o.coming_page is not null and n.coming_page is null as leaving,
             o.auction_at <> n.auction_at as moved
        from old_lots o join new_lots n using (id)) l;
  -- Of this depth: a trigger may write lots as well.
  perform set_config('seri.lots_changed_' || pg_trigger_depth(), v_changed, true);
  if cardinality(v_ids) > 0 then
    perform tell_ids('lot', v_ids);
    perform tell_bids('bid', array(select id from bids where lot_id = any(v_ids)));
  end if;
  return null;
end $$;

-- Asked by a trigger of an update; where nobody has compared, anything may have changed.
create or replace function lots_changed(p_what text) returns boolean language sql stable as $$
  select coalesce(strpos(nullif(current_setting('seri.lots_changed_' || pg_trigger_depth(), true), ''), p_what) > 0, true)
$$;

-- The same rules as contract/src/lots/chassis.ts; a test compares the two.
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

-- The code of the model; a VIN, a masked or a cut number has none.
create or replace function chassis_code_of(tidy text) returns text language sql immutable strict parallel safe as $$
  select case when code ~ '^[A-Z0-9]{2,10}$' and code !~ 'X{2,}' then code else '' end
    from split_part(tidy, '-', 1) as code
$$;

-- Whether a tidy number says which vehicle it is (business-rules.md#vehicle-identity).
create or replace function is_vehicle_identity(tidy text) returns boolean language sql immutable strict parallel safe as $$
  select case
    when tidy ~ '^[A-HJ-NPR-Z0-9]{17}$' then tidy ~ '[0-9]{4}$' and right(tidy, 6) !~ '^[^0-9]*0+$' and tidy !~ 'X{4,}'
    else tidy ~ '^(?:[A-Z0-9]{2,10}-)+[A-WYZ]{0,2}[0-9]{4,12}$'
         and tidy !~ '-[^0-9]*0+$'
         and regexp_replace(tidy, '-[^-]*$', '') !~ 'X{2,}'
  end
$$;

-- The cells a lot counts in. Mileage: even numbers are whole thousands of km, odd ones lie between two of them.
create or replace function lot_cells(
  condition text, gearbox text, house_id integer, status smallint, color text, chassis_code text, year smallint,
  mileage_km integer, engine_cc integer
) returns table (facet text, value text) language sql immutable as $$
  select c.facet, c.value
    from (values ('total', ''), ('condition', condition), ('gearbox', gearbox), ('auction', house_id::text),
                 ('status', status::text), ('color', color), ('chassis', chassis_code), ('year', year::text),
                 ('mileage', (2 * (mileage_km / 1000) + (mileage_km % 1000 > 0)::integer)::text),
                 ('engine', engine_cc::text)) c(facet, value)
   where c.facet = 'total' or c.value <> ''
$$;

create or replace function lots_of_year(p_lots bigint, p_year smallint) returns numeric language sql immutable
return case when p_year is null then 0 else p_lots * 10::numeric ^ (8 * greatest(2040 - p_year, 0)) end;

-- Of both years and those between them: any before 2041, the last one before 2040 unless all later ones are meant as well.
create or replace function lots_in_years(p_by_year numeric, p_from integer, p_to integer) returns integer language sql immutable
return mod(trunc(p_by_year, 8 * (p_to - 2040)) - trunc(p_by_year, 8 * (p_from - 2041)), 99999999)::integer;

-- What lot_counters should say. Grouped once for each choice: making each lot ten rows first took three times as long.
create or replace view lot_counters_by_hand as
with cells as (
  select p.page, l.maker, l.model, nullif(l.condition, '') as condition, nullif(l.gearbox, '') as gearbox, l.house_id, l.status,
         nullif(l.color, '') as color, nullif(l.chassis_code, '') as chassis, l.year, l.year as built,
         2 * (l.mileage_km / 1000) + (l.mileage_km % 1000 > 0)::integer as mileage, l.engine_cc as engine
    from lots l cross join lateral (values (l.coming_page), (l.sales_page)) p(page)
   where p.page is not null and not l.is_private
), years as (
  select page, maker, model, built, count(*) as lots,
         case 0 when grouping(condition) then 'condition' when grouping(gearbox) then 'gearbox'
                when grouping(house_id) then 'auction' when grouping(status) then 'status' when grouping(color) then 'color'
                when grouping(chassis) then 'chassis' when grouping(year) then 'year' when grouping(mileage) then 'mileage'
                when grouping(engine) then 'engine' else 'total' end as facet,
         case 0 when grouping(condition) then condition when grouping(gearbox) then gearbox
                when grouping(house_id) then house_id::text when grouping(status) then status::text
                when grouping(color) then color when grouping(chassis) then chassis when grouping(year) then year::text
                when grouping(mileage) then mileage::text when grouping(engine) then engine::text else '' end as value
    from cells
   group by page, maker, model, built,
            grouping sets ((), condition, gearbox, house_id, status, color, chassis, year, mileage, engine)
)
select page, facet, coalesce(maker, '') as maker, coalesce(model, '') as model, value, sum(lots)::integer as lots,
       sum(lots_of_year(lots, built)) as by_year
  from years where value is not null
 group by grouping sets ((page, facet, maker, model, value), (page, facet, maker, value), (page, facet, value));

-- Only what a changed lot no longer is, and what it is now, is taken apart: in a statement of many lots most are the same.
-- In nearly every portion of a feed a merge inserts no lot. Expecting few rows, the planner compared every old row with
-- every new one: 14 seconds for 2,000 rows of which none did.
create or replace function count_lots() returns trigger language plpgsql set enable_nestloop = off as $$
declare
  counted text := 'coming_page, sales_page, maker, model, condition, gearbox, house_id, status, color, chassis_code, year,
                   mileage_km, engine_cc';
  gone text := format('select %s from old_lots where not is_private', counted);
  come text := format('select %s from new_lots where not is_private', counted);
  source text := case tg_op
    when 'INSERT' then format('select 1 as weight, n.* from (%s) n', come)
    when 'DELETE' then format('select -1 as weight, o.* from (%s) o', gone)
    else format('select -1 as weight, o.* from (%1$s except all %2$s) o union all select 1, n.* from (%2$s except all %1$s) n',
                gone, come) end;
begin
  if current_setting('seri.lot_counters', true) = 'off' then return null; end if;
  if tg_op = 'INSERT' then
    if not exists (select from new_lots) then return null; end if;
  elsif tg_op = 'UPDATE' then
    if not lots_changed('counted') then return null; end if;
  end if;
  execute format($cells$
    insert into lot_counters as counter (page, facet, maker, model, value, lots, by_year)
    with cells as (
      select p.page, c.facet, l.maker, l.model, c.value, sum(l.weight)::integer as lots, sum(l.of_year) as by_year
        from (select source.*, lots_of_year(weight, year) as of_year from (%s) source) l
        cross join lateral (values (l.coming_page), (l.sales_page)) p(page)
        cross join lateral lot_cells(l.condition, l.gearbox, l.house_id, l.status, l.color, l.chassis_code, l.year,
                                     l.mileage_km, l.engine_cc) c
       where p.page is not null
       group by 1, 2, 3, 4, 5 having sum(l.weight) <> 0 or sum(l.of_year) <> 0
    )
    select page, facet, coalesce(maker, ''), coalesce(model, ''), value, sum(lots), sum(by_year) from cells
     group by grouping sets ((page, facet, maker, model, value), (page, facet, maker, value), (page, facet, value))
    having sum(lots) <> 0 or sum(by_year) <> 0
     order by 1, 2, 3, 4, 5
    on conflict (page, facet, maker, model, value)
       do update set lots = counter.lots + excluded.lots, by_year = counter.by_year + excluded.by_year
  $cells$, source);
  return null;
end $$;

-- Hardly two lots have the same cells: remembering them costs more than it saves.
create or replace function rebuild_lot_counters() returns void language sql
set work_mem = '256MB' set enable_memoize = off as $$
  delete from lot_counters;
  insert into lot_counters select page, facet, maker, model, value, lots, by_year from lot_counters_by_hand;
$$;

-- 0 is alike in everything; each further number lets one thing more differ; null is not alike at all.
create or replace function likeness_level(
  a_year smallint, a_trim text, a_condition smallint, a_mileage smallint,
  b_year smallint, b_trim text, b_condition smallint, b_mileage smallint
) returns integer language sql immutable as $$
  select case
    when abs(a_year - b_year) > 2 or abs(a_condition - b_condition) > 1 then null
    else greatest(
      case when a_trim = b_trim then 0
           when split_part(a_trim, ' ', 1) = split_part(b_trim, ' ', 1) then 4 else 5 end,
      case when abs(a_year - b_year) <= 1 then 0 else 3 end,
      case when a_condition = b_condition then 0 else 2 end,
      case abs(a_mileage - b_mileage) when 0 then 0 when 1 then 1 else 3 end)
  end
$$;

-- The sales of the least relaxed likeness that five support. A lot that is one of them itself is left out of their
-- number by `p_own` = 1; its price is still in the sum.
create or replace function price_of_alike(
  p_vehicle text, p_maker text, p_model text, p_year smallint, p_trim text, p_condition smallint, p_mileage smallint,
  p_own integer
) returns table (yen bigint, sales integer, level smallint) language sql stable as $$
  select together.yen::bigint, together.sales::integer, together.level::smallint
    from (
      select by_level.level,
             sum(by_level.sales) over upwards - p_own as sales,
             sum(by_level.yen) over upwards as yen
        from (
          select likeness_level(p_year, p_trim, p_condition, p_mileage,
                                c.year, c.trim_words, c.condition_band, c.mileage_band) as level,
                 sum(c.sales) as sales, sum(c.yen) as yen
            from sale_cells c
           where c.vehicle = p_vehicle and c.maker = p_maker and c.model = p_model
             and c.year between p_year - 2 and p_year + 2 and c.sales > 0
           group by 1
        ) by_level
       where by_level.level is not null
      window upwards as (order by by_level.level)
    ) together
   where together.sales >= 5
   order by together.level limit 1
$$;

create or replace view counted_sales as
  select id, vehicle, maker, model, year, trim_words, condition_band, mileage_band, condition,
         date_trunc('month', auction_day)::date as month, sold_price_yen as price
    from lots
   where lot_source = 'auction' and not is_private and status in (:lot.sold, :lot.soldByNegotiation)
     and sold_price_yen is not null;

-- sale_cells and sale_months follow every change of lots in the same transaction, whoever makes it.
create or replace function count_sales() returns trigger language plpgsql set enable_nestloop = off as $$
declare
  v_row constant text := 'vehicle, maker, model, year, trim_words, condition_band, mileage_band, condition,
    date_trunc(''month'', auction_day)::date as month, sold_price_yen as price';
  v_sold constant text :=
    'lot_source = ''auction'' and not is_private and status in (:lot.sold, :lot.soldByNegotiation)
     and sold_price_yen is not null';
  v_come text := format('select %s, 1 as sign from come where %s', v_row, v_sold);
  v_gone text := format('select %s, -1 as sign from gone where %s', v_row, v_sold);
  v_changes text;
begin
  if current_setting('seri.lot_counters', true) = 'off' then return null; end if;
  if tg_op = 'INSERT' then
    if not exists (select from come where sold_price_yen is not null) then return null; end if;
  elsif tg_op = 'UPDATE' then
    if not lots_changed('sold') then return null; end if;
  end if;
  v_changes := case tg_op
    when 'INSERT' then v_come
    when 'DELETE' then v_gone
    else v_come || ' union all ' || v_gone end;

  execute format('
    insert into sale_cells as c (vehicle, maker, model, year, trim_words, condition_band, mileage_band, sales, yen)
    select vehicle, maker, model, year, trim_words, condition_band, mileage_band, sum(sign), sum(sign * price::bigint)
      from (%s) changes where year is not null
     group by 1, 2, 3, 4, 5, 6, 7 having sum(sign) <> 0 or sum(sign * price::bigint) <> 0
     order by 1, 2, 3, 4, 5, 6, 7
    on conflict (vehicle, maker, model, year, trim_words, condition_band, mileage_band) do update
      set sales = c.sales + excluded.sales, yen = c.yen + excluded.yen, is_fresh = true', v_changes);
  execute format('
    insert into sale_months as m (vehicle, maker, model, month, condition, sales, yen, low_yen, high_yen)
    select vehicle, maker, model, month, condition, sum(sign), sum(sign * price::bigint),
           coalesce(min(price) filter (where sign > 0), 2147483647), coalesce(max(price) filter (where sign > 0), 0)
      from (%s) changes
     group by 1, 2, 3, 4, 5 having sum(sign) <> 0 or sum(sign * price::bigint) <> 0
     order by 1, 2, 3, 4, 5
    on conflict (vehicle, maker, model, month, condition) do update
      set sales = m.sales + excluded.sales, yen = m.yen + excluded.yen,
          low_yen = least(case when m.sales > 0 then m.low_yen end, excluded.low_yen),
          high_yen = greatest(m.high_yen, excluded.high_yen)',
    v_changes);
  if tg_op = 'INSERT' then return null; end if;

  -- The lowest or highest sale of a month may have been the one that went.
  execute format('
    update sale_months m
       set low_yen = coalesce(left_over.low_yen, 0), high_yen = coalesce(left_over.high_yen, 0)
      from (select distinct vehicle, maker, model, month, condition from (%s) gone_rows) touched
      cross join lateral (
        select min(l.sold_price_yen) as low_yen, max(l.sold_price_yen) as high_yen from lots l
         where l.vehicle = touched.vehicle and l.maker = touched.maker and l.model = touched.model
           and l.auction_day >= touched.month and l.auction_day < touched.month + interval ''1 month''
           and l.condition = touched.condition and l.lot_source = ''auction'' and not l.is_private
           and l.status in (:lot.sold, :lot.soldByNegotiation) and l.sold_price_yen is not null
      ) left_over
     where (m.vehicle, m.maker, m.model, m.month, m.condition)
         = (touched.vehicle, touched.maker, touched.model, touched.month, touched.condition)', v_gone);
  return null;
end $$;

-- From nothing: when many lots were written past the triggers, and when a nightly comparison finds a difference.
create or replace function recount_sales() returns void language sql as $$
  lock table sale_cells, sale_months in share row exclusive mode;
  delete from sale_cells;
  delete from sale_months;
  insert into sale_cells (vehicle, maker, model, year, trim_words, condition_band, mileage_band, sales, yen)
  select vehicle, maker, model, year, trim_words, condition_band, mileage_band, count(*), sum(price::bigint)
    from counted_sales where year is not null group by 1, 2, 3, 4, 5, 6, 7;
  insert into sale_months (vehicle, maker, model, month, condition, sales, yen, low_yen, high_yen)
  select vehicle, maker, model, month, condition, count(*), sum(price::bigint), min(price), max(price)
    from counted_sales group by 1, 2, 3, 4, 5;
$$;

-- What a count by hand finds otherwise than it was added up.
create or replace view sale_sums_drift as
  select vehicle, maker, model from sale_cells kept full join (
    select vehicle, maker, model, year, trim_words, condition_band, mileage_band, count(*) as sales,
           sum(price::bigint) as yen
      from counted_sales where year is not null group by 1, 2, 3, 4, 5, 6, 7
  ) by_hand using (vehicle, maker, model, year, trim_words, condition_band, mileage_band)
   where row(coalesce(kept.sales, 0), coalesce(kept.yen, 0))
         is distinct from row(coalesce(by_hand.sales, 0), coalesce(by_hand.yen, 0))
  union all
  select vehicle, maker, model from (select * from sale_months where sales > 0) kept full join (
    select vehicle, maker, model, month, condition, count(*) as sales, sum(price::bigint) as yen, min(price) as low_yen,
           max(price) as high_yen
      from counted_sales group by 1, 2, 3, 4, 5
  ) by_hand using (vehicle, maker, model, month, condition)
   where row(kept.sales, kept.yen, kept.low_yen, kept.high_yen)
         is distinct from row(by_hand.sales, by_hand.yen, by_hand.low_yen, by_hand.high_yen);

create or replace view coming_prices_by_hand as
select id as lot_id, coming_page, maker, model, start_price_yen, auction_day, is_private, year, mileage_km, condition
  from lots where coming_page is not null;

-- Those that changed are found by their number; ten columns of all of them were hashed to leave out those that did not.
-- Nothing of it depends on how many rows there are.
create or replace function keep_coming_prices() returns trigger language plpgsql
  set enable_seqscan = off set enable_nestloop = off as $$
begin
  if tg_op = 'INSERT' then
    insert into coming_prices
    select id, coming_page, maker, model, start_price_yen, auction_day, is_private, year, mileage_km, condition
      from new_lots where coming_page is not null;
  elsif tg_op = 'DELETE' then
    delete from coming_prices where lot_id = any (array(select id from old_lots where coming_page is not null));
  elsif lots_changed('priced') then
    if lots_changed('leaving') then
      delete from coming_prices where lot_id = any (array(
        select id from old_lots where coming_page is not null except select id from new_lots where coming_page is not null));
    end if;
    insert into coming_prices as c
    select n.id, n.coming_page, n.maker, n.model, n.start_price_yen, n.auction_day, n.is_private, n.year, n.mileage_km,
           n.condition
      from new_lots n join old_lots o using (id)
     where n.coming_page is not null
       and row(o.coming_page, o.maker, o.model, o.start_price_yen, o.auction_day, o.is_private, o.year, o.mileage_km,
               o.condition)
           is distinct from
           row(n.coming_page, n.maker, n.model, n.start_price_yen, n.auction_day, n.is_private, n.year, n.mileage_km,
               n.condition)
    on conflict (lot_id) do update
       set coming_page = excluded.coming_page, maker = excluded.maker, model = excluded.model,
           start_price_yen = excluded.start_price_yen, auction_day = excluded.auction_day,
           is_private = excluded.is_private, year = excluded.year, mileage_km = excluded.mileage_km,
           condition = excluded.condition;
  end if;
  return null;
end $$;

-- All of them anew, while no lot changes; answers how many rows said something else.
create or replace function rebuild_coming_prices() returns integer language plpgsql as $$
declare
  v_wrong integer;
begin
  with gone as (
    delete from coming_prices c where not exists (select from coming_prices_by_hand h where h.lot_id = c.lot_id)
    returning c.lot_id
  ), put as (
    insert into coming_prices as c
    select * from (select * from coming_prices_by_hand except select * from coming_prices) h order by lot_id
    on conflict (lot_id) do update
       set coming_page = excluded.coming_page, maker = excluded.maker, model = excluded.model,
           start_price_yen = excluded.start_price_yen, auction_day = excluded.auction_day,
           is_private = excluded.is_private, year = excluded.year, mileage_km = excluded.mileage_km,
           condition = excluded.condition
    returning c.lot_id
  )
  select (select count(*) from gone) + (select count(*) from put) into v_wrong;
  return v_wrong;
end $$;

create or replace function note_inserted_lots() returns trigger language plpgsql as $$
begin
  insert into lot_changes (lot_ids) select array_agg(id) from new_lots having count(*) > 0;
  return null;
end $$;

create or replace function note_deleted_lots() returns trigger language plpgsql as $$
begin
  insert into lot_changes (lot_ids) select array_agg(id) from old_lots having count(*) > 0;
  return null;
end $$;

-- Only what lists filter, sort and count by.
create or replace function note_updated_lots() returns trigger language plpgsql as $$
begin
  insert into lot_changes (lot_ids)
  select array_agg(n.id) from old_lots o join new_lots n using (id)
   where row(o.coming_page, o.sales_page, o.is_private, o.viewers, o.status, o.auction_day, o.auction_at, o.time_known,
             o.bids_close_at, o.house_id, o.lot_no, o.maker, o.model, o.grade, o.chassis_code, o.year, o.condition,
             o.mileage_km, o.engine_cc, o.gearbox, o.color, o.equip, o.start_price_yen, o.sold_price_yen)
         is distinct from
         row(n.coming_page, n.sales_page, n.is_private, n.viewers, n.status, n.auction_day, n.auction_at, n.time_known,
             n.bids_close_at, n.house_id, n.lot_no, n.maker, n.model, n.grade, n.chassis_code, n.year, n.condition,
             n.mileage_km, n.engine_cc, n.gearbox, n.color, n.equip, n.start_price_yen, n.sold_price_yen)
  having count(*) > 0;
  return null;
end $$;
