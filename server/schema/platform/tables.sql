-- Case-insensitive text (email addresses), and words found by a part of them.
create extension if not exists citext;
create extension if not exists pg_trgm;

-- Facts about this database: whether it is the demonstration, feed cursors and the like.
create table installation_facts (
  key text primary key,
  value jsonb not null
);

-- Stored replies of idempotent calls.
create table idempotency_keys (
  -- A program has no account: its keys use minus the id of its token.
  user_id integer not null,
  call text not null,
  key text not null check (length(key) between 1 and 255),
  body_hash bytea not null,
  reply jsonb not null,
  created_at timestamptz not null default now(),
  primary key (user_id, call, key)
);
create index idempotency_keys_age on idempotency_keys (created_at);

-- Units taken in the current minute by each caller. Unlogged: losing the counts in a crash is harmless, and no call
-- waits for a disk.
create unlogged table call_budgets (
  subject text not null,
  budget text not null,
  window_start timestamptz not null,
  taken integer not null,
  primary key (subject, budget)
);
create index call_budgets_age on call_budgets (window_start);
