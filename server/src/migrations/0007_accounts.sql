-- Up Migration
alter table users
  add column referral_code text,
  add column terms_accepted_at timestamptz,
  add column password_changed_at timestamptz;

-- Sign-up, reset and repeated verification are written down and answered alike for every address; the worker looks
-- whether the address has an account. A row is deleted when it has been dealt with.
create table account_requests (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('sign_up', 'verification', 'reset')),
  email citext not null,
  language smallint not null check (language in (692, 693)),
  -- Of a sign-up: the form without its passwords, and the hash of the chosen one.
  form jsonb,
  password_hash text,
  created_at timestamptz not null default now()
);

-- A link in a mail. Its token is derived from the id and the secret key, so that the mail can be written again while
-- only the hash is kept.
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

create table known_devices (
  user_id integer not null references users (id),
  device_hash bytea not null,
  first_seen_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  primary key (user_id, device_hash)
);

create table mails (
  id bigint generated always as identity primary key,
  kind text not null,
  user_id integer not null references users (id),
  data jsonb not null,
  -- One notice of one event, however often the event is told.
  dedupe_key text unique,
  created_at timestamptz not null default now(),
  attempts integer not null default 0,
  last_error text,
  sent_at timestamptz,
  -- Not sent, and why not: the person does not want such mail, the account is gone, the address refuses it.
  dropped_at timestamptz,
  drop_reason text
);
create index mails_waiting on mails (created_at) where sent_at is null and dropped_at is null;

-- Down Migration
drop table mails, known_devices, email_links, account_requests;
alter table users drop column referral_code, drop column terms_accepted_at, drop column password_changed_at;
