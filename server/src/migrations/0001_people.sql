-- Up Migration
create extension if not exists citext;
create extension if not exists pg_trgm;

create table company_settings (
  key text primary key,
  value jsonb not null,
  updated_at timestamptz not null default now()
);

-- Facts of this database itself: whether it is the demonstration, feed cursors and the like.
create table installation_facts (
  key text primary key,
  value jsonb not null
);

create table users (
  id integer generated always as identity primary key,
  email citext not null unique,
  password_hash text,
  full_name text not null,
  company text,
  country_id integer,
  city text not null default '',
  address text not null default '',
  mobile text not null default '',
  office_phone text,
  user_type smallint not null check (user_type in (2, 3)),
  role_id integer not null,
  permissions jsonb not null,
  language smallint check (language in (692, 693)),
  bid_email_notify boolean not null default true,
  invoice_link text,
  dealer_id integer references users (id),
  manager_id integer references users (id),
  autobid boolean not null default false,
  client_note text,
  email_verified_at timestamptz,
  last_login_at timestamptz,
  is_demo boolean not null default false,
  created_at timestamptz not null default now()
);
create index users_dealer on users (dealer_id) where dealer_id is not null;

create table sessions (
  id uuid primary key default gen_random_uuid(),
  user_id integer not null references users (id),
  access_hash bytea not null unique,
  access_expires_at timestamptz not null,
  refresh_hash bytea not null unique,
  refresh_expires_at timestamptz not null,
  -- The refresh token this session was rotated from; presented again within the grace it gives the same successor.
  previous_refresh_hash bytea unique,
  rotated_at timestamptz,
  user_agent text not null default '',
  address text not null default '',
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  ended_at timestamptz,
  end_reason text
);
create index sessions_user on sessions (user_id) where ended_at is null;

-- Every refresh token that was ever exchanged in a living family: presenting one outside the grace is theft.
create table spent_refresh_tokens (
  refresh_hash bytea primary key,
  session_id uuid not null references sessions (id) on delete cascade,
  spent_at timestamptz not null default now()
);

create table attempt_counters (
  scope text not null,
  subject text not null,
  window_start timestamptz not null,
  attempts integer not null default 1,
  primary key (scope, subject, window_start)
);

create table idempotency_keys (
  user_id integer not null references users (id),
  call text not null,
  key text not null check (length(key) between 1 and 255),
  body_hash bytea not null,
  reply jsonb not null,
  created_at timestamptz not null default now(),
  primary key (user_id, call, key)
);
create index idempotency_keys_age on idempotency_keys (created_at);

-- Down Migration
drop table idempotency_keys, attempt_counters, spent_refresh_tokens, sessions, users, installation_facts, company_settings;
