-- Up Migration
create table auction_houses (
  id integer generated always as identity primary key,
  name text not null unique,
  is_uss boolean not null default false,
  weekdays smallint[] not null default '{}',
  opens_at time not null default '09:00',
  close_minutes integer,
  cutoff_minutes integer,
  cancel_hours integer,
  overbid_yen integer,
  haulage_yen integer not null default 0,
  export_port text,
  source text not null,
  source_updated_at timestamptz not null,
  updated_at timestamptz not null default now()
);

create table lots (
  id bigint generated always as identity primary key,
  vehicle text not null check (vehicle in ('car', 'bike')),
  lot_source text not null check (lot_source in ('auction', 'stock')),
  source text not null,
  source_id text not null,
  source_updated_at timestamptz not null,
  result_updated_at timestamptz,
  house_id integer not null references auction_houses (id),
  lot_no integer not null,
  auction_day date not null,
  auction_at timestamptz(3) not null,
  time_known boolean not null,
  bids_close_at timestamptz(3) not null,
  agent_cutoff_at timestamptz(3) not null,
  cancel_until timestamptz(3) not null,
  status smallint not null,
  maker text not null,
  model text not null,
  grade text not null default '',
  year smallint,
  month smallint,
  engine_cc integer,
  gearbox text not null default '',
  drive text,
  color text not null default '',
  mileage_km integer,
  condition text not null default '',
  equip text not null default '',
  chassis_code text not null default '',
  chassis_number text not null default '',
  horse_power integer,
  start_price_yen integer,
  sold_price_yen integer,
  average_price_yen integer,
  images text[] not null default '{}',
  sheet jsonb,
  remarks text not null default '',
  manager_note text not null default '',
  is_private boolean not null default false,
  is_demo boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (source, source_id)
);
create unique index lots_house_day_number on lots (house_id, auction_day, lot_no, vehicle) where lot_source = 'auction';
create index lots_by_time on lots (vehicle, auction_at, id) where lot_source = 'auction';
create index lots_by_model on lots (maker, model, auction_at, id) where lot_source = 'auction' and vehicle = 'car';
create index lots_by_day on lots (vehicle, auction_day, maker) where lot_source = 'auction';
create index lots_sales on lots (maker, model, year) where sold_price_yen is not null;
create index lots_lot_no on lots (lot_no);
create index lots_chassis on lots (chassis_code text_pattern_ops);
create index lots_model_text on lots using gin ((maker || ' ' || model || ' ' || grade) gin_trgm_ops);
create index lots_equip_text on lots using gin (equip gin_trgm_ops);
create index lots_unfinished on lots (auction_at) where status in (4531, 4532);

create table feed_imports (
  id bigint generated always as identity primary key,
  source_name text not null,
  started_at timestamptz not null default now(),
  finished_at timestamptz,
  rows_read integer not null default 0,
  rows_written integer not null default 0,
  rows_unchanged integer not null default 0,
  rows_refused integer not null default 0
);

create table feed_refused_rows (
  import_id bigint not null references feed_imports (id) on delete cascade,
  line integer not null,
  reason text not null,
  raw text not null,
  primary key (import_id, line)
);

-- Down Migration
drop table feed_refused_rows, feed_imports, lots, auction_houses;
