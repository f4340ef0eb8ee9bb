-- Up Migration
-- The same numbers in a third of the time: each lot was made ten rows, one for every choice, before any was counted.
create or replace view lot_counters_by_hand as
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

-- Down Migration
create or replace view lot_counters_by_hand as
with models as (
  select p.page, c.facet, l.maker, l.model, c.value, count(*) as lots
    from lots l
    cross join lateral (values (l.coming_page), (l.sales_page)) p(page)
    cross join lateral lot_cells(l.condition, l.gearbox, l.house_id, l.status, l.color, l.chassis_code, l.year,
                                 l.mileage_km, l.engine_cc) c
   where p.page is not null and not l.is_private
   group by 1, 2, 3, 4, 5
)
select page, facet, coalesce(maker, '') as maker, coalesce(model, '') as model, value, sum(lots)::integer as lots
  from models group by grouping sets ((page, facet, maker, model, value), (page, facet, maker, value), (page, facet, value));
