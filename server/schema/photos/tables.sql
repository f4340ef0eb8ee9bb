-- Further photos of a lot, found on request and then shown to all readers.
create table lot_extra_images (
  lot_id bigint primary key references lots (id),
  images text[] not null check (cardinality(images) > 0),
  found_at timestamptz not null default clock_timestamp()
);
create index lot_extra_images_pictures on lot_extra_images using gin (images);

create table extra_photo_runs (
  id bigint generated always as identity primary key,
  lot_id bigint not null references lots (id),
  state text not null default 'waiting' check (state in ('waiting', 'working', 'done', 'failed', 'cancelled')),
  percent smallint not null default 0 check (percent between 0 and 100),
  claim_token uuid,
  claimed_until timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  finished_at timestamptz
);
-- A request during a run joins that run.
create unique index extra_photo_runs_one on extra_photo_runs (lot_id) where state in ('waiting', 'working');
create index extra_photo_runs_lot on extra_photo_runs (lot_id, id);

create table extra_photo_requests (
  run_id bigint not null references extra_photo_runs (id) on delete cascade,
  user_id integer not null references users (id),
  -- The day in Japan that it counts for, and the limit at that time (-1: unlimited).
  day date not null,
  allowed integer not null check (allowed >= -1),
  cancelled_at timestamptz,
  primary key (run_id, user_id)
);
create index extra_photo_requests_day on extra_photo_requests (user_id, day) where cancelled_at is null;

-- Successful requests per client and day; failed ones do not count (business-rules.md#extra-photos).
create table extra_photo_days (
  user_id integer not null references users (id),
  day date not null,
  used integer not null check (used >= 0),
  allowed integer not null,
  primary key (user_id, day),
  constraint extra_photo_days_limit check (allowed = -1 or used <= allowed)
);

-- Photos of deleted lots, until they are removed from the store as well.
create table photos_to_remove (
  name text primary key
);

-- Hosts of pictures that lots name by address. A host that fails as a whole is paused, so that its pictures are not
-- tried one by one.
create table picture_hosts (
  host text primary key,
  paused_until timestamptz,
  -- Consecutive failures of the host itself: no connection, no answer in time, busy.
  failures integer not null default 0
);

-- One row while a manager lets no picture be fetched.
create table picture_pauses (
  is_paused boolean primary key default true check (is_paused),
  paused_at timestamptz not null default clock_timestamp()
);

-- Pictures that lots name by `https:` address, each fetched once. A lot shows `/p/web/<key>`.
create table picture_fetches (
  id bigint generated always as identity primary key,
  -- Hash of kind and address.
  key text not null unique,
  kind text not null check (kind in ('photo', 'sheet')),
  address text not null,
  -- A name that the photo store may have instead, from a list with relative names.
  store_name text,
  host text not null,
  -- The source whose row named it first.
  source text not null,
  -- waiting: to be fetched now; retry: again at `next_at`; gone: hidden; removed: its time of retention is over.
  state text not null default 'waiting' check (state in ('waiting', 'fetching', 'retry', 'stored', 'gone', 'removed')),
  -- 0 no reader yet, 1 the lot has a bid or is a favorite, 2 a reader is looking at it.
  urgency smallint not null default 0,
  -- Order within an urgency: the end of bidding; lots that have ended come last.
  due_at timestamptz not null,
  attempts integer not null default 0,
  next_at timestamptz,
  lease_token uuid,
  leased_until timestamptz,
  -- Reason of the last failed attempt (contract/src/photos/failures.ts), with a short detail.
  failure text,
  detail text,
  etag text,
  -- Name in the photo store, by the hash of its bytes.
  stored_name text,
  bytes integer,
  width integer,
  height integer,
  added_at timestamptz not null default clock_timestamp(),
  settled_at timestamptz
);
-- Serves the next pictures of a host in their order.
create index picture_fetches_waiting on picture_fetches (host, (failure is null), urgency desc, due_at, id)
  where state = 'waiting';
create index picture_fetches_fetching on picture_fetches (host, leased_until) where state = 'fetching';
create index picture_fetches_retry on picture_fetches (next_at) where state = 'retry';
create index picture_fetches_counts on picture_fetches (source, state, failure);
create index picture_fetches_stored on picture_fetches (settled_at, id) where state = 'stored';
create index picture_fetches_gone on picture_fetches (settled_at) where state = 'gone';
create index picture_fetches_content on picture_fetches (stored_name) where stored_name is not null;

-- The lots that show a fetched picture.
create table lot_picture_fetches (
  lot_id bigint not null references lots (id) on delete cascade,
  fetch_id bigint not null references picture_fetches (id) on delete cascade,
  primary key (lot_id, fetch_id)
);
create index lot_picture_fetches_fetch on lot_picture_fetches (fetch_id);
