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
