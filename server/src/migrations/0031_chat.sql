-- Up Migration
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
create trigger chat_messages_append_only before update or delete on chat_messages
  for each row execute function refuse_change();

-- How far each side has written and read. Whoever writes locks the row first: the ids of a chat are in the order of
-- their commits, so that nobody has read past a message he could not see yet.
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

-- The last line of a chat and how many messages each side has not read; null without a message.
create function chat_state(p_bid bigint) returns jsonb language sql stable as $$
  select jsonb_build_object(
    'message', (select m.text from chat_messages m where m.bid_id = p_bid order by m.id desc limit 1),
    'unreadByClient', (select count(*) from chat_messages m
      where m.bid_id = p_bid and m.side = 'staff' and m.id > c.client_read_id),
    'unreadByStaff', (select count(*) from chat_messages m
      where m.bid_id = p_bid and m.side = 'client' and m.id > c.staff_read_id))
  from chats c where c.bid_id = p_bid
$$;

-- Down Migration
drop function chat_state(bigint);
drop table chats;
drop table chat_messages;
