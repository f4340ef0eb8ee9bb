create table sessions (
  id uuid primary key default gen_random_uuid(),
  user_id integer not null references users (id),
  access_hash bytea not null unique,
  access_expires_at timestamptz not null,
  refresh_hash bytea not null unique,
  refresh_expires_at timestamptz not null,
  -- The refresh token this session was rotated from; within the grace period it gives the same successor again.
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
create index sessions_known_address on sessions (user_id, address);

-- Every refresh token that was exchanged in a live session: using one after the grace period is theft.
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
create index attempt_counters_age on attempt_counters (window_start);

-- A link in an email. Its token is derived from the id and the secret key, so that the email can be rendered again
-- while only the hash is stored.
create table email_links (
  id uuid primary key,
  user_id integer not null references users (id),
  purpose text not null check (purpose in ('verify', 'reset')),
  token_hash bytea not null unique,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  voided_at timestamptz
);
create index email_links_user on email_links (user_id, purpose);

-- Sign-up, reset and repeated verification are stored and answered alike for every address; the worker checks whether
-- the address has an account. A row is deleted when it has been processed.
create table account_requests (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('sign_up', 'verification', 'reset')),
  email citext not null,
  language smallint not null check (language in (:language.en, :language.ru)),
  -- For a sign-up: the form without its passwords, and the hash of the chosen one.
  form jsonb,
  password_hash text,
  created_at timestamptz not null default now()
);

-- Browsers that have logged in.
create table known_devices (
  user_id integer not null references users (id),
  device_hash bytea not null,
  first_seen_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  primary key (user_id, device_hash)
);
create index known_devices_device on known_devices (device_hash);

create table passkeys (
  id uuid primary key default gen_random_uuid(),
  user_id integer not null references users (id),
  -- The authenticator's identifier, in base64url.
  credential_id text not null unique,
  public_key bytea not null,
  -- The authenticator's use counter; a counter that decreases shows a copy.
  sign_count bigint not null,
  name text not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);
create index passkeys_user on passkeys (user_id);

create table passkey_challenges (
  challenge_hash bytea primary key,
  -- For a passkey that is being added; null for a log-in, where the user is not known yet.
  user_id integer references users (id),
  expires_at timestamptz not null
);
create index passkey_challenges_age on passkey_challenges (expires_at);

-- Log-ins whose password was right and which await the code.
create table pending_logins (
  token_hash bytea primary key,
  user_id integer not null references users (id),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  attempts smallint not null default 0
);
create index pending_logins_age on pending_logins (expires_at);

create table second_factors (
  user_id integer primary key references users (id),
  -- AES-256-GCM under a key derived from the secret key of the installation.
  encrypted_secret bytea not null,
  -- A code is valid once: 30-second steps up to this one are used.
  last_step bigint not null,
  -- One salt for all codes of an account, so that a code is looked up with one hash.
  recovery_salt bytea not null,
  created_at timestamptz not null default now()
);

create table recovery_codes (
  user_id integer not null references second_factors (user_id) on delete cascade,
  code_hash bytea not null,
  used_at timestamptz,
  primary key (user_id, code_hash)
);

-- Secrets of set-ups in progress; a secret becomes valid with its first code.
create table second_factor_setups (
  user_id integer primary key references users (id),
  encrypted_secret bytea not null,
  started_at timestamptz not null
);

-- Used puzzles: each solution is valid once.
create table spent_puzzles (
  nonce_hash bytea primary key,
  spent_at timestamptz not null default now()
);
