-- External programs that receive events. The secret signs calls, so it is encrypted, not hashed.
create table webhook_targets (
  id integer generated always as identity primary key,
  name text not null unique check (name ~ '^[a-z0-9][a-z0-9-]{0,39}$'),
  url text not null,
  encrypted_secret bytea not null,
  kinds text[] not null,
  is_enabled boolean not null default true,
  created_at timestamptz not null default clock_timestamp()
);

-- Events with the data of the transaction that caused them.
create table webhook_events (
  id bigint generated always as identity primary key,
  -- The receiver detects repeats by it.
  event_id uuid not null unique default gen_random_uuid(),
  kind text not null check (kind in ('purchase.won', 'payment.booked')),
  data jsonb not null,
  at timestamptz not null default clock_timestamp()
);

create table webhook_deliveries (
  id bigint generated always as identity primary key,
  target_id integer not null references webhook_targets (id),
  event_id bigint not null references webhook_events (id) on delete cascade,
  state text not null default 'waiting' check (state in ('waiting', 'delivered', 'dead')),
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default clock_timestamp(),
  last_error text,
  delivered_at timestamptz,
  unique (event_id, target_id)
);
create index webhook_deliveries_due on webhook_deliveries (target_id, next_attempt_at) where state = 'waiting';
create index webhook_deliveries_dead on webhook_deliveries (target_id) where state = 'dead';
