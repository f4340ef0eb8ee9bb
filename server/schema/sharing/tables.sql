-- Links to lots. The code is derived from the id and the portal's secret, and is not stored.
create table shares (
  id text primary key check (id ~ '^[a-z2-7]{16}$'),
  user_id integer not null references users (id),
  lot_id bigint not null references lots (id),
  page_type text not null check (page_type in ('car-auction', 'stock', 'stats', 'bikes', 'bike-stats')),
  -- One of the lot's photos, only for the preview.
  image text,
  created_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null default clock_timestamp() + interval '7 days',
  -- Revoked, ended by too many wrong codes, or replaced by a new share.
  ended_at timestamptz,
  wrong_codes integer not null default 0 check (wrong_codes >= 0),
  views integer not null default 0 check (views >= 0)
);
create unique index shares_one on shares (user_id, lot_id, page_type) where ended_at is null;
create index shares_expiry on shares (expires_at);
create index shares_lot on shares (lot_id);

-- Wrong codes of each network since it was last locked out.
create table share_attempts (
  share_id text not null references shares (id) on delete cascade,
  network text not null,
  wrong smallint not null check (wrong >= 0),
  last_at timestamptz not null default clock_timestamp(),
  locked_until timestamptz,
  primary key (share_id, network)
);

-- Browsers that entered the code.
create table share_visits (
  token_hash bytea primary key,
  share_id text not null references shares (id) on delete cascade,
  expires_at timestamptz not null default clock_timestamp() + interval '24 hours'
);
create index share_visits_share on share_visits (share_id);
