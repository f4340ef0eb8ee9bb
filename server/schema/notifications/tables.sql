-- What happened to somebody, for the list behind the bell. Ids only: names, amounts and times are looked up when it is
-- read, with what its reader may see then.
create table notifications (
  id bigint generated always as identity primary key,
  user_id integer not null references users (id),
  kind text not null check (kind in ('bid_status', 'bid_won', 'bid_finished', 'lot_withdrawn', 'bid_not_forwarded',
    'negotiation_offer', 'chat_message', 'new_lots', 'deposit_booked', 'closing_soon', 'lot_moved', 'urgent_bid',
    'order_failed', 'purchase_status', 'shipping_dates', 'purchase_document')),
  bid_id bigint references bids (id),
  lot_id bigint references lots (id),
  -- Of what is no bid and no lot: the search alert, the amount, the status a bid was given.
  data jsonb not null default '{}',
  -- The same a second time is told once.
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
  -- The address is derived from it; another one makes the address of before unknown.
  id uuid not null unique default gen_random_uuid(),
  created_at timestamptz not null default clock_timestamp()
);
