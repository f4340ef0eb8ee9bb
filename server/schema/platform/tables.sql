-- Text without case (addresses in mails), and words found by a part of them.
create extension if not exists citext;
create extension if not exists pg_trgm;

-- Facts of this database itself: whether it is the demonstration, feed cursors and the like.
create table installation_facts (
  key text primary key,
  value jsonb not null
);

-- What a call with a key answered, for the same call again.
create table idempotency_keys (
  -- A program has no account: its keys stand under minus the number of its token.
  user_id integer not null,
  call text not null,
  key text not null check (length(key) between 1 and 255),
  body_hash bytea not null,
  reply jsonb not null,
  created_at timestamptz not null default now(),
  primary key (user_id, call, key)
);
create index idempotency_keys_age on idempotency_keys (created_at);

-- Calls of this minute by who makes them. Unlogged: losing it in a crash costs nobody anything, and no call waits for a disk.
create unlogged table call_budgets (
  subject text not null,
  budget text not null,
  window_start timestamptz not null,
  taken integer not null,
  primary key (subject, budget)
);
create index call_budgets_age on call_budgets (window_start);
