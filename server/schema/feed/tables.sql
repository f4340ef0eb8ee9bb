create table feed_imports (
  id bigint generated always as identity primary key,
  source_name text not null,
  started_at timestamptz not null default now(),
  finished_at timestamptz,
  rows_read integer not null default 0,
  rows_written integer not null default 0,
  rows_unchanged integer not null default 0,
  rows_refused integer not null default 0,
  -- How it came to its end: by which mapping it read, what stopped it, how many lots it took off the lists and how many
  -- were not there before.
  mapping text,
  problem text,
  lots_removed integer not null default 0,
  lots_added integer not null default 0
);
create index feed_imports_trouble on feed_imports (id) where rows_refused > 0 or problem is not null;

create table feed_refused_rows (
  import_id bigint not null references feed_imports (id) on delete cascade,
  line integer not null,
  reason text not null,
  raw text not null,
  primary key (import_id, line)
);

-- The newest stamp a lot was sent under with nothing else changed: the lot itself is not written for its stamp
-- (docs/decisions/012).
create table lot_stamps (
  lot_id bigint primary key references lots (id) on delete cascade,
  auction_day date not null,
  newest_at timestamptz(3) not null
)
-- Rows are written again and again, and no index looks at what changes in them.
with (fillfactor = 50);

-- What a house still lists on a day, by its newest whole list: a lot that is not in it has vanished. Kept, so that the
-- rows of a lot that come after the list are judged like those that came before it.
create table feed_full_lists (
  source text not null,
  house_id integer not null references auction_houses (id) on delete cascade,
  auction_day date not null,
  vehicle text not null,
  updated_at timestamptz(3) not null,
  lot_nos integer[] not null,
  -- Lots that a whole list names by their id alone, as their numbers could not be read.
  source_ids text[] not null default '{}',
  primary key (source, house_id, auction_day, vehicle)
);

-- What is known of the lists that are pulled: nothing of how they are opened, which stands in a file of the operator.
create table feed_sources (
  name text primary key,
  etag text,
  last_modified text,
  checked_at timestamptz,
  -- Also while a worker pulls it: nobody else does before.
  next_at timestamptz not null,
  failures integer not null default 0,
  problem text
);

-- Names as sources write them. New: nobody has said yet what it is. Own: a name of its own. Merged: it means another one.
create table feed_names (
  id integer generated always as identity primary key,
  kind text not null check (kind in ('maker', 'model', 'color', 'grade', 'house')),
  -- Of a model: its maker, as lots carry it.
  maker text not null default '',
  name text not null,
  state text not null check (state in ('new', 'own', 'merged')),
  target_id integer references feed_names (id),
  -- Where the chain of merges ends; an import reads nothing else.
  stands_for text,
  -- Another name that a table of words gives for it, such as that of a maker in Japanese.
  hint text,
  -- Who wrote it first.
  source text not null,
  first_seen_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  -- Names that differ in nothing but case, width and signs have the same.
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
  -- A manager, a program, or the feed itself: a house became known by its own row.
  actor_id integer references users (id),
  token_id integer references service_tokens (id),
  event text not null check (event in ('accepted', 'merged', 'taken back')),
  target_id integer references feed_names (id),
  at timestamptz not null default clock_timestamp(),
  constraint feed_name_events_one_actor check (actor_id is null or token_id is null)
);
create index feed_name_events_name on feed_name_events (name_id, id);

-- Lots that a decision gives another name: those that carry `old_name`, of a merge taken back only where a source wrote
-- one of `names`.
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

-- Lots whose house nobody knows: read again as soon as somebody says which one it is.
create table feed_waiting_rows (
  source text not null,
  source_id text not null,
  house text not null,
  updated_at timestamptz(3) not null,
  lot jsonb not null,
  kept_at timestamptz not null default now(),
  primary key (source, source_id)
);
create index feed_waiting_rows_house on feed_waiting_rows (house);

-- Sources whose rows are stamped more than ten minutes ahead, with the last import that refused some.
create table feed_clock_faults (
  source text primary key,
  rows bigint not null,
  ahead_seconds double precision not null,
  import_id bigint references feed_imports (id) on delete set null,
  last_at timestamptz not null default clock_timestamp()
);

-- The newest result row of every lot, kept even when it comes before the lot itself.
create table lot_results (
  source text not null,
  source_id text not null,
  updated_at timestamptz(3) not null,
  status smallint not null,
  sold_price_yen integer,
  buyer_order_key text,
  primary key (source, source_id)
);

-- Words of lots that managers translated; what is not here reads as the portal's own tables say.
create table vehicle_words (
  kind text not null,
  -- Upper case, one width: what the word is looked up by.
  key text not null,
  -- As a house writes it.
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
  -- Both null: the word was taken back.
  en text,
  ru text,
  actor_id integer references users (id),
  token_id integer references service_tokens (id),
  at timestamptz not null default clock_timestamp(),
  constraint vehicle_word_events_one_actor check (actor_id is null or token_id is null),
  check ((en is null) = (ru is null))
);
create index vehicle_word_events_word on vehicle_word_events (kind, key, id);

-- How many coming and lately sold lots carry a word, counted anew after imports.
create table vehicle_word_counts (
  kind text not null,
  key text not null,
  word text not null,
  lots integer not null,
  primary key (kind, key)
);

-- When the words were counted, to count seldom what takes long.
create table vehicle_word_countings (
  counted_at timestamptz not null,
  took_ms integer not null
);
