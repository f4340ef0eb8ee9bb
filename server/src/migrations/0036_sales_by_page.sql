-- Up Migration
-- One index of each order for each page of sales. A page's name that led every entry was compared with itself in each
-- step of a sort and stood ten million times on the disk.
do $$
declare
  page text;
  old record;
begin
  for old in
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
      from pg_index where indrelid = 'lots'::regclass and pg_get_indexdef(indexrelid) like '%(sales_page, %'
  loop
    foreach page in array array['stats', 'bike-stats'] loop
      execute replace(
        replace(replace(old.definition, '(sales_page, ', '('), '(sales_page IS NOT NULL)', format('(sales_page = %L)', page)),
        old.name,
        replace(old.name, 'lots_sales_', 'lots_' || replace(page, '-', '_') || '_'));
    end loop;
    execute format('drop index %s', old.name);
  end loop;
end $$;

-- Down Migration
do $$
declare
  old record;
begin
  for old in
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
      from pg_index where indrelid = 'lots'::regclass
        and indexrelid::regclass::text like 'lots\_stats\_%' and pg_get_indexdef(indexrelid) like '%(sales_page = ''stats''%'
  loop
    execute format('drop index %s', replace(old.name, 'lots_stats_', 'lots_bike_stats_'));
    execute replace(
      regexp_replace(replace(old.definition, 'USING btree (', 'USING btree (sales_page, '),
                     '\(sales_page = ''stats''[^)]*\)', '(sales_page IS NOT NULL)'),
      old.name, replace(old.name, 'lots_stats_', 'lots_sales_'));
    execute format('drop index %s', old.name);
  end loop;
end $$;
