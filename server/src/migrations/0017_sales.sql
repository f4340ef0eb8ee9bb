-- Up Migration
-- By what two lots are alike (docs/decisions/012-average-price.md). The bands are numbers, so that neighbours differ by one.
alter table lots
  add column trim_words text generated always as (
    btrim(upper(regexp_replace(grade, '[^[:alnum:].]+', ' ', 'g')))
  ) stored,
  add column condition_band smallint generated always as (
    case
      when condition in ('S', '6', '6.0', '5', '5.0') then 5
      when condition in ('4.5', '4', '4.0') then 4
      when condition in ('3.5', '3', '3.0') then 3
      when condition in ('2', '2.0', '1', '1.0') then 2
      -- Repaired or wrecked is no neighbour of anything.
      when condition in ('R', 'RA', 'RB', 'R2', 'R?', '***', 'WR') then 0
      else -9
    end
  ) stored,
  add column mileage_band smallint generated always as (
    case
      when mileage_km is null then -9
      else width_bucket(mileage_km, array[10000, 30000, 50000, 80000, 120000, 200000])
    end
  ) stored,
  -- How many sales the average rests on and how far the likeness was relaxed; null where fewer than five support one.
  add column average_sales integer,
  add column average_level smallint;

drop index lots_sales;
create index lots_sales on lots (vehicle, maker, model, auction_day desc, id desc)
  include (year, trim_words, condition_band, mileage_band)
  where lot_source = 'auction' and not is_private and status in (4533, 4534) and sold_price_yen is not null;
-- Whose average may have changed when a model was sold.
create index lots_running_models on lots (vehicle, maker, model, year) where status in (4531, 4532);

-- Sales added up by likeness, private ones and fixed prices left out: an average is read from a few hundred of these, however large the archive grows.
create table sale_cells (
  vehicle text not null,
  maker text not null,
  model text not null,
  year smallint not null,
  trim_words text not null,
  condition_band smallint not null,
  mileage_band smallint not null,
  sales integer not null,
  yen bigint not null,
  -- Changed since the averages were last brought up to date.
  is_fresh boolean not null default true,
  primary key (vehicle, maker, model, year, trim_words, condition_band, mileage_band)
);
create index sale_cells_fresh on sale_cells (vehicle, maker, model) where is_fresh;

-- Sales added up by month in Japan.
create table sale_months (
  vehicle text not null,
  maker text not null,
  model text not null,
  month date not null,
  condition text not null,
  sales integer not null,
  yen bigint not null,
  low_yen integer not null,
  high_yen integer not null,
  primary key (vehicle, maker, model, month, condition)
);
create index sale_months_month on sale_months (vehicle, month);

-- 0 is alike in everything; each further number lets one thing more differ; null is not alike at all.
create function likeness_level(
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
create function price_of_alike(
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

create view counted_sales as
  select id, vehicle, maker, model, year, trim_words, condition_band, mileage_band, condition,
         date_trunc('month', auction_day)::date as month, sold_price_yen as price
    from lots where lot_source = 'auction' and not is_private and status in (4533, 4534) and sold_price_yen is not null;

-- Both tables follow every change of lots in the same transaction, whoever makes it.
create function count_sales() returns trigger language plpgsql as $$
declare
  v_row constant text := 'vehicle, maker, model, year, trim_words, condition_band, mileage_band, condition,
    date_trunc(''month'', auction_day)::date as month, sold_price_yen as price';
  v_sold constant text :=
    'lot_source = ''auction'' and not is_private and status in (4533, 4534) and sold_price_yen is not null';
  v_come text := format('select %s, 1 as sign from come where %s', v_row, v_sold);
  v_gone text := format('select %s, -1 as sign from gone where %s', v_row, v_sold);
  v_changes text;
begin
  if current_setting('seri.lot_counters', true) = 'off' then return null; end if;
  if tg_op = 'UPDATE' then
    perform 1 from gone o join come n using (id)
      where row(o.status, o.sold_price_yen, o.is_private, o.lot_source, o.vehicle, o.maker, o.model, o.year, o.grade,
                o.condition, o.mileage_km, o.auction_day)
            is distinct from
            row(n.status, n.sold_price_yen, n.is_private, n.lot_source, n.vehicle, n.maker, n.model, n.year, n.grade,
                n.condition, n.mileage_km, n.auction_day)
      limit 1;
    if not found then return null; end if;
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
           and l.status in (4533, 4534) and l.sold_price_yen is not null
      ) left_over
     where (m.vehicle, m.maker, m.model, m.month, m.condition)
         = (touched.vehicle, touched.maker, touched.model, touched.month, touched.condition)', v_gone);
  return null;
end $$;
create trigger lots_sales_added after insert on lots
  referencing new table as come for each statement execute function count_sales();
create trigger lots_sales_changed after update on lots
  referencing old table as gone new table as come for each statement execute function count_sales();
create trigger lots_sales_removed after delete on lots
  referencing old table as gone for each statement execute function count_sales();

-- What a count by hand finds otherwise than it was added up.
create view sale_sums_drift as
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

-- From nothing: when many lots were written past the triggers, and when a nightly comparison finds a difference.
create function recount_sales() returns void language sql as $$
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
select recount_sales();

-- Down Migration
drop trigger lots_sales_added on lots;
drop trigger lots_sales_changed on lots;
drop trigger lots_sales_removed on lots;
drop function recount_sales();
drop function count_sales();
drop view sale_sums_drift, counted_sales;
drop function price_of_alike(text, text, text, smallint, text, smallint, smallint, integer);
drop function likeness_level(smallint, text, smallint, smallint, smallint, text, smallint, smallint);
drop table sale_months, sale_cells;
drop index lots_running_models;
drop index lots_sales;
create index lots_sales on lots (maker, model, year) where sold_price_yen is not null;
alter table lots
  drop column trim_words,
  drop column condition_band,
  drop column mileage_band,
  drop column average_sales,
  drop column average_level;
