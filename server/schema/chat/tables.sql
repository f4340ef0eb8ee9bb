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
