-- The last message each side has written and read. A writer locks the row first, so the ids of a chat are in commit order
-- and a reader never marks a message as read that was not visible yet.
create table chats (
  bid_id bigint primary key references bids (id),
  last_client_id bigint not null default 0,
  last_staff_id bigint not null default 0,
  client_read_id bigint not null default 0,
  staff_read_id bigint not null default 0,
  -- When the newest mail about it is or was due.
  mail_due_at timestamptz
);
create index chats_unread_by_staff on chats (bid_id) where last_client_id > staff_read_id;

-- What client and staff wrote about a bid; never changed, never taken back.
create table chat_messages (
  id bigint generated always as identity primary key,
  bid_id bigint not null references bids (id),
  sender_id integer not null references users (id),
  side text not null check (side in ('client', 'staff')),
  text text not null check (char_length(text) between 1 and 2000),
  sent_at timestamptz not null default clock_timestamp()
);
create index chat_messages_bid on chat_messages (bid_id, id);
