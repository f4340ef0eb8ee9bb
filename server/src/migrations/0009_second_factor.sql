-- Up Migration
create table second_factors (
  user_id integer primary key references users (id),
  -- AES-256-GCM under a key derived from the secret key of the installation.
  sealed_secret bytea not null,
  -- A code counts once: the steps of 30 seconds up to this one are spent.
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

-- A secret somebody is putting into his app; it counts only after its first code.
create table second_factor_setups (
  user_id integer primary key references users (id),
  sealed_secret bytea not null,
  started_at timestamptz not null
);

-- The password was right, the code is awaited.
create table pending_logins (
  token_hash bytea primary key,
  user_id integer not null references users (id),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  attempts smallint not null default 0
);
create index pending_logins_age on pending_logins (expires_at);

-- Down Migration
drop table pending_logins, second_factor_setups, recovery_codes, second_factors;
