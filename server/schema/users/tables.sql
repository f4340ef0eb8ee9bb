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
  user_type smallint not null check (user_type in (:userType.client, :userType.manager)),
  role_id integer not null,
  permissions jsonb not null,
  language smallint check (language in (:language.en, :language.ru)),
  bid_email_notify boolean not null default true,
  invoice_link text,
  dealer_id integer references users (id),
  manager_id integer references users (id),
  autobid boolean not null default false,
  client_note text,
  email_verified_at timestamptz,
  last_login_at timestamptz,
  is_demo boolean not null default false,
  created_at timestamptz not null default now(),
  referral_code text,
  terms_accepted_at timestamptz,
  password_changed_at timestamptz
);
create index users_dealer on users (dealer_id) where dealer_id is not null;

-- Decisions about an account and their authors. Without names and addresses, so it stays when a person's data is erased.
create table user_events (
  id bigint generated always as identity primary key,
  user_id integer not null references users (id),
  -- Null: the operator at the command line.
  actor_id integer references users (id),
  event text not null,
  before jsonb,
  after jsonb,
  at timestamptz not null default clock_timestamp(),
  -- The program that decided it; actor_id is null then.
  token_id integer references service_tokens (id),
  constraint user_events_one_actor check (actor_id is null or token_id is null)
);
create index user_events_user on user_events (user_id, id);

-- Reasons of decisions, apart from the decisions: they may name people, so they are erased with the person's data.
create table user_event_reasons (
  event_id bigint primary key references user_events (id),
  user_id integer not null references users (id),
  reason text not null
);
create index user_event_reasons_user on user_event_reasons (user_id);
