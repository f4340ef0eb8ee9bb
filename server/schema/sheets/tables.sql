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
  -- Corners of the page in hundred-thousandths of the upright picture, clockwise from the upper left as x, y; null where
  -- the page is the picture. Boxes of items and places are those of the straightened page.
  corners integer[] check (cardinality(corners) = 8),
  -- 'own', or 'service' for the operator's SHEET_READER_URL.
  reader text not null default 'own' check (reader in ('own', 'service')),
  -- Why the picture cannot be read (server/src/sheets/page/check-picture.ts); null for a failure without a known cause.
  problem text,
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
  -- The likeliest text of an unread place, for managers.
  guess text,
  -- The value without its spelling, in fields that are compared with the lot: '61000', '2018-05'.
  value text,
  -- A manager's translation of a place whose Japanese text is unknown.
  text_en text,
  text_ru text,
  confidence real not null check (confidence between 0 and 1),
  -- Left, top, width and height in thousandths of the picture.
  box integer[] not null check (cardinality(box) = 4),
  corrected_by integer references users (id),
  corrected_at timestamptz
);
create index sheet_items_reading on sheet_items (reading_id, id);
-- Places that a manager has to look at.
create index sheet_items_unread on sheet_items (reading_id) where ja is null and corrected_at is null;

-- The reading of each lot's current sheet.
create table lot_sheets (
  lot_id bigint primary key references lots (id) on delete cascade,
  reading_id integer not null references sheet_readings (id) on delete cascade
);
create index lot_sheets_reading on lot_sheets (reading_id);

-- Where a sheet and the row of its lot differ. Values are without spelling.
create table sheet_contradictions (
  lot_id bigint not null references lots (id) on delete cascade,
  field text not null,
  item_id integer not null references sheet_items (id) on delete cascade,
  sheet_value text not null,
  list_value text not null,
  found_at timestamptz not null default now(),
  -- Null until a manager decides; 'both' leaves both values shown.
  decision text check (decision in ('sheet', 'list', 'other', 'both')),
  decided_value text,
  decided_by integer references users (id),
  decided_at timestamptz,
  primary key (lot_id, field),
  check ((decision is null) = (decided_at is null))
);
create index sheet_contradictions_open on sheet_contradictions (found_at) where decision is null;
create index sheet_contradictions_item on sheet_contradictions (item_id);

-- The log of managers' changes to readings.
create table sheet_events (
  id bigint generated always as identity primary key,
  at timestamptz not null default clock_timestamp(),
  user_id integer not null references users (id),
  reading_id integer references sheet_readings (id) on delete set null,
  lot_id bigint references lots (id) on delete set null,
  action text not null check (action in ('correct', 'translate', 'illegible', 'teach', 'read_again', 'decide')),
  field text,
  before text,
  after text
);
create index sheet_events_reading on sheet_events (reading_id);
create index sheet_events_lot on sheet_events (lot_id);

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
