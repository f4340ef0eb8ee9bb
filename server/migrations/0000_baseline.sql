-- Made from server/schema/*/tables.sql by npm run generate: please do not edit it.

-- platform

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

-- company

create table company_settings (
  key text primary key,
  value jsonb not null,
  updated_at timestamptz not null default now()
);

-- Separate from the settings, which every bid reads: a picture would make each read costlier.
create table company_logos (
  hash text primary key,
  width integer not null,
  height integer not null,
  on_light boolean not null,
  on_dark boolean not null,
  image bytea not null,
  -- The same logo, square: for browser tabs and home screens.
  icon bytea not null,
  created_at timestamptz not null default now()
);

-- back-office

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

-- users

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

-- auth

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
  language smallint not null check (language in (692, 693)),
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

-- lots

create table auction_houses (
  id integer generated always as identity primary key,
  name text not null unique,
  is_uss boolean not null default false,
  weekdays smallint[] not null default '{}',
  opens_at time not null default '09:00',
  -- Rules of the auction house: when bids close, when the agent accepts no more orders, until when a client may cancel,
  -- and how far an order may exceed a bid. Null: the company's default.
  close_minutes integer,
  cutoff_minutes integer,
  cancel_hours integer,
  overbid_yen integer,
  haulage_yen integer not null default 0,
  export_port text,
  source text not null,
  source_updated_at timestamptz not null,
  updated_at timestamptz not null default now()
);

-- All pictures that a lot's record names: photos, videos, and those of a motorcycle's inspection. An index uses this
-- function, so it may change only in a migration that rebuilds the index.
create function lot_pictures(images text[], videos text[], inspection jsonb) returns text[]
language sql immutable parallel safe as $$
  select images || videos || array(
    select jsonb_array_elements_text(jsonb_path_query_array(inspection, '$.zones[*].images[*] ? (@.type() == "string")')))
$$;

-- The strongest value of a fact (FACT_ORIGINS in contract/src/lots/facts.ts has the same order). Stored columns use this
-- function, so it may change only in a migration that rewrites them.
create function fact_of(facts jsonb, name text) returns text language sql immutable parallel safe as $$
  select coalesce(facts->'manager'->>name, facts->'feed'->>name, facts->'sheet'->>name, facts->'table'->>name,
                  facts->'typeCode'->>name)
$$;

-- Every vehicle that was ever listed, at auction or at a fixed price, upcoming and past.
create table lots (
  id bigint generated always as identity primary key,
  vehicle text not null check (vehicle in ('car', 'bike')),
  lot_source text not null check (lot_source in ('auction', 'stock')),
  -- The source, its id of the lot, and the timestamps of its last row and last result.
  source text not null,
  source_id text not null,
  source_updated_at timestamptz not null,
  result_updated_at timestamptz,
  house_id integer not null references auction_houses (id),
  lot_no integer not null,
  -- Time of the auction and the deadlines: every lot has its own instants, written by the import.
  auction_day date not null,
  auction_at timestamptz(3) not null,
  time_known boolean not null,
  bids_close_at timestamptz(3) not null,
  agent_cutoff_at timestamptz(3) not null,
  cancel_until timestamptz(3) not null,
  -- LOT_STATUS (contract/src/lots/statuses.ts).
  status smallint not null,
  -- Vehicle data.
  maker text not null,
  model text not null,
  grade text not null default '',
  year smallint,
  month smallint,
  -- Of the auction list. All that is shown, filtered or charged reads `displacement_cc`; prices are fitted to what lists say.
  engine_cc integer,
  gearbox text not null default '',
  drive text,
  color text not null default '',
  mileage_km integer,
  condition text not null default '',
  equip text not null default '',
  chassis_code text not null default '',
  chassis_number text not null default '',
  start_price_yen integer,
  sold_price_yen integer,
  average_price_yen integer,
  images text[] not null default '{}',
  sheet jsonb,
  remarks text not null default '',
  manager_note text not null default '',
  is_private boolean not null default false,
  is_demo boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- The source's own average; replaced by ours once there are enough sales.
  source_average_price_yen integer,
  -- The result changed and the bids have not been notified yet. Survives a crash between merge and flow.
  outcome_pending boolean not null default false,
  -- Ascending from the worst grade to the best; unknown grades sort last with missing ones.
  condition_rank smallint generated always as (
    case condition
      when '***' then 1 when 'WR' then 2 when 'R?' then 3 when 'R2' then 4 when 'R' then 5 when 'RB' then 6 when 'RA' then 7
      when '1' then 8 when '2' then 9 when '3' then 10 when '3.0' then 10 when '3.5' then 11 when '4' then 12
      when '4.0' then 12 when '4.5' then 13 when '5' then 14 when '5.0' then 14 when '6' then 15 when '6.0' then 15
      when 'S' then 16
    end
  ) stored,
  -- Motorcycles: ratings and remarks of the auction house, addresses of videos, a note on the mileage.
  inspection jsonb,
  videos text[] not null default '{}',
  mileage_note text not null default '',
  link text,
  -- The clients that may see a private lot besides the staff (business-rules.md#private-lots).
  viewers integer[] not null default '{}',
  -- The page of upcoming lots that shows this one (business-rules.md#lot-pages). A stored flag, because an index cannot
  -- depend on today.
  upcoming_page text,
  sales_page text generated always as (
    case when lot_source = 'auction' and status in (4533, 4534, 4535, 4539)
         then case vehicle when 'car' then 'stats' else 'bike-stats' end end
  ) stored,
  model_text text generated always as (maker || ' ' || model || ' ' || grade) stored,
  -- Both time orders put a lot without a known time last in its day (business-rules.md#auction-times).
  time_up timestamp generated always as (
    case when time_known then auction_at at time zone 'Asia/Tokyo' else auction_day + time '23:59:59.9995' end
  ) stored,
  time_down timestamp generated always as (
    case when time_known then auction_at at time zone 'Asia/Tokyo' else auction_day - interval '0.5 milliseconds' end
  ) stored,
  -- Properties by which two lots are similar (docs/decisions/016). Bands are numbers, so that
  -- neighbors differ by one.
  trim_words text generated always as (
    btrim(upper(regexp_replace(grade, '[^[:alnum:].]+', ' ', 'g')))
  ) stored,
  -- Repaired or wrecked vehicles have no neighboring band.
  condition_band smallint generated always as (
    case
      when condition in ('S', '6', '6.0', '5', '5.0') then 5
      when condition in ('4.5', '4', '4.0') then 4
      when condition in ('3.5', '3', '3.0') then 3
      when condition in ('2', '2.0', '1', '1.0') then 2
      when condition in ('R', 'RA', 'RB', 'R2', 'R?', '***', 'WR') then 0
      else -9
    end
  ) stored,
  mileage_band smallint generated always as (
    case
      when mileage_km is null then -9
      else width_bucket(mileage_km, array[10000, 30000, 50000, 80000, 120000, 200000])
    end
  ) stored,
  -- The 10, 50 and 90 % points of the price before the auction (docs/price-model.md). `average_price_yen` is the middle
  -- while the range may be shown; `average_sales` is the number of sales of the trim.
  price_low_yen integer,
  price_middle_yen integer,
  price_high_yen integer,
  price_stratum text,
  price_estimated_at timestamptz(0),
  average_sales integer,
  -- The status before a snapshot delisted the lot; restored when a newer row or snapshot lists the lot again.
  listed_status smallint,
  -- The source's own names where an alias replaced them, by kind, so that an alias can be undone.
  source_names jsonb,
  -- Remark of the auction house on the odometer (contract/src/lots/mileage.ts).
  mileage_mark text check (mileage_mark in ('changed', 'rolledBack', 'unknown')),
  -- Facts of the vehicle by origin (`FactsByOrigin`); the columns below are the strongest value of each.
  facts jsonb not null default '{}',
  type_code text generated always as (coalesce(fact_of(facts, 'typeCode'), '')) stored,
  fuel text generated always as (coalesce(fact_of(facts, 'fuel'), '')) stored,
  hybrid text generated always as (coalesce(fact_of(facts, 'hybrid'), '')) stored,
  horse_power integer generated always as (fact_of(facts, 'powerPs')::integer) stored,
  -- A manager's value, otherwise that of the auction list. `year` stays the list's: it is the model year by which auction
  -- houses list and search; a manager's month of build counts as the age, in `born_month`.
  displacement_cc integer generated always as (coalesce(fact_of(facts, 'engineCc')::integer, engine_cc)) stored,
  steering text generated always as (coalesce(fact_of(facts, 'steering'), '')) stored,
  -- Filters distinguish two-wheel and four-wheel drive; front and rear are both of the former.
  drive_kind text generated always as (
    case fact_of(facts, 'drive') when '4wd' then '4wd' when '2wd' then '2wd' when 'fwd' then '2wd' when 'rwd' then '2wd'
      else '' end
  ) stored,
  seats smallint generated always as (fact_of(facts, 'seats')::smallint) stored,
  body text generated always as (coalesce(fact_of(facts, 'body'), '')) stored,
  interior_grade text generated always as (coalesce(fact_of(facts, 'interiorGrade'), '')) stored,
  -- '1' with a grade for repaired or wrecked vehicles, otherwise '0'.
  repaired text generated always as (
    case when condition in ('R', 'RA', 'RB', 'R2', 'R?', '***', 'WR') then '1' else '0' end
  ) stored,
  -- Month from which the age counts: that of the first registration, otherwise of production; months since the year 0.
  -- A manager's month of production replaces that of the list, which belongs to its own year (builtOf in facts.ts).
  born_month integer generated always as (
    coalesce(
      coalesce(fact_of(facts, 'firstRegistrationYear')::integer, fact_of(facts, 'builtYear')::integer, year) * 12
        + fact_of(facts, 'firstRegistrationMonth')::integer - 1,
      coalesce(fact_of(facts, 'builtYear')::integer, year) * 12 - 1
        + coalesce(fact_of(facts, 'builtMonth')::integer,
                   case when coalesce(fact_of(facts, 'builtYear')::integer, year) = year then month end))
  ) stored,
  -- The scan of the auction sheet as its source names it: `web/<key>` for an address, or a name below `sheets/` in the
  -- photo store. Once it is stored, `sheet` names the stored scan as `image`.
  sheet_image text,
  has_sheet boolean generated always as (
    sheet_image is not null or sheet ->> 'image' is not null or (is_demo and sheet is not null)
  ) stored,
  -- The photo of the odometer, one of `images` as long as that shows it.
  odometer_image text,
  unique (source, source_id)
)
-- Free space on each page for new versions of its lots.
with (fillfactor = 85);
create unique index lots_house_day_number on lots (house_id, auction_day, lot_no, vehicle) where lot_source = 'auction';
-- No query filters by these columns, and their statistics would take most of the time of ANALYZE.
alter table lots
  alter column images set statistics 0,
  alter column sheet set statistics 0,
  alter column inspection set statistics 0,
  alter column videos set statistics 0,
  alter column remarks set statistics 0,
  alter column mileage_note set statistics 0,
  alter column mileage_mark set statistics 0,
  alter column sheet_image set statistics 0,
  alter column odometer_image set statistics 0,
  alter column link set statistics 0,
  alter column source_names set statistics 0,
  alter column facts set statistics 0,
  alter column type_code set statistics 0;
-- Without it the planner treats dependent columns as independent and expects far too few rows.
create statistics lots_makers_models (dependencies, mcv) on maker, model from lots;
-- Lists that PostgreSQL serves without the list index (docs/decisions/015): a page, or one of its models,
-- in default order. Lots open for bidding, the earliest deadline first:
create index lots_upcoming_closing on lots (upcoming_page, bids_close_at, id) include (status, auction_day, is_private)
  where upcoming_page is not null;
create index lots_upcoming_model_closing on lots (upcoming_page, maker, model, bids_close_at, id)
  include (status, auction_day, is_private)
  where upcoming_page is not null;
-- Counts the upcoming lots of each source without reading the lots.
create index lots_upcoming_sources on lots (source, house_id) include (id, created_at, has_sheet)
  where upcoming_page is not null;
-- Fixed prices and sales, newest first:
create index lots_stock_newest on lots (time_down, id) where upcoming_page = 'stock';
create index lots_stats_newest on lots (time_down, id) include (is_private) where sales_page = 'stats';
create index lots_stats_model_newest on lots (maker, model, time_down, id) include (is_private) where sales_page = 'stats';
create index lots_bike_stats_newest on lots (time_down, id) include (is_private) where sales_page = 'bike-stats';
create index lots_bike_stats_model_newest on lots (maker, model, time_down, id) include (is_private)
  where sales_page = 'bike-stats';

-- Sales behind a price range (docs/price-model.md).
create index lots_sales on lots (vehicle, maker, model, auction_day desc, id desc)
  include (year, trim_words, condition_band, mileage_band, sold_price_yen)
  where lot_source = 'auction' and not is_private and status in (4533, 4534)
    and sold_price_yen is not null;
-- Lots whose average may change when a model is sold.
create index lots_running_models on lots (vehicle, maker, model, year) where status in (4531, 4532);

create index lots_outcome_pending on lots (id) where outcome_pending;
create index lots_private on lots (id) where is_private;
-- Other listings of the same vehicle.
create index lots_chassis_number on lots (chassis_number, auction_day desc) where chassis_number <> '';
-- Finds the private lots of a photo before it is shown; private lots are few, so the index stays small.
create index lots_private_pictures on lots using gin (lot_pictures(images, videos, inspection)) where is_private;
-- Finds and counts the lots with a name: sales, upcoming lots and those on no page.
create index lots_names on lots (maker, model);
create index lots_color on lots (color);
create index lots_condition on lots (condition);
create index lots_source_names on lots using gin (source_names jsonb_path_ops) where source_names is not null;

-- Changes of lot notes with their authors; the note itself is in `lots`.
create table lot_note_events (
  id bigint generated always as identity primary key,
  lot_id bigint not null references lots (id),
  actor_id integer not null references users (id),
  before text not null,
  after text not null,
  at timestamptz not null default clock_timestamp()
);
create index lot_note_events_lot on lot_note_events (lot_id, id);

-- Managers' answers to questions about a vehicle, with their authors; the values are in `lots.facts`.
create table lot_fact_events (
  id bigint generated always as identity primary key,
  lot_id bigint not null references lots (id),
  actor_id integer not null references users (id),
  before jsonb not null,
  after jsonb not null,
  at timestamptz not null default clock_timestamp()
);
create index lot_fact_events_lot on lot_fact_events (lot_id, id);

-- Changed lots, for the list index of each process (docs/decisions/015).
create table lot_changes (
  lot_ids bigint[] not null,
  changed_in xid8 not null default pg_current_xact_id(),
  noted_at timestamptz not null default clock_timestamp()
);
create index lot_changes_transaction on lot_changes (changed_in);
create index lot_changes_age on lot_changes (noted_at);

-- Comparisons of the list indexes with `lots` that `npm run admin -- check` requested, and the answer of each process.
create table list_comparison_requests (
  id bigint generated always as identity primary key,
  requested_at timestamptz not null default clock_timestamp()
);
create table list_comparisons (
  request_id bigint not null references list_comparison_requests (id) on delete cascade,
  process text not null,
  finished_at timestamptz,
  -- Null while the comparison runs, and after it failed.
  different_lots integer,
  primary key (request_id, process)
);

-- Models whose sales changed after the last refresh of the price ranges.
create table models_to_average (
  id bigint generated always as identity,
  vehicle text not null,
  maker text not null,
  model text not null
);

-- Tables of facts by type code that an operator imports (`npm run admin -- facts`). Of two tables with the same fact the
-- one of the later date is used.
create table fact_tables (
  id integer generated always as identity primary key,
  name text not null unique,
  -- Title of the publication, its address, and its date.
  source text not null check (source <> ''),
  address text,
  dated date not null,
  imported_at timestamptz not null default clock_timestamp()
);
create table fact_table_rows (
  table_id integer not null references fact_tables (id) on delete cascade,
  -- A full type code, or a code without emission class, which then means all of its classes.
  type_code text not null,
  facts jsonb not null,
  primary key (table_id, type_code)
);
-- The facts of all tables together for a type code: computed at an import, read for each lot. A code without emission class
-- has its own facts or, without a row of its own, those on which all of its full codes agree.
create table known_type_codes (
  type_code text primary key,
  -- The code without emission class is a row of a table.
  is_own boolean not null,
  -- `{"table": {"powerPs": 182}, "tables": {"powerPs": "name of the table"}}`.
  facts jsonb not null
);

-- A person's own marks on a lot, which nobody else sees: hidden from their lists, opened, a note, tags.
create table lot_marks (
  user_id integer not null references users (id),
  lot_id bigint not null references lots (id) on delete cascade,
  hidden_at timestamptz,
  seen_at timestamptz,
  note text not null default '',
  tags text[] not null default '{}',
  primary key (user_id, lot_id)
);
create index lot_marks_lot on lot_marks (lot_id);

-- A person's visits to a page of lots: a lot is new if it was listed after the end of the previous visit.
create table list_visits (
  user_id integer not null references users (id),
  page_type text not null,
  last_at timestamptz not null,
  -- Null during the first visit.
  new_since timestamptz,
  primary key (user_id, page_type)
);

-- prices

-- Effects of the price model that all models of a vehicle type share, of its last fit (docs/price-model.md).
create table price_commons (
  vehicle text primary key check (vehicle in ('car', 'bike')),
  effects jsonb not null,
  -- Effects of the chance of a bid, and the factors that keep each stratum's coverage within bounds.
  chance jsonb not null,
  corrections jsonb not null,
  -- The public record: how often ranges and chances held (contract/src/prices/record-routes.ts).
  record jsonb not null,
  sales integer not null,
  fitted_at timestamptz not null default clock_timestamp()
);

-- Effects of one model; fitted each night, and by an import that changes its sales.
create table price_models (
  vehicle text not null,
  maker text not null,
  model text not null,
  effects jsonb not null,
  sales integer not null,
  fitted_at timestamptz not null default clock_timestamp(),
  primary key (vehicle, maker, model)
);

-- The estimate of each ended lot, frozen before its auction, and its result. Replayed: computed afterwards from earlier
-- sales alone, for auctions before the first fit.
create table price_scores (
  lot_id bigint primary key references lots (id) on delete cascade,
  vehicle text not null,
  maker text not null,
  house_id integer not null references auction_houses (id),
  auction_day date not null,
  stratum text not null,
  age_years smallint,
  low_yen integer not null,
  middle_yen integer not null,
  high_yen integer not null,
  is_shown boolean not null,
  start_yen integer,
  sold_yen integer,
  is_replayed boolean not null
);
create index price_scores_day on price_scores (auction_day);

-- Sources whose sold prices moved away from their estimates overnight: their sales since that day do not count until the
-- operator releases them.
create table price_alarms (
  source text not null,
  vehicle text not null,
  first_day date not null,
  sales integer not null,
  -- Median of sold price over estimate.
  ratio real not null,
  noticed_at timestamptz not null default clock_timestamp(),
  released_at timestamptz,
  primary key (source, vehicle, first_day)
);

-- photos

-- Further photos of a lot, found on request and then shown to all readers.
create table lot_extra_images (
  lot_id bigint primary key references lots (id),
  images text[] not null check (cardinality(images) > 0),
  found_at timestamptz not null default clock_timestamp()
);
create index lot_extra_images_pictures on lot_extra_images using gin (images);

create table extra_photo_runs (
  id bigint generated always as identity primary key,
  lot_id bigint not null references lots (id),
  state text not null default 'waiting' check (state in ('waiting', 'working', 'done', 'failed', 'cancelled')),
  percent smallint not null default 0 check (percent between 0 and 100),
  claim_token uuid,
  claimed_until timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  finished_at timestamptz
);
-- A request during a run joins that run.
create unique index extra_photo_runs_one on extra_photo_runs (lot_id) where state in ('waiting', 'working');
create index extra_photo_runs_lot on extra_photo_runs (lot_id, id);

create table extra_photo_requests (
  run_id bigint not null references extra_photo_runs (id) on delete cascade,
  user_id integer not null references users (id),
  -- The day in Japan that it counts for, and the limit at that time (-1: unlimited).
  day date not null,
  allowed integer not null check (allowed >= -1),
  cancelled_at timestamptz,
  primary key (run_id, user_id)
);
create index extra_photo_requests_day on extra_photo_requests (user_id, day) where cancelled_at is null;

-- Successful requests per client and day; failed ones do not count (business-rules.md#extra-photos).
create table extra_photo_days (
  user_id integer not null references users (id),
  day date not null,
  used integer not null check (used >= 0),
  allowed integer not null,
  primary key (user_id, day),
  constraint extra_photo_days_limit check (allowed = -1 or used <= allowed)
);

-- Photos of deleted lots, until they are removed from the store as well.
create table photos_to_remove (
  name text primary key
);

-- Hosts of pictures that lots name by address. A host that fails as a whole is paused, so that its pictures are not
-- tried one by one.
create table picture_hosts (
  host text primary key,
  paused_until timestamptz,
  -- Consecutive failures of the host itself: no connection, no answer in time, busy.
  failures integer not null default 0
);

-- One row while a manager lets no picture be fetched.
create table picture_pauses (
  is_paused boolean primary key default true check (is_paused),
  paused_at timestamptz not null default clock_timestamp()
);

-- Pictures that lots name by `https:` address, each fetched once. A lot shows `/p/web/<key>`.
create table picture_fetches (
  id bigint generated always as identity primary key,
  -- Hash of kind and address.
  key text not null unique,
  kind text not null check (kind in ('photo', 'sheet')),
  address text not null,
  -- A name that the photo store may have instead, from a list with relative names.
  store_name text,
  host text not null,
  -- The source whose row named it first.
  source text not null,
  -- waiting: to be fetched now; retry: again at `next_at`; gone: hidden; removed: its time of retention is over.
  state text not null default 'waiting' check (state in ('waiting', 'fetching', 'retry', 'stored', 'gone', 'removed')),
  -- 0 no reader yet, 1 the lot has a bid or is a favorite, 2 a reader is looking at it.
  urgency smallint not null default 0,
  -- Order within an urgency: the end of bidding; lots that have ended come last.
  due_at timestamptz not null,
  attempts integer not null default 0,
  next_at timestamptz,
  lease_token uuid,
  leased_until timestamptz,
  -- Reason of the last failed attempt (contract/src/photos/failures.ts), with a short detail.
  failure text,
  detail text,
  etag text,
  -- Name in the photo store, by the hash of its bytes.
  stored_name text,
  bytes integer,
  width integer,
  height integer,
  added_at timestamptz not null default clock_timestamp(),
  settled_at timestamptz
);
-- Serves the next pictures of a host in their order.
create index picture_fetches_waiting on picture_fetches (host, (failure is null), urgency desc, due_at, id)
  where state = 'waiting';
create index picture_fetches_fetching on picture_fetches (host, leased_until) where state = 'fetching';
create index picture_fetches_retry on picture_fetches (next_at) where state = 'retry';
create index picture_fetches_counts on picture_fetches (source, state, failure);
create index picture_fetches_stored on picture_fetches (settled_at, id) where state = 'stored';
create index picture_fetches_gone on picture_fetches (settled_at) where state = 'gone';
create index picture_fetches_content on picture_fetches (stored_name) where stored_name is not null;

-- The lots that show a fetched picture.
create table lot_picture_fetches (
  lot_id bigint not null references lots (id) on delete cascade,
  fetch_id bigint not null references picture_fetches (id) on delete cascade,
  primary key (lot_id, fetch_id)
);
create index lot_picture_fetches_fetch on lot_picture_fetches (fetch_id);

-- sheets

-- The text read from a picture of a sheet. One row per picture and reader: lots with the same sheet share it.
create table sheet_readings (
  id integer generated always as identity primary key,
  picture_hash text not null unique,
  -- A lot whose sheet shows the picture, for the worker.
  lot_id bigint not null references lots (id),
  state text not null default 'waiting' check (state in ('waiting', 'read', 'failed')),
  -- Null where no form of an auction house matches.
  form text,
  -- Positions of each field's label and value, for the overlaid translation.
  places jsonb not null default '[]',
  -- Corners of the page in hundred-thousandths of the upright picture, clockwise from the upper left as x, y; null where
  -- the page is the picture. Boxes of items and places are those of the straightened page.
  corners integer[] check (cardinality(corners) = 8),
  -- 'own', or 'service' for the operator's SHEET_READER_URL.
  reader text not null default 'own' check (reader in ('own', 'service')),
  -- Why the picture cannot be read (server/src/sheets/page/check-picture.ts); null for a failure without a known cause.
  problem text,
  asked_at timestamptz not null default now(),
  read_at timestamptz
);
create index sheet_readings_waiting on sheet_readings (asked_at) where state = 'waiting';
create index sheet_readings_lot on sheet_readings (lot_id);

create table sheet_items (
  id integer generated always as identity primary key,
  reading_id integer not null references sheet_readings (id) on delete cascade,
  field text not null,
  -- Null where the text could not be read.
  ja text,
  -- The likeliest text of an unread place, for managers.
  guess text,
  -- The value without its spelling, in fields that are compared with the lot: '61000', '2018-05'.
  value text,
  -- A manager's translation of a place whose Japanese text is unknown.
  text_en text,
  text_ru text,
  confidence real not null check (confidence between 0 and 1),
  -- Left, top, width and height in thousandths of the picture.
  box integer[] not null check (cardinality(box) = 4),
  corrected_by integer references users (id),
  corrected_at timestamptz
);
create index sheet_items_reading on sheet_items (reading_id, id);
-- Places that a manager has to look at.
create index sheet_items_unread on sheet_items (reading_id) where ja is null and corrected_at is null;

-- The reading of each lot's current sheet.
create table lot_sheets (
  lot_id bigint primary key references lots (id) on delete cascade,
  reading_id integer not null references sheet_readings (id) on delete cascade
);
create index lot_sheets_reading on lot_sheets (reading_id);

-- Where a sheet and the row of its lot differ. Values are without spelling.
create table sheet_contradictions (
  lot_id bigint not null references lots (id) on delete cascade,
  field text not null,
  item_id integer not null references sheet_items (id) on delete cascade,
  sheet_value text not null,
  list_value text not null,
  found_at timestamptz not null default now(),
  -- Null until a manager decides; 'both' leaves both values shown.
  decision text check (decision in ('sheet', 'list', 'other', 'both')),
  decided_value text,
  decided_by integer references users (id),
  decided_at timestamptz,
  primary key (lot_id, field),
  check ((decision is null) = (decided_at is null))
);
create index sheet_contradictions_open on sheet_contradictions (found_at) where decision is null;
create index sheet_contradictions_item on sheet_contradictions (item_id);

-- The log of managers' changes to readings.
create table sheet_events (
  id bigint generated always as identity primary key,
  at timestamptz not null default clock_timestamp(),
  user_id integer not null references users (id),
  reading_id integer references sheet_readings (id) on delete set null,
  lot_id bigint references lots (id) on delete set null,
  action text not null check (action in ('correct', 'translate', 'illegible', 'teach', 'read_again', 'decide')),
  field text,
  before text,
  after text
);
create index sheet_events_reading on sheet_events (reading_id);
create index sheet_events_lot on sheet_events (lot_id);

-- Terms that managers taught the glossary; they win over the built-in list.
create table glossary_words (
  field text not null,
  ja text not null,
  en text,
  ru text,
  changed_by integer not null references users (id),
  changed_at timestamptz not null default now(),
  primary key (field, ja)
);

-- Ranges of serial numbers built in one month; the ranges of a chassis code never overlap.
create table production_months (
  source text not null,
  source_id text not null,
  source_updated_at timestamptz(3) not null,
  maker text not null,
  chassis_code text not null,
  serial_from bigint not null,
  serial_to bigint not null check (serial_to >= serial_from),
  year smallint not null,
  month smallint not null,
  model_name text,
  grade_code text,
  engine_no text,
  transmission text,
  description text,
  code text,
  color_code text,
  trim_code text,
  catalog_no text,
  primary key (source, source_id)
);
create index production_months_range on production_months (chassis_code, serial_from);

-- feed

create table feed_imports (
  id bigint generated always as identity primary key,
  source_name text not null,
  started_at timestamptz not null default now(),
  finished_at timestamptz,
  rows_read integer not null default 0,
  rows_written integer not null default 0,
  rows_unchanged integer not null default 0,
  rows_refused integer not null default 0,
  -- Outcome of the import: the mapping used, the error that stopped it, the lots delisted and the lots added.
  mapping text,
  problem text,
  lots_removed integer not null default 0,
  lots_added integer not null default 0,
  -- The sources of its lots, once it has ended; at most 20.
  sources text[] not null default '{}'
);
create index feed_imports_started on feed_imports (started_at);
create index feed_imports_trouble on feed_imports (id) where rows_refused > 0 or problem is not null;

create table feed_refused_rows (
  import_id bigint not null references feed_imports (id) on delete cascade,
  line integer not null,
  reason text not null,
  raw text not null,
  primary key (import_id, line)
);

-- The newest timestamp of a lot's rows, so that one which changes nothing else does not rewrite the lot
-- (docs/decisions/012). The hash is that of the row which the lot had in its version `lot_version`, its `xmin`: any
-- change gives the lot another version, and the next row is compared with it again. Price ranges are no content.
create table lot_stamps (
  lot_id bigint primary key references lots (id) on delete cascade,
  auction_day date not null,
  newest_at timestamptz(3) not null,
  content_hash uuid,
  lot_version bigint
)
-- Rows are updated often, and no index covers the changing columns.
with (fillfactor = 50);

-- The newest snapshot of an auction house's lots on a day: a lot missing from it has disappeared. Stored, so that rows
-- that arrive after the snapshot are checked against it as well.
create table feed_snapshots (
  source text not null,
  house_id integer not null references auction_houses (id) on delete cascade,
  auction_day date not null,
  vehicle text not null,
  updated_at timestamptz(3) not null,
  lot_nos integer[] not null,
  -- Lots that a snapshot lists by id alone, because their numbers could not be parsed.
  source_ids text[] not null default '{}',
  primary key (source, house_id, auction_day, vehicle)
);

-- State of the polled sources. Addresses and credentials are not stored here but in a file of the operator.
create table feed_sources (
  name text primary key,
  etag text,
  last_modified text,
  checked_at timestamptz,
  -- Moved forward while a worker polls it, so that no other worker does.
  next_at timestamptz not null,
  failures integer not null default 0,
  problem text,
  -- Interval between polls, and the last answer without an error.
  every_seconds integer,
  succeeded_at timestamptz
);

-- Names as sources write them. New: undecided. Own: a canonical name. Merged: an alias of another name.
create table feed_names (
  id integer generated always as identity primary key,
  kind text not null check (kind in ('maker', 'model', 'color', 'grade', 'house')),
  -- For models: the maker, as lots carry it.
  maker text not null default '',
  name text not null,
  state text not null check (state in ('new', 'own', 'merged')),
  target_id integer references feed_names (id),
  -- The end of the alias chain; imports read only this column.
  stands_for text,
  -- Another name for it from a built-in table, such as the Latin name of a maker written in Japanese.
  hint text,
  -- The first source that used it.
  source text not null,
  first_seen_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  -- Equal for names that differ only in case, width and punctuation.
  letters text generated always as (upper(regexp_replace(normalize(name, NFKC), '[^[:alnum:]]+', '', 'g'))) stored,
  unique (kind, maker, name),
  check ((state = 'merged') = (target_id is not null))
);
create index feed_names_state on feed_names (kind, state, maker, name);
create index feed_names_letters on feed_names (kind, maker, letters);
create index feed_names_target on feed_names (target_id) where target_id is not null;

create table feed_name_events (
  id bigint generated always as identity primary key,
  name_id integer not null references feed_names (id),
  -- A manager, a program, or the feed itself, when the row of an auction house made its name canonical.
  actor_id integer references users (id),
  token_id integer references service_tokens (id),
  event text not null check (event in ('accepted', 'merged', 'taken back')),
  target_id integer references feed_names (id),
  at timestamptz not null default clock_timestamp(),
  constraint feed_name_events_one_actor check (actor_id is null or token_id is null)
);
create index feed_name_events_name on feed_name_events (name_id, id);

-- Lots to rename after a decision: those that carry `old_name`; after an undone merge only those whose source wrote one
-- of `names`.
create table feed_renamings (
  id bigint generated always as identity primary key,
  name_id integer not null references feed_names (id),
  kind text not null,
  maker text not null,
  old_name text not null,
  names text[],
  lots_changed integer not null default 0,
  finished_at timestamptz
);
create index feed_renamings_unfinished on feed_renamings (id) where finished_at is null;

-- Lots of unknown auction houses, imported again as soon as the house is known.
create table quarantined_rows (
  source text not null,
  source_id text not null,
  house text not null,
  updated_at timestamptz(3) not null,
  lot jsonb not null,
  kept_at timestamptz not null default now(),
  primary key (source, source_id)
);
create index quarantined_rows_house on quarantined_rows (house);

-- Sources with timestamps more than ten minutes in the future, with the last import that refused such rows.
create table feed_clock_faults (
  source text primary key,
  rows bigint not null,
  ahead_seconds double precision not null,
  import_id bigint references feed_imports (id) on delete set null,
  last_at timestamptz not null default clock_timestamp()
);

-- The newest result row of every lot, stored even when it arrives before the lot itself.
create table lot_results (
  source text not null,
  source_id text not null,
  updated_at timestamptz(3) not null,
  status smallint not null,
  sold_price_yen integer,
  buyer_order_key text,
  primary key (source, source_id)
);

-- The managers' translations of lot terms; other terms use the built-in tables.
create table vehicle_words (
  kind text not null,
  -- The lookup key of the term: upper case, one width.
  key text not null,
  -- As an auction house writes it.
  word text not null,
  en text not null check (en <> ''),
  ru text not null check (ru <> ''),
  primary key (kind, key)
);

create table vehicle_word_events (
  id integer generated always as identity primary key,
  kind text not null,
  key text not null,
  word text not null,
  -- Both null: the override was removed.
  en text,
  ru text,
  actor_id integer references users (id),
  token_id integer references service_tokens (id),
  at timestamptz not null default clock_timestamp(),
  constraint vehicle_word_events_one_actor check (actor_id is null or token_id is null),
  check ((en is null) = (ru is null))
);
create index vehicle_word_events_word on vehicle_word_events (kind, key, id);

-- Number of upcoming and recently sold lots per term, recounted after imports.
create table vehicle_word_counts (
  kind text not null,
  key text not null,
  word text not null,
  lots integer not null,
  primary key (kind, key)
);

-- Instants of the counts, because counting is slow and therefore rare.
create table vehicle_word_countings (
  counted_at timestamptz not null,
  took_ms integer not null
);

-- searches

create table saved_searches (
  id integer generated always as identity primary key,
  user_id integer not null references users (id),
  page_type text not null check (page_type in ('car-auction', 'stock', 'stats', 'bikes', 'bike-stats')),
  -- One of ten places, which limits a page to ten searches per person (business-rules.md#saved-searches).
  place smallint not null check (place between 1 and 10),
  title text not null,
  -- Query string of the listing as in its URL, without the page.
  params text not null,
  alert text not null default 'off' check (alert in ('off', 'instant', 'daily')),
  -- The alert covers lots listed from this time on.
  alert_since timestamptz not null default clock_timestamp(),
  created_at timestamptz not null default clock_timestamp(),
  unique (user_id, page_type, place)
);
create index saved_searches_alert on saved_searches (id) where alert <> 'off';

-- Imported lots that wait to be matched with searches, inserted in the transaction that writes them. One row holds many
-- lots of an import, since a row per lot would slow the import noticeably.
create table lots_to_match (
  id bigint generated always as identity primary key,
  import_id bigint not null,
  lot_ids bigint[] not null,
  noted_at timestamptz not null default now()
);

-- One mail about new lots.
create table search_alerts (
  id bigint generated always as identity primary key,
  user_id integer not null references users (id),
  created_at timestamptz not null default clock_timestamp()
);

-- The matches of each search since its alert began; a car counts once, however often it is listed.
create table search_matches (
  search_id integer not null references saved_searches (id) on delete cascade,
  -- Chassis number, or the lot if the auction house gives none.
  car text not null,
  lot_id bigint not null references lots (id),
  matched_at timestamptz not null default clock_timestamp(),
  -- Null until it is part of a mail.
  alert_id bigint references search_alerts (id) on delete set null,
  is_notified boolean not null default false,
  primary key (search_id, car)
);
create index search_matches_unnotified on search_matches (search_id) where not is_notified;
create index search_matches_alert on search_matches (alert_id) where alert_id is not null;
create index search_matches_lot on search_matches (lot_id);

-- favorites

create table favorites (
  user_id integer not null references users (id),
  lot_id bigint not null references lots (id),
  group_letter text not null check (group_letter in ('A', 'B', 'C', 'D', 'E')),
  created_at timestamptz not null default now(),
  -- A lot is in at most one group.
  primary key (user_id, lot_id)
);
create index favorites_group on favorites (user_id, group_letter, created_at desc);
create index favorites_lot on favorites (lot_id);

-- sharing

-- Links to lots. The code is derived from the id and the portal's secret, and is not stored.
create table shares (
  id text primary key check (id ~ '^[a-z2-7]{16}$'),
  user_id integer not null references users (id),
  lot_id bigint not null references lots (id),
  page_type text not null check (page_type in ('car-auction', 'stock', 'stats', 'bikes', 'bike-stats')),
  -- One of the lot's photos, only for the preview.
  image text,
  created_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null default clock_timestamp() + interval '7 days',
  -- Revoked, ended by too many wrong codes, or replaced by a new share.
  ended_at timestamptz,
  wrong_codes integer not null default 0 check (wrong_codes >= 0),
  views integer not null default 0 check (views >= 0)
);
create unique index shares_one on shares (user_id, lot_id, page_type) where ended_at is null;
create index shares_expiry on shares (expires_at);
create index shares_lot on shares (lot_id);

-- Wrong codes of each network since it was last locked out.
create table share_attempts (
  share_id text not null references shares (id) on delete cascade,
  network text not null,
  wrong smallint not null check (wrong >= 0),
  last_at timestamptz not null default clock_timestamp(),
  locked_until timestamptz,
  primary key (share_id, network)
);

-- Browsers that entered the code.
create table share_visits (
  token_hash bytea primary key,
  share_id text not null references shares (id) on delete cascade,
  expires_at timestamptz not null default clock_timestamp() + interval '24 hours'
);
create index share_visits_share on share_visits (share_id);

-- bids

-- One row per bidding account, locked before anything of that client changes.
create table bid_clients (
  user_id integer primary key references users (id),
  credit_limit_yen bigint not null default 0 check (credit_limit_yen >= -1),
  daily_bid_limit integer not null default -1 check (daily_bid_limit >= -1),
  daily_uss_limit integer not null default -1 check (daily_uss_limit >= -1),
  -- Only the ledger's trigger updates it; equals the sum of the account's entries.
  balance_yen bigint not null default 0,
  exposure_yen bigint not null default 0 check (exposure_yen >= 0),
  bids_day date not null default (now() at time zone 'Asia/Tokyo')::date,
  bids_that_day integer not null default 0 check (bids_that_day >= 0)
);

create table bid_groups (
  user_id integer not null references users (id),
  value smallint not null check (value between 1 and 10),
  cars integer not null default 1 check (cars = -1 or cars between 1 and 20),
  round integer not null default 1,
  primary key (user_id, value)
);

create table bids (
  id bigint generated always as identity primary key,
  lot_id bigint not null references lots (id) on delete restrict,
  user_id integer not null references users (id),
  placed_by integer not null references users (id),
  lot_source text not null check (lot_source in ('auction', 'stock')),
  amount_yen bigint not null check (amount_yen between 1 and 999999999),
  adjustment_yen integer not null default 0 check (adjustment_yen between 0 and 999999),
  -- Maximum cost of an older, higher order that the agent may still have (business-rules.md#replacing-a-bid).
  held_yen bigint not null default 0 check (held_yen >= 0),
  -- BID_STATUS (contract/src/bids/statuses.ts).
  status smallint not null check (status between 1 and 7),
  finish_reason text,
  -- Chance to win in percent when the amount was set; null where the lot had no price range.
  win_chance smallint,
  group_value smallint check (group_value between 1 and 10),
  group_round integer,
  export_type smallint check (export_type between 1 and 4),
  auto_bid boolean not null default false,
  sold_price_yen bigint check (sold_price_yen between 1 and 999999999),
  comment text not null default '',
  not_forwarded boolean not null default false,
  version integer not null default 1,
  bid_at timestamptz not null default clock_timestamp(),
  status_at timestamptz not null default clock_timestamp(),
  created_at timestamptz not null default clock_timestamp(),
  -- Start of the current amount: of equal amounts on one lot the earlier one leads (business-rules.md#one-order-per-lot).
  amount_at timestamptz not null default clock_timestamp(),
  -- Whether the group allows this bid's order to go to the agent; always false for bids without a round (docs/decisions/007).
  group_cleared boolean not null default false,
  -- Number, day and time of the bid's lot, copied, so that a list ordered by time reads only the lots it shows, never the
  -- archive. Triggers write them; the defaults allow an insert to omit them.
  lot_no integer not null default 0,
  auction_day date not null default '-infinity',
  time_up timestamp not null default '-infinity',
  time_down timestamp not null default '-infinity',
  constraint bids_whole_step check (lot_source <> 'auction' or amount_yen % 5000 = 0),
  constraint bids_round_of_group check (group_round is null or group_value is not null),
  constraint bids_cleared_in_round
    check (not group_cleared or (group_round is not null and status in (1, 2)))
);
create unique index bids_one_live on bids (user_id, lot_id) where status in (1, 2, 6, 7);
create index bids_client on bids (user_id, status);
create index bids_lot on bids (lot_id, status);
create index bids_status on bids (status, bid_at);
create index bids_accepted_orders on bids (lot_id) where lot_source = 'stock' and status in (2, 6, 7);
create index bids_round on bids (user_id, group_value, group_round) where group_round is not null;
create index bids_open on bids (auction_day, time_up, id) include (status, user_id)
  where status in (1, 2, 3, 6);
create index bids_closed on bids (status, auction_day) include (user_id)
  where status in (4, 5, 6, 7);
create index bids_closed_by_time on bids (time_down, id) include (status, auction_day, user_id)
  where status in (4, 5, 6, 7);
create index bids_lot_no on bids (lot_no);

-- The history of bids. Each event carries the hash of the client's previous event (docs/decisions/008).
create table bid_events (
  id bigint generated always as identity primary key,
  bid_id bigint not null references bids (id),
  lot_id bigint not null references lots (id),
  client_id integer not null references users (id),
  at timestamptz not null default clock_timestamp(),
  actor text not null check (actor in ('client', 'manager', 'system')),
  actor_id integer references users (id),
  event text not null,
  before jsonb,
  after jsonb not null,
  request_id text,
  chain_no integer not null,
  -- Hides the actor's small number behind its digest.
  actor_nonce uuid not null,
  previous_hash bytea,
  hash bytea not null
);
create index bid_events_bid on bid_events (bid_id, id);
create index bid_events_client on bid_events (client_id, id);
create unique index bid_events_chain on bid_events (client_id, chain_no);
-- Deleting a lot checks for references in this table.
create index bid_events_lot on bid_events (lot_id);

-- The newest event of each client.
create table bid_event_heads (
  client_id integer primary key references users (id),
  chain_no integer not null,
  hash bytea not null
);

-- One row per day in Japan: a digest over the newest event of each client at that time.
create table bid_event_digests (
  day date primary key,
  written_at timestamptz(3) not null,
  clients integer not null,
  -- The number of the newest event, by client.
  heads jsonb not null,
  heads_hash bytea not null,
  previous_hash bytea,
  hash bytea not null,
  constraint bid_event_digests_no_fork unique nulls not distinct (previous_hash)
);

-- Decisions of groups with their input, which an independent checker validates.
create table group_decisions (
  id bigint generated always as identity primary key,
  user_id integer not null references users (id),
  group_value smallint not null,
  group_round integer not null,
  at timestamptz not null,
  cars integer not null,
  bids jsonb not null,
  decision jsonb not null,
  -- When it took effect, with its lots locked: earlier actions of rivals have earlier times (docs/decisions/009).
  written_at timestamptz default clock_timestamp()
);
create index group_decisions_round on group_decisions (user_id, group_value, group_round, id);

-- The seller's offer to the client whose bid leads a lot that was not sold in its auction (docs/decisions/011).
create table negotiation_offers (
  id bigint generated always as identity primary key,
  bid_id bigint not null references bids (id),
  lot_id bigint not null references lots (id),
  offer_yen bigint not null check (offer_yen between 1 and 999999999),
  state text not null default 'asked'
    check (state in ('asked', 'accepted', 'declined', 'replaced', 'withdrawn', 'ended')),
  asked_by integer not null references users (id),
  asked_at timestamptz not null default clock_timestamp(),
  settled_at timestamptz,
  constraint negotiation_offers_settled check ((state = 'asked') = (settled_at is null))
);
create unique index negotiation_offers_asked on negotiation_offers (lot_id) where state = 'asked';
create index negotiation_offers_bid on negotiation_offers (bid_id, id);
create index negotiation_offers_lot on negotiation_offers (lot_id);

-- Named filters of the bid manager, saved by a manager.
create table bid_filters (
  id integer generated always as identity primary key,
  user_id integer not null references users (id),
  -- One of ten places, which limits a manager to ten filters.
  place smallint not null check (place between 1 and 10),
  title text not null,
  -- Query string of the bid manager as in its URL, without the page.
  params text not null,
  created_at timestamptz not null default clock_timestamp(),
  unique (user_id, place)
);

-- agent

-- The order for each lot: one row with its newest version.
create table agent_orders (
  lot_id bigint primary key references lots (id),
  version integer not null,
  kind text not null check (kind in ('order', 'withdraw')),
  bid_id bigint not null references bids (id),
  client_id integer not null references users (id),
  max_yen bigint not null,
  overbid_yen bigint not null,
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'acknowledged', 'failed')),
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default clock_timestamp(),
  claim_token uuid,
  claimed_until timestamptz,
  acknowledged_at timestamptz,
  last_error text,
  updated_at timestamptz not null default clock_timestamp(),
  -- An order written after the auction: it accepts the seller's offer or withdraws that acceptance, and has no cut-off.
  after_sale boolean not null default false
);
create index agent_orders_due on agent_orders (next_attempt_at) where state in ('waiting', 'sent');

-- Every version ever in force: the result belongs to the one in force when the lot started (business-rules.md#one-order-per-lot).
create table agent_order_versions (
  lot_id bigint not null references lots (id),
  version integer not null,
  kind text not null check (kind in ('order', 'withdraw')),
  bid_id bigint not null references bids (id),
  client_id integer not null references users (id),
  max_yen bigint not null,
  overbid_yen bigint not null,
  created_at timestamptz not null default clock_timestamp(),
  acknowledged_at timestamptz,
  after_sale boolean not null default false,
  primary key (lot_id, version)
);
create index agent_order_versions_bid on agent_order_versions (bid_id);

-- Sheets mailed to the agent for an auction house and day; the newest sheet replaces the others (docs/decisions/010).
create table order_sheets (
  house_id integer not null references auction_houses (id),
  day date not null,
  version integer not null,
  -- [{lotId, version, kind}]: the versions on this sheet, including withdrawals, which its lines omit.
  orders jsonb not null,
  csv text not null,
  content_hash text not null,
  written_at timestamptz not null default clock_timestamp(),
  confirmed_at timestamptz,
  confirmed_by integer references users (id),
  primary key (house_id, day, version),
  constraint order_sheets_confirmed check ((confirmed_at is null) = (confirmed_by is null))
);

-- chat

-- The last message written and read by each side. A writer locks the row first, so the ids of a chat are in commit order
-- and a reader never marks a message as read before it is visible.
create table chats (
  bid_id bigint primary key references bids (id),
  last_client_id bigint not null default 0,
  last_staff_id bigint not null default 0,
  client_read_id bigint not null default 0,
  staff_read_id bigint not null default 0,
  -- Due time of the newest mail about the chat, past or future.
  mail_due_at timestamptz
);
create index chats_unread_by_staff on chats (bid_id) where last_client_id > staff_read_id;

-- Messages of client and staff about a bid; rows never change and are never deleted.
create table chat_messages (
  id bigint generated always as identity primary key,
  bid_id bigint not null references bids (id),
  sender_id integer not null references users (id),
  side text not null check (side in ('client', 'staff')),
  text text not null check (char_length(text) between 1 and 2000),
  sent_at timestamptz not null default clock_timestamp()
);
create index chat_messages_bid on chat_messages (bid_id, id);

-- notifications

-- Notifications of users. They hold only ids: names, amounts and times are looked up when the list is read, by the
-- permissions of that time.
create table notifications (
  id bigint generated always as identity primary key,
  user_id integer not null references users (id),
  kind text not null check (kind in ('bid_status', 'bid_won', 'bid_finished', 'lot_withdrawn', 'bid_not_forwarded',
    'negotiation_offer', 'chat_message', 'new_lots', 'deposit_booked', 'closing_soon', 'lot_moved', 'urgent_bid',
    'order_failed', 'purchase_status', 'shipping_dates', 'purchase_document',
    'favorite_sold', 'estimate_result', 'car_at_yard', 'lot_cheaper', 'lot_relisted',
    'sheet_checked', 'vehicle_question', 'vehicle_answered')),
  bid_id bigint references bids (id),
  lot_id bigint references lots (id),
  -- Other references and values: the search alert, the amount, the new status of a bid.
  data jsonb not null default '{}',
  -- Prevents duplicates.
  dedupe_key text not null,
  created_at timestamptz not null default clock_timestamp(),
  read_at timestamptz,
  unique (user_id, dedupe_key)
);
create index notifications_newest on notifications (user_id, id desc);
create index notifications_unread on notifications (user_id) where read_at is null;
create index notifications_age on notifications (created_at);
create index notifications_lot on notifications (lot_id) where lot_id is not null;

create table calendar_feeds (
  user_id integer primary key references users (id),
  -- The feed's address is derived from it; a new id invalidates the previous address.
  id uuid not null unique default gen_random_uuid(),
  created_at timestamptz not null default clock_timestamp()
);

-- channels

-- Addresses outside the portal where a user receives notices: browsers, messenger chats, telephone numbers.
create table notice_endpoints (
  id bigint generated always as identity primary key,
  user_id integer not null references users (id),
  channel text not null check (channel in ('push', 'telegram', 'whatsapp', 'line', 'max')),
  -- Push: the URL at the push service. WhatsApp: the number with its country code. Others: the id of the chat or person.
  address text not null check (length(address) between 1 and 2000),
  -- Public key and shared secret of a browser (RFC 8291).
  push_keys jsonb,
  -- A browser receives notices until its session is signed out.
  session_id uuid references sessions (id) on delete cascade,
  -- The device or the name in the messenger, as the user recognises it.
  label text not null default '',
  created_at timestamptz not null default clock_timestamp(),
  -- Null until the code that was sent there has been entered.
  confirmed_at timestamptz,
  last_delivered_at timestamptz,
  failing_since timestamptz,
  muted_until timestamptz,
  check ((channel = 'push') = (push_keys is not null and session_id is not null))
);
-- An address belongs to one account. Unconfirmed ones may be claimed by several until one enters the code.
create unique index notice_endpoints_address on notice_endpoints (channel, address) where confirmed_at is not null;
create index notice_endpoints_user on notice_endpoints (user_id);
create index notice_endpoints_session on notice_endpoints (session_id) where session_id is not null;

-- One-time keys that link a messenger chat to an account, and codes that confirm an address.
create table notice_links (
  id bigint generated always as identity primary key,
  user_id integer not null references users (id),
  channel text not null,
  endpoint_id bigint references notice_endpoints (id) on delete cascade,
  key_hash bytea not null,
  attempts integer not null default 0,
  created_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null
);
create unique index notice_links_key on notice_links (key_hash) where endpoint_id is null;
create index notice_links_user on notice_links (user_id, channel);

create table notice_settings (
  user_id integer primary key references users (id),
  -- Deviations from the defaults by event and channel, such as {"closing_soon": {"push": "off"}}.
  choices jsonb not null default '{}',
  -- In `time_zone`; both or neither.
  quiet_from time,
  quiet_to time,
  time_zone text not null default 'Asia/Tokyo',
  urgent_breaks_quiet boolean not null default false,
  digest_at time not null default '08:00',
  -- Pushes name cars and amounts.
  shows_details boolean not null default false,
  check ((quiet_from is null) = (quiet_to is null))
);

-- Each notice to each address, with its result. Mails that events always send are in `mails`.
create table notice_deliveries (
  id bigint generated always as identity primary key,
  user_id integer not null references users (id),
  -- Null for the code that confirms an address.
  notification_id bigint references notifications (id) on delete cascade,
  endpoint_id bigint references notice_endpoints (id) on delete set null,
  channel text not null,
  -- The code of a confirmation, until it is sent.
  code text,
  is_urgent boolean not null default false,
  -- Sent together with the others of its address: a digest, or notices that waited for the end of quiet hours.
  is_grouped boolean not null default false,
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'dropped')),
  reason text,
  attempts integer not null default 0,
  due_at timestamptz not null default clock_timestamp(),
  -- A sender holds a row by a lease: a lock would keep a transaction open as long as a messenger is slow.
  claim_token uuid,
  claimed_until timestamptz,
  -- The largest id of the deliveries that are sent as one message; written before the first attempt, so that a repeat
  -- has the same contents and the same tag.
  message_id bigint,
  created_at timestamptz not null default clock_timestamp(),
  finished_at timestamptz
);
create unique index notice_deliveries_once on notice_deliveries (notification_id, endpoint_id, channel)
  nulls not distinct where notification_id is not null;
create index notice_deliveries_due on notice_deliveries (channel, is_urgent desc, due_at) where state = 'waiting';
create index notice_deliveries_user on notice_deliveries (user_id, id desc);
create index notice_deliveries_endpoint on notice_deliveries (endpoint_id) where state = 'waiting';
create index notice_deliveries_message on notice_deliveries (message_id) where state = 'waiting';

-- Shared by all workers: the next instant at which a channel may send, and facts that only its service knows.
create table notice_channels (
  channel text primary key,
  next_send_at timestamptz not null default 'epoch',
  paused_until timestamptz,
  -- Telegram: name of the bot, for links to it. Null while the token is refused or missing.
  account_name text
);
insert into notice_channels (channel)
  values ('push'), ('telegram'), ('whatsapp'), ('line'), ('max'), ('mail');

-- The key pair that identifies the portal to push services (RFC 8292); the private key is encrypted under SECRET_KEY.
create table push_identity (
  id boolean primary key default true check (id),
  public_key text not null,
  encrypted_private_key bytea not null,
  created_at timestamptz not null default clock_timestamp()
);

-- costs

-- Every version stays: an estimate names its version.
create table cost_tables (
  id integer generated always as identity primary key,
  name text not null,
  valid_from date not null,
  content jsonb not null,
  imported_at timestamptz not null default clock_timestamp()
);
create index cost_tables_valid on cost_tables (valid_from desc, id desc);

-- Where a person wants vehicles delivered, and as whom they import them. Absent until they have answered.
create table client_doors (
  user_id integer primary key references users (id),
  destination text not null,
  buyer text not null check (buyer in ('person', 'company')),
  currency text not null,
  updated_at timestamptz not null default clock_timestamp()
);

-- The place of each destination and kind of buyer in the arrays of `lot_doors`, from 1.
create table door_slots (
  slot smallint primary key,
  destination text not null,
  buyer text not null check (buyer in ('person', 'company')),
  -- Of the table that totals were computed by: its country, its order, and whether it is a port. False: no longer offered.
  country_id integer not null,
  place integer not null,
  is_port boolean not null,
  is_offered boolean not null,
  unique (destination, buyer)
);

-- Totals at the door and verdicts of upcoming lots at their likely price, one element for each slot. 2147483647: unknown.
create table lot_doors (
  lot_id bigint primary key references lots (id) on delete cascade,
  least_yen integer[] not null,
  most_yen integer[] not null,
  -- Positions in DOOR_VERDICTS (contract/src/costs/eligibility.ts).
  verdicts smallint[] not null
);

-- Lots whose totals have to be computed again. A change during the computation raises the version.
create table lot_door_changes (
  lot_id bigint primary key references lots (id) on delete cascade,
  version integer not null default 1,
  -- Of the lot, so that the queue is read in its order without sorting all of it.
  auction_at timestamptz not null
);
create index lot_door_changes_next on lot_door_changes (auction_at, lot_id);

-- The table and the fees by which all totals were computed. One row.
create table door_state (
  is_only boolean primary key default true check (is_only),
  inputs text not null
);

-- The customs value that a manager looked up for a lot at a port (`destination`), in the currency of its line.
create table lot_reference_values (
  lot_id bigint not null references lots (id) on delete cascade,
  destination text not null,
  value numeric(12, 2) not null check (value > 0),
  set_by integer not null references users (id),
  set_at timestamptz not null default clock_timestamp(),
  primary key (lot_id, destination)
);

-- The verdict on the import of a lot when its bid was placed or replaced.
create table bid_imports (
  bid_id bigint primary key references bids (id),
  destination text not null,
  verdict text not null,
  -- The client ticked that they want the vehicle although it may not be imported.
  accepted_at timestamptz,
  written_at timestamptz not null default clock_timestamp()
);

-- Facts that clients asked their managers for, because their total at the door is a range without them.
create table lot_questions (
  lot_id bigint not null references lots (id) on delete cascade,
  user_id integer not null references users (id),
  fact text not null,
  -- The port whose customs value is asked for; other facts are the same everywhere.
  port text not null,
  asked_at timestamptz not null default clock_timestamp(),
  answered_at timestamptz,
  primary key (lot_id, user_id, fact)
);
create index lot_questions_open on lot_questions (user_id) where answered_at is null;

-- payments

-- Accounts of clients, or of the company: bank, sales, fees, shipping costs, costs of corrections, and unassigned money.
create table ledger_accounts (
  id integer generated always as identity primary key,
  kind text not null
    check (kind in ('client', 'bank', 'sales', 'fees', 'freight', 'corrections', 'unassigned')),
  user_id integer unique references users (id),
  check ((kind = 'client') = (user_id is not null))
);
create unique index ledger_accounts_company on ledger_accounts (kind) where user_id is null;
insert into ledger_accounts (kind) values ('bank'), ('sales'), ('fees'), ('freight'), ('corrections'), ('unassigned');

-- An event that moves money.
create table ledger_postings (
  id bigint generated always as identity primary key,
  kind text not null check (kind in
    ('deposit', 'remittance', 'car_purchase', 'fee', 'freight', 'refund', 'correction', 'transfer')),
  idempotency_key text not null unique,
  description text not null,
  -- References a purchase (purchases/tables.sql).
  purchase_id bigint,
  booked_on date not null,
  created_at timestamptz not null default clock_timestamp(),
  -- A correction may reverse another posting, and each is reversed at most once.
  corrects_id bigint unique references ledger_postings (id),
  -- The actor: the portal itself, the operator, a manager, a program by its token.
  booked_through text not null default 'portal'
    check (booked_through in ('portal', 'operator', 'manager', 'program')),
  booked_by integer references users (id),
  booked_by_token integer,
  -- The transaction that may still add entries to it.
  written_in xid8 default pg_current_xact_id(),
  constraint ledger_postings_correction check (corrects_id is null or kind = 'correction'),
  constraint ledger_postings_manager check ((booked_through = 'manager') = (booked_by is not null)),
  constraint ledger_postings_program check ((booked_through = 'program') = (booked_by_token is not null))
);
create index ledger_postings_purchase on ledger_postings (purchase_id) where purchase_id is not null;

create table ledger_entries (
  id bigint generated always as identity primary key,
  posting_id bigint not null references ledger_postings (id),
  account_id integer not null references ledger_accounts (id),
  amount_yen bigint not null check (amount_yen <> 0)
);
create index ledger_entries_account on ledger_entries (account_id, id);
create index ledger_entries_posting on ledger_entries (posting_id);

-- The portal's own role owns these tables and could change its rows; revoking the right adds a second barrier to the
-- triggers. For a superuser, as in the embedded database, only the triggers count. A foreign key locks the referenced
-- row, which needs the right to change some column: the identity column, which cannot be set.
revoke update, delete, truncate on ledger_accounts, ledger_postings, ledger_entries from public, current_user;
grant update (id) on ledger_accounts, ledger_postings to current_user;

-- Results of the nightly ledger checks.
create table ledger_checks (
  id bigint generated always as identity primary key,
  at timestamptz not null default clock_timestamp(),
  postings bigint not null,
  entries bigint not null,
  faults text[] not null
);

-- Incoming bank transfers. Their money is booked at once on the account 'unassigned', and moves to the client whom
-- the reference or a person names. Each bank number arrives once.
create table incoming_transfers (
  id bigint generated always as identity primary key,
  bank_id text not null unique,
  amount_yen bigint not null check (amount_yen > 0),
  sender text not null,
  reference text not null,
  received_on date not null,
  arrived_at timestamptz not null default clock_timestamp(),
  posting_id bigint not null references ledger_postings (id),
  -- Null: it waits for its client.
  user_id integer references users (id),
  assigned_posting_id bigint unique references ledger_postings (id),
  -- Number of assignments so far: after a wrong one is reversed, the transfer can be assigned again.
  assignments integer not null default 0,
  check ((user_id is null) = (assigned_posting_id is null))
);
create index incoming_transfers_waiting on incoming_transfers (id) where user_id is null;

-- purchases

-- Consignees and notify parties as their client entered them. An entry never changes: documents of earlier cars stay
-- valid, and the same text again is the same entry.
create table addresses (
  id integer generated always as identity primary key,
  user_id integer not null references users (id),
  full_name text not null,
  address text not null,
  country_id integer not null,
  port text not null,
  telephone text not null,
  email text not null,
  document text not null,
  payment_method text not null,
  created_at timestamptz not null default clock_timestamp(),
  unique (user_id, full_name, address, country_id, port, telephone, email, document, payment_method)
);

create table purchases (
  id bigint generated always as identity primary key,
  lot_id bigint not null unique references lots (id) on delete restrict,
  bid_id bigint not null unique references bids (id),
  user_id integer not null references users (id),
  sku text not null unique,
  purchased_on date not null,
  status smallint not null default 0 check (status between 0 and 8),
  car_price_yen bigint not null check (car_price_yen > 0),
  agent_fee_yen bigint not null check (agent_fee_yen >= 0),
  haulage_yen bigint not null check (haulage_yen >= 0),
  total_yen bigint generated always as (car_price_yen + agent_fee_yen + haulage_yen) stored,
  export_type smallint,
  export_port text,
  voyage text,
  etd date,
  eta date,
  created_at timestamptz not null default now(),
  consignee_id integer references addresses (id),
  -- Null: the consignee.
  notify_party_id integer references addresses (id),
  stock_yard text,
  yard_arrival_eta date,
  shipping_line text,
  vessel text,
  destination text,
  discharge_port text,
  note text not null default '',
  -- The landed cost estimated for the bid, with the table of that time.
  estimate jsonb
);
create index purchases_user on purchases (user_id, purchased_on desc, id desc);
-- The ledger tables are created before the purchases, whose fees reference postings.
alter table ledger_postings add foreign key (purchase_id) references purchases (id);

-- Charges of a purchase after it was booked, each with its posting; the amounts of a kind add up.
create table purchase_fees (
  id bigint generated always as identity primary key,
  purchase_id bigint not null references purchases (id),
  kind text not null check (kind in ('auctionFee', 'inspection', 'freight', 'insurance', 'otherFees')),
  amount_yen bigint not null check (amount_yen <> 0),
  posting_id bigint not null unique references ledger_postings (id),
  user_id integer references users (id),
  created_at timestamptz not null default clock_timestamp()
);
create index purchase_fees_purchase on purchase_fees (purchase_id);

-- The files are in the document store under random names.
create table purchase_documents (
  id bigint generated always as identity primary key,
  purchase_id bigint not null references purchases (id),
  kind text not null check (kind in ('exportCertificate', 'billOfLading', 'invoice', 'deregistration', 'other')),
  name text not null check (length(name) between 1 and 100),
  type text not null check (type in ('pdf', 'jpg', 'png')),
  stored_as text not null unique,
  sha256 bytea not null,
  bytes integer not null,
  user_id integer references users (id),
  created_at timestamptz not null default clock_timestamp(),
  removed_at timestamptz
);
create unique index purchase_documents_once on purchase_documents (purchase_id, kind, sha256) where removed_at is null;

-- For documents with an agreed day; the others follow from purchase and departure.
create table purchase_due_dates (
  purchase_id bigint not null references purchases (id),
  kind text not null check (kind in ('exportCertificate', 'billOfLading', 'invoice', 'deregistration')),
  due_on date not null,
  primary key (purchase_id, kind)
);

create table purchase_events (
  id bigint generated always as identity primary key,
  purchase_id bigint not null references purchases (id),
  kind text not null check (kind in ('status', 'shipping', 'fee', 'document', 'note', 'due', 'consignee')),
  data jsonb not null default '{}',
  -- Null is the operator or the portal itself.
  user_id integer references users (id),
  at timestamptz not null default clock_timestamp(),
  -- The program that made the change; the user is null, as for the operator.
  token_id integer references service_tokens (id),
  constraint purchase_events_one_actor check (user_id is null or token_id is null)
);
create index purchase_events_purchase on purchase_events (purchase_id, id);

-- mail

create table mails (
  id bigint generated always as identity primary key,
  kind text not null,
  -- Null for the agent, as agents have no account. The address is in the email's data.
  user_id integer references users (id),
  data jsonb not null,
  -- One notification per event, even if the event is repeated.
  dedupe_key text unique,
  created_at timestamptz not null default now(),
  attempts integer not null default 0,
  last_error text,
  sent_at timestamptz,
  -- Not sent, with the reason: the person switched such mails off, the account was deleted, or the address refuses it.
  dropped_at timestamptz,
  drop_reason text,
  -- A sender holds a mail by a lease: a lock would keep a transaction open as long as a mail server is slow.
  claim_token uuid,
  claimed_until timestamptz,
  constraint mails_reader check (user_id is not null or kind = 'order_sheet')
);
create index mails_waiting on mails (created_at) where sent_at is null and dropped_at is null;
create index mails_user on mails (user_id, kind, created_at);
-- The mailbox of the demonstration lists the newest mails.
create index mails_sent on mails (sent_at) where sent_at is not null;
-- Failed mails, reported to the staff, and the newest delivered ones.
create index mails_failed on mails (dropped_at)
  where drop_reason like 'given up:%' or drop_reason like 'address refused:%';
create index mails_arrived on mails (user_id, sent_at) where sent_at is not null;

-- webhooks

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

insert into installation_facts (key, value) values ('baseline', '"c7c64671164da27c"');
