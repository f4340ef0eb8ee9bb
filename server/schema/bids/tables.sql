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
  status smallint not null check (status between :bid.new and :bid.won),
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
    check (not group_cleared or (group_round is not null and status in (:bid.new, :bid.bid)))
);
create unique index bids_one_live on bids (user_id, lot_id) where status in (:bid.new, :bid.bid, :bid.win, :bid.won);
create index bids_client on bids (user_id, status);
create index bids_lot on bids (lot_id, status);
create index bids_status on bids (status, bid_at);
create index bids_accepted_orders on bids (lot_id) where lot_source = 'stock' and status in (:bid.bid, :bid.win, :bid.won);
create index bids_round on bids (user_id, group_value, group_round) where group_round is not null;
create index bids_open on bids (auction_day, time_up, id) include (status, user_id)
  where status in (:bid.new, :bid.bid, :bid.dontBid, :bid.win);
create index bids_closed on bids (status, auction_day) include (user_id)
  where status in (:bid.cancel, :bid.finished, :bid.win, :bid.won);
create index bids_closed_by_time on bids (time_down, id) include (status, auction_day, user_id)
  where status in (:bid.cancel, :bid.finished, :bid.win, :bid.won);
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
