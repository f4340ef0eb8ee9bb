-- Up Migration
-- What happened to somebody, for the list behind the bell. Ids only: names, amounts and times are looked up when it is
-- read, with what its reader may see then.
create table notifications (
  id bigint generated always as identity primary key,
  user_id integer not null references users (id),
  kind text not null check (kind in ('bid_status', 'bid_won', 'bid_finished', 'lot_withdrawn', 'bid_not_forwarded',
    'negotiation_offer', 'chat_message', 'new_lots', 'deposit_booked', 'closing_soon', 'lot_moved', 'urgent_bid', 'order_failed')),
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

create function tell_notified() returns trigger language plpgsql as $$
begin
  perform tell_ids('counter', array(select user_id from changed));
  return null;
end $$;
create trigger notifications_told_inserted after insert on notifications
  referencing new table as changed for each statement execute function tell_notified();
-- Read in one window is read in the others.
create trigger notifications_told_updated after update on notifications
  referencing new table as changed for each statement execute function tell_notified();

-- Whom managers' notices about a client go to: his own manager, else everybody who manages bids.
create function managers_of(p_client integer) returns setof integer language sql stable as $$
  select m.id from users c join users m on m.id = c.manager_id where c.id = p_client and m.user_type = 3
  union all
  select u.id from users u
   where u.user_type = 3 and u.role_id <> 982 and (u.permissions ->> 'bidManagementEnabled')::boolean
     and not exists (select from users c join users m on m.id = c.manager_id where c.id = p_client and m.user_type = 3)
$$;

-- Another hour or day is told to who has a bid or a star on the lot; a house that now knows the hour of its day is not.
create function notify_moved_lots() returns trigger language plpgsql as $$
begin
  insert into notifications (user_id, kind, bid_id, lot_id, dedupe_key)
  select concerned.user_id, 'lot_moved', max(concerned.bid_id), n.id,
         'moved:' || n.id || ':' || extract(epoch from n.auction_at)::bigint
    from old_lots o join new_lots n using (id)
    join lateral (
      select user_id, id as bid_id from bids where lot_id = n.id and status in (1, 2)
      union all select user_id, null from favorites where lot_id = n.id) concerned on true
   where o.auction_at <> n.auction_at and (o.time_known or o.auction_day <> n.auction_day)
     and n.auction_at > clock_timestamp()
   group by concerned.user_id, n.id, n.auction_at
  on conflict do nothing;
  return null;
end $$;
create trigger lots_moved after update on lots
  referencing old table as old_lots new table as new_lots for each statement execute function notify_moved_lots();

-- One unread notice a chat, of its newest message.
create function notify_chat() returns trigger language plpgsql as $$
declare
  v_client integer := (select user_id from bids where id = new.bid_id);
  v_readers integer[] := case new.side when 'staff' then array[v_client] else array(select managers_of(v_client)) end;
begin
  delete from notifications
   where user_id = any(v_readers) and kind = 'chat_message' and bid_id = new.bid_id and read_at is null;
  insert into notifications (user_id, kind, bid_id, dedupe_key)
  select reader, 'chat_message', new.bid_id, 'chat:' || new.id from unnest(v_readers) reader;
  return null;
end $$;
create function tell_chat() returns trigger language plpgsql as $$
begin
  perform tell_bids('chat', array[new.bid_id]);
  return null;
end $$;
create trigger chat_messages_notified after insert on chat_messages for each row execute function notify_chat();
create trigger chats_told after insert or update of last_client_id, last_staff_id, client_read_id, staff_read_id on chats
  for each row execute function tell_chat();

create table calendar_feeds (
  user_id integer primary key references users (id),
  -- The address is derived from it; another one makes the address of before unknown.
  id uuid not null unique default gen_random_uuid(),
  created_at timestamptz not null default clock_timestamp()
);

-- Down Migration
drop table calendar_feeds;
drop trigger chats_told on chats;
drop trigger chat_messages_notified on chat_messages;
drop trigger lots_moved on lots;
drop function tell_chat, notify_chat, notify_moved_lots, managers_of;
drop table notifications;
drop function tell_notified;
