-- Programs of the provider that call /v1/back-office. A token has 256 random bits, so a plain hash of it is stored.
create table service_tokens (
  id integer generated always as identity primary key,
  name text not null unique check (name ~ '^[a-z0-9][a-z0-9-]{0,39}$'),
  scopes text[] not null,
  created_at timestamptz not null default clock_timestamp(),
  disabled_at timestamptz,
  last_used_at timestamptz
);

-- A token has several secrets during a rotation: the previous one works until it ends.
create table service_secrets (
  token_hash bytea primary key,
  token_id integer not null references service_tokens (id),
  created_at timestamptz not null default clock_timestamp(),
  ends_at timestamptz
);
create index service_secrets_token on service_secrets (token_id);

-- Decisions of the operator about a token.
create table service_token_events (
  id bigint generated always as identity primary key,
  token_id integer not null references service_tokens (id),
  event text not null check (event in ('created', 'rotated', 'scopes', 'disabled', 'enabled')),
  scopes text[],
  at timestamptz not null default clock_timestamp()
);

-- Calls of programs: inserted before the work begins, with the status once it is answered. Without a status, the portal
-- stopped in between.
create table service_calls (
  id bigint generated always as identity primary key,
  token_id integer not null references service_tokens (id),
  call text not null,
  request_id uuid not null,
  at timestamptz not null default clock_timestamp(),
  status smallint
);
create index service_calls_token on service_calls (token_id, id desc);
create index service_calls_age on service_calls (at);
