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
