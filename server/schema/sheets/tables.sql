-- The text read from a picture of a sheet. One row per picture and reader: lots with the same sheet share it.
create table sheet_readings (
  id integer generated always as identity primary key,
  picture_hash text not null unique,
  -- A lot whose sheet shows the picture, for the worker.
  lot_id bigint not null references lots (id),
  state text not null default 'waiting' check (state in ('waiting', 'read', 'failed')),
  -- Null where no form of an auction house matches.
  form text,
  -- Positions of each field's label and value, for the overlaid translation.
  places jsonb not null default '[]',
  asked_at timestamptz not null default now(),
  read_at timestamptz
);
create index sheet_readings_waiting on sheet_readings (asked_at) where state = 'waiting';
create index sheet_readings_lot on sheet_readings (lot_id);

create table sheet_items (
  id integer generated always as identity primary key,
  reading_id integer not null references sheet_readings (id) on delete cascade,
  field text not null,
  -- Null where the text could not be read.
  ja text,
  confidence real not null check (confidence between 0 and 1),
  -- Left, top, width and height in thousandths of the picture.
  box integer[] not null check (cardinality(box) = 4),
  corrected_by integer references users (id),
  corrected_at timestamptz
);
create index sheet_items_reading on sheet_items (reading_id, id);

-- Terms that managers taught the glossary; they win over the built-in list.
create table glossary_words (
  field text not null,
  ja text not null,
  en text,
  ru text,
  changed_by integer not null references users (id),
  changed_at timestamptz not null default now(),
  primary key (field, ja)
);

-- Ranges of serial numbers built in one month; the ranges of a chassis code never overlap.
create table production_months (
  source text not null,
  source_id text not null,
  source_updated_at timestamptz(3) not null,
  maker text not null,
  chassis_code text not null,
  serial_from bigint not null,
  serial_to bigint not null check (serial_to >= serial_from),
  year smallint not null,
  month smallint not null,
  model_name text,
  grade_code text,
  engine_no text,
  transmission text,
  description text,
  code text,
  color_code text,
  trim_code text,
  catalog_no text,
  primary key (source, source_id)
);
create index production_months_range on production_months (chassis_code, serial_from);
