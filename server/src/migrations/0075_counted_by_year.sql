-- Up Migration
-- How many lots of a counter are of each year, in one number: eight decimal digits for each year, the last of them for 2040
-- and later, because short numbers are added faster. Such numbers are added year by year, and what is left of one when it
-- is divided by 99,999,999 is the sum of its years (docs/decisions/048).
alter table lot_counters add column by_year numeric not null default 0;

create function lots_of_year(p_lots bigint, p_year smallint) returns numeric language sql immutable
return case when p_year is null then 0 else p_lots * 10::numeric ^ (8 * greatest(2040 - p_year, 0)) end;

-- Of both years and those between them: any before 2041, the last one before 2040 unless all later ones are meant as well.
create function lots_in_years(p_by_year numeric, p_from integer, p_to integer) returns integer language sql immutable
return mod(trunc(p_by_year, 8 * (p_to - 2040)) - trunc(p_by_year, 8 * (p_from - 2041)), 99999999)::integer;

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

create or replace function rebuild_lot_counters() returns void language sql set work_mem = '256MB' set enable_memoize = off as $$
  delete from lot_counters;
  insert into lot_counters select page, facet, maker, model, value, lots, by_year from lot_counters_by_hand;
$$;

-- Only what a changed lot no longer is, and what it is now, is taken apart: in a statement of many lots most are the same.
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
  if tg_op = 'UPDATE' then
    perform from old_lots o join new_lots n using (id)
      where row(o.coming_page, o.sales_page, o.is_private, o.maker, o.model, o.condition, o.gearbox, o.house_id, o.status,
                o.color, o.chassis_code, o.year, o.mileage_km, o.engine_cc)
            is distinct from
            row(n.coming_page, n.sales_page, n.is_private, n.maker, n.model, n.condition, n.gearbox, n.house_id, n.status,
                n.color, n.chassis_code, n.year, n.mileage_km, n.engine_cc)
      limit 1;
    if not found then return null; end if;
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
select rebuild_lot_counters();

-- Down Migration
create or replace function count_lots() returns trigger language plpgsql set enable_nestloop = off as $$
declare
  source text := case tg_op
    when 'INSERT' then 'select 1 as weight, n.* from new_lots n'
    when 'DELETE' then 'select -1 as weight, o.* from old_lots o'
    else 'select -1 as weight, o.* from old_lots o union all select 1, n.* from new_lots n' end;
begin
  if current_setting('seri.lot_counters', true) = 'off' then return null; end if;
  if tg_op = 'UPDATE' then
    perform from old_lots o join new_lots n using (id)
      where row(o.coming_page, o.sales_page, o.is_private, o.maker, o.model, o.condition, o.gearbox, o.house_id, o.status,
                o.color, o.chassis_code, o.year, o.mileage_km, o.engine_cc)
            is distinct from
            row(n.coming_page, n.sales_page, n.is_private, n.maker, n.model, n.condition, n.gearbox, n.house_id, n.status,
                n.color, n.chassis_code, n.year, n.mileage_km, n.engine_cc)
      limit 1;
    if not found then return null; end if;
  end if;
  execute format($cells$
    insert into lot_counters as counter (page, facet, maker, model, value, lots)
    with cells as (
      select p.page, c.facet, l.maker, l.model, c.value, sum(l.weight)::integer as lots
        from (%s) l
        cross join lateral (values (l.coming_page), (l.sales_page)) p(page)
        cross join lateral lot_cells(l.condition, l.gearbox, l.house_id, l.status, l.color, l.chassis_code, l.year,
                                     l.mileage_km, l.engine_cc) c
       where p.page is not null and not l.is_private
       group by 1, 2, 3, 4, 5 having sum(l.weight) <> 0
    )
    select page, facet, coalesce(maker, ''), coalesce(model, ''), value, sum(lots) from cells
     group by grouping sets ((page, facet, maker, model, value), (page, facet, maker, value), (page, facet, value))
    having sum(lots) <> 0
     order by 1, 2, 3, 4, 5
    on conflict (page, facet, maker, model, value) do update set lots = counter.lots + excluded.lots
  $cells$, source);
  return null;
end $$;
create or replace function rebuild_lot_counters() returns void language sql set work_mem = '256MB' set enable_memoize = off as $$
  delete from lot_counters;
  insert into lot_counters select page, facet, maker, model, value, lots from lot_counters_by_hand;
$$;
drop view lot_counters_by_hand;
create view lot_counters_by_hand as
with cells as (
  select p.page, l.maker, l.model, nullif(l.condition, '') as condition, nullif(l.gearbox, '') as gearbox, l.house_id, l.status,
         nullif(l.color, '') as color, nullif(l.chassis_code, '') as chassis, l.year,
         2 * (l.mileage_km / 1000) + (l.mileage_km % 1000 > 0)::integer as mileage, l.engine_cc as engine
    from lots l cross join lateral (values (l.coming_page), (l.sales_page)) p(page)
   where p.page is not null and not l.is_private
), models as (
  select page, maker, model, count(*) as lots,
         case 0 when grouping(condition) then 'condition' when grouping(gearbox) then 'gearbox'
                when grouping(house_id) then 'auction' when grouping(status) then 'status' when grouping(color) then 'color'
                when grouping(chassis) then 'chassis' when grouping(year) then 'year' when grouping(mileage) then 'mileage'
                when grouping(engine) then 'engine' else 'total' end as facet,
         case 0 when grouping(condition) then condition when grouping(gearbox) then gearbox
                when grouping(house_id) then house_id::text when grouping(status) then status::text
                when grouping(color) then color when grouping(chassis) then chassis when grouping(year) then year::text
                when grouping(mileage) then mileage::text when grouping(engine) then engine::text else '' end as value
    from cells
   group by page, maker, model,
            grouping sets ((), condition, gearbox, house_id, status, color, chassis, year, mileage, engine)
)
select page, facet, coalesce(maker, '') as maker, coalesce(model, '') as model, value, sum(lots)::integer as lots
  from models where value is not null
 group by grouping sets ((page, facet, maker, model, value), (page, facet, maker, value), (page, facet, value));
drop function lots_in_years(numeric, integer, integer);
drop function lots_of_year(bigint, smallint);
alter table lot_counters drop column by_year;
