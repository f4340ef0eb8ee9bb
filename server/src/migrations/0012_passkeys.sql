-- Up Migration
create table passkeys (
  id uuid primary key default gen_random_uuid(),
  user_id integer not null references users (id),
  -- As the authenticator calls it, in base64url.
  credential_id text not null unique,
  public_key bytea not null,
  -- What the authenticator counts; one that counts backwards was copied.
  sign_count bigint not null,
  name text not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);
create index passkeys_user on passkeys (user_id);

create table passkey_challenges (
  challenge_hash bytea primary key,
  -- Of a passkey that is being added; null for a log-in, where nobody is known yet.
  user_id integer references users (id),
  expires_at timestamptz not null
);
create index passkey_challenges_age on passkey_challenges (expires_at);

-- Down Migration
drop table passkey_challenges, passkeys;
