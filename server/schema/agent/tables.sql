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
