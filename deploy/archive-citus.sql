-- The archive of past sales on a distributed PostgreSQL: written for Citus, not run on it here (docs/scale.md).
-- The portal keeps its own database with everything that is written to. Here stand sales that are over for good and that
-- nobody has anything to do with: no bid, favourite, purchase, share or note names them. They never change again, so what
-- is computed from other columns there is a plain column here, filled in when a lot moves.
create extension if not exists pg_trgm;

create table archive_houses (
  id integer primary key,
  name text not null unique,
  is_uss boolean not null
);
select create_reference_table('archive_houses');

create table archive_lots (
  auction_day date not null,
  id bigint not null,
  vehicle text not null,
  source text not null,
  source_id text not null,
  house_id integer not null,
  lot_no integer not null,
  auction_at timestamptz not null,
  time_known boolean not null,
  status smallint not null,
  maker text not null,
  model text not null,
  grade text not null,
  year smallint,
  month smallint,
  engine_cc integer,
  gearbox text not null,
  drive text,
  color text not null,
  mileage_km integer,
  mileage_note text not null,
  mileage_mark text,
  condition text not null,
  equip text not null,
  chassis_code text not null,
  chassis_number text not null,
  horse_power integer,
  start_price_yen integer,
  sold_price_yen integer,
  images text[] not null,
  videos text[] not null,
  sheet jsonb,
  inspection jsonb,
  link text,
  remarks text not null,
  sales_page text not null,
  model_text text not null,
  condition_rank smallint,
  time_up timestamp not null,
  time_down timestamp not null,
  trim_words text,
  condition_band smallint,
  mileage_band smallint,
  -- Whatever is unique has the day in it, else no shard could vouch for it.
  primary key (auction_day, id),
  unique (auction_day, source, source_id)
) partition by range (auction_day);

-- The same orders as in the portal: each shard answers its own first rows out of an index.
create index archive_lots_id on archive_lots (id);
create index archive_lots_time on archive_lots (sales_page, time_down, id);
create index archive_lots_time_up on archive_lots (sales_page, time_up, id);
create index archive_lots_model on archive_lots (sales_page, maker, model, time_down, id)
  include (year, mileage_km, engine_cc, condition, gearbox, house_id, color, status, chassis_code);
create index archive_lots_model_price on archive_lots (sales_page, maker, model, sold_price_yen, id);
create index archive_lots_sold_price on archive_lots (sales_page, sold_price_yen, id);
create index archive_lots_year on archive_lots (sales_page, year, id);
create index archive_lots_mileage on archive_lots (sales_page, mileage_km, id);
create index archive_lots_condition on archive_lots (sales_page, condition_rank, id);
create index archive_lots_chassis_number on archive_lots (chassis_number) where chassis_number <> '';
create index archive_lots_chassis on archive_lots (chassis_code text_pattern_ops);
create index archive_lots_model_text on archive_lots using gin (model_text gin_trgm_ops);
create index archive_lots_equip_text on archive_lots using gin (equip gin_trgm_ops);

-- A day lies in one shard, its neighbours in others: a page of all days is asked of every shard at once, each of which
-- cuts its own first rows; a day, or a lot whose day is known, is asked of one.
select create_distributed_table('archive_lots', 'auction_day', shard_count => 32);
-- A year can be detached and kept elsewhere without deleting a row.
select create_time_partitions(table_name => 'archive_lots', partition_interval => '1 year',
                              start_from => '2015-01-01', end_at => now() + interval '2 years');
