-- Up Migration
-- One row per bidding account, locked before anything of that client changes.
create table bid_clients (
  user_id integer primary key references users (id),
  credit_limit_yen bigint not null default 0 check (credit_limit_yen >= -1),
  daily_bid_limit integer not null default -1 check (daily_bid_limit >= -1),
  daily_uss_limit integer not null default -1 check (daily_uss_limit >= -1),
  -- Kept by the ledger's trigger only; equals the sum of the account's entries.
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
  -- While an older, dearer order may still stand at the agent this is what it can cost (decisions D5.20).
  held_yen bigint not null default 0 check (held_yen >= 0),
  status smallint not null check (status between 1 and 7),
  finish_reason text,
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
  constraint bids_whole_step check (lot_source <> 'auction' or amount_yen % 5000 = 0)
);
create unique index bids_one_live on bids (user_id, lot_id) where status in (1, 2, 6, 7);
create index bids_client on bids (user_id, status);
create index bids_lot on bids (lot_id, status);
create index bids_status on bids (status, bid_at);

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
  request_id text
);
create index bid_events_bid on bid_events (bid_id, id);
create index bid_events_client on bid_events (client_id, id);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append only', tg_table_name using errcode = 'restrict_violation';
end $$;
create trigger bid_events_append_only before update or delete on bid_events
  for each row execute function refuse_change();

-- A win may lower the balance below what open bids hold; what must never happen is a new bid over the limit.
create function guard_exposure() returns trigger language plpgsql as $$
begin
  if new.exposure_yen > old.exposure_yen
     and new.credit_limit_yen <> -1
     and new.exposure_yen > new.balance_yen + new.credit_limit_yen
     and coalesce(current_setting('seri.result_in_hand', true), '') <> 'yes'
     and (select (permissions ->> 'creditLimitCheck')::boolean from users where id = new.user_id)
  then
    raise exception 'exposure over the limit' using errcode = 'check_violation', constraint = 'bid_clients_exposure';
  end if;
  return new;
end $$;
create trigger bid_clients_exposure before update of exposure_yen on bid_clients
  for each row execute function guard_exposure();

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
  updated_at timestamptz not null default clock_timestamp()
);
create index agent_orders_due on agent_orders (next_attempt_at) where state in ('waiting', 'sent');

-- Every version that was ever in force: the result belongs to the one in force at the lot's start (decisions D5.21).
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
  primary key (lot_id, version)
);

-- Down Migration
drop table agent_order_versions, agent_orders, bid_events, bids, bid_groups, bid_clients;
drop function guard_exposure;
drop function refuse_change;
