-- Up Migration
-- What was read on a picture of a sheet. One row per picture and reader: lots that show the same sheet share it.
create table sheet_readings (
  id integer generated always as identity primary key,
  picture_hash text not null unique,
  -- Where the worker finds the picture.
  lot_id bigint not null references lots (id),
  state text not null default 'waiting' check (state in ('waiting', 'read', 'failed')),
  -- Null where no form of a house fits.
  form text,
  -- Where each field's label and value stand, for the translation laid over them.
  places jsonb not null default '[]',
  asked_at timestamptz not null default now(),
  read_at timestamptz
);
create index sheet_readings_waiting on sheet_readings (asked_at) where state = 'waiting';

create table sheet_items (
  id integer generated always as identity primary key,
  reading_id integer not null references sheet_readings (id) on delete cascade,
  field text not null,
  -- Null where something stands that could not be read.
  ja text,
  confidence real not null check (confidence between 0 and 1),
  -- Left, top, width and height in thousandths of the picture.
  box integer[] not null check (cardinality(box) = 4),
  corrected_by integer references users (id),
  corrected_at timestamptz
);
create index sheet_items_reading on sheet_items (reading_id, id);

-- Down Migration
drop table sheet_items;
drop table sheet_readings;
