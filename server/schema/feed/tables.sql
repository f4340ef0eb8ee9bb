create table feed_imports (
  id bigint generated always as identity primary key,
  source_name text not null,
  started_at timestamptz not null default now(),
  finished_at timestamptz,
  rows_read integer not null default 0,
  rows_written integer not null default 0,
  rows_unchanged integer not null default 0,
  rows_refused integer not null default 0,
  -- Outcome of the import: the mapping used, the error that stopped it, the lots delisted and the lots added.
  mapping text,
  problem text,
  lots_removed integer not null default 0,
  lots_added integer not null default 0,
  -- The sources of its lots, once it has ended; at most 20.
  sources text[] not null default '{}'
);
create index feed_imports_started on feed_imports (started_at);
create index feed_imports_trouble on feed_imports (id) where rows_refused > 0 or problem is not null;

create table feed_refused_rows (
  import_id bigint not null references feed_imports (id) on delete cascade,
  line integer not null,
  reason text not null,
  raw text not null,
  primary key (import_id, line)
);

-- The newest timestamp of a lot's rows, so that one which changes nothing else does not rewrite the lot
-- (docs/decisions/012). The hash is that of the row which the lot had in its version `lot_version`, its `xmin`: any
-- change gives the lot another version, and the next row is compared with it again. Price ranges are no content.
create table lot_stamps (
  lot_id bigint primary key references lots (id) on delete cascade,
  auction_day date not null,
  newest_at timestamptz(3) not null,
  content_hash uuid,
  lot_version bigint
)
-- Rows are updated often, and no index covers the changing columns.
with (fillfactor = 50);

-- The newest snapshot of an auction house's lots on a day: a lot missing from it has disappeared. Stored, so that rows
-- that arrive after the snapshot are checked against it as well.
create table feed_snapshots (
  source text not null,
  house_id integer not null references auction_houses (id) on delete cascade,
  auction_day date not null,
  vehicle text not null,
  updated_at timestamptz(3) not null,
  lot_nos integer[] not null,
  -- Lots that a snapshot lists by id alone, because their numbers could not be parsed.
  source_ids text[] not null default '{}',
  primary key (source, house_id, auction_day, vehicle)
);

-- State of the polled sources. Addresses and credentials are not stored here but in a file of the operator.
create table feed_sources (
  name text primary key,
  etag text,
  last_modified text,
  checked_at timestamptz,
  -- Moved forward while a worker polls it, so that no other worker does.
  next_at timestamptz not null,
  failures integer not null default 0,
  problem text,
  -- Interval between polls, and the last answer without an error.
  every_seconds integer,
  succeeded_at timestamptz
);

-- Names as sources write them. New: undecided. Own: a canonical name. Merged: an alias of another name.
create table feed_names (
  id integer generated always as identity primary key,
  kind text not null check (kind in ('maker', 'model', 'color', 'grade', 'house')),
  -- For models: the maker, as lots carry it.
  maker text not null default '',
  name text not null,
  state text not null check (state in ('new', 'own', 'merged')),
  target_id integer references feed_names (id),
  -- The end of the alias chain; imports read only this column.
  stands_for text,
  -- Another name for it from a built-in table, such as the Latin name of a maker written in Japanese.
  hint text,
  -- The first source that used it.
  source text not null,
  first_seen_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  -- Equal for names that differ only in case, width and punctuation.
  letters text generated always as (upper(regexp_replace(normalize(name, NFKC), '[^[:alnum:]]+', '', 'g'))) stored,
  unique (kind, maker, name),
  check ((state = 'merged') = (target_id is not null))
);
create index feed_names_state on feed_names (kind, state, maker, name);
create index feed_names_letters on feed_names (kind, maker, letters);
create index feed_names_target on feed_names (target_id) where target_id is not null;

create table feed_name_events (
  id bigint generated always as identity primary key,
  name_id integer not null references feed_names (id),
  -- A manager, a program, or the feed itself, when the row of an auction house made its name canonical.
  actor_id integer references users (id),
  token_id integer references service_tokens (id),
  event text not null check (event in ('accepted', 'merged', 'taken back')),
  target_id integer references feed_names (id),
  at timestamptz not null default clock_timestamp(),
  constraint feed_name_events_one_actor check (actor_id is null or token_id is null)
);
create index feed_name_events_name on feed_name_events (name_id, id);

-- Lots to rename after a decision: those that carry `old_name`; after an undone merge only those whose source wrote one
-- of `names`.
create table feed_renamings (
  id bigint generated always as identity primary key,
  name_id integer not null references feed_names (id),
  kind text not null,
  maker text not null,
  old_name text not null,
  names text[],
  lots_changed integer not null default 0,
  finished_at timestamptz
);
create index feed_renamings_unfinished on feed_renamings (id) where finished_at is null;

-- Lots of unknown auction houses, imported again as soon as the house is known.
create table quarantined_rows (
  source text not null,
  source_id text not null,
  house text not null,
  updated_at timestamptz(3) not null,
  lot jsonb not null,
  kept_at timestamptz not null default now(),
  primary key (source, source_id)
);
create index quarantined_rows_house on quarantined_rows (house);

-- Sources with timestamps more than ten minutes in the future, with the last import that refused such rows.
create table feed_clock_faults (
  source text primary key,
  rows bigint not null,
  ahead_seconds double precision not null,
  import_id bigint references feed_imports (id) on delete set null,
  last_at timestamptz not null default clock_timestamp()
);

-- The newest result row of every lot, stored even when it arrives before the lot itself.
create table lot_results (
  source text not null,
  source_id text not null,
  updated_at timestamptz(3) not null,
  status smallint not null,
  sold_price_yen integer,
  buyer_order_key text,
  primary key (source, source_id)
);

-- The managers' translations of lot terms; other terms use the built-in tables.
create table vehicle_words (
  kind text not null,
  -- The lookup key of the term: upper case, one width.
  key text not null,
  -- As an auction house writes it.
  word text not null,
  en text not null check (en <> ''),
  ru text not null check (ru <> ''),
  primary key (kind, key)
);

create table vehicle_word_events (
  id integer generated always as identity primary key,
  kind text not null,
  key text not null,
  word text not null,
  -- Both null: the override was removed.
  en text,
  ru text,
  actor_id integer references users (id),
  token_id integer references service_tokens (id),
  at timestamptz not null default clock_timestamp(),
  constraint vehicle_word_events_one_actor check (actor_id is null or token_id is null),
  check ((en is null) = (ru is null))
);
create index vehicle_word_events_word on vehicle_word_events (kind, key, id);

-- Number of upcoming and recently sold lots per term, recounted after imports.
create table vehicle_word_counts (
  kind text not null,
  key text not null,
  word text not null,
  lots integer not null,
  primary key (kind, key)
);

-- Instants of the counts, because counting is slow and therefore rare.
create table vehicle_word_countings (
  counted_at timestamptz not null,
  took_ms integer not null
);
