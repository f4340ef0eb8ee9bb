create table company_settings (
  key text primary key,
  value jsonb not null,
  updated_at timestamptz not null default now()
);

-- Separate from the settings, which every bid reads: a picture would make each read costlier.
create table company_logos (
  hash text primary key,
  width integer not null,
  height integer not null,
  on_light boolean not null,
  on_dark boolean not null,
  image bytea not null,
  -- The same logo, square: for browser tabs and home screens.
  icon bytea not null,
  created_at timestamptz not null default now()
);
