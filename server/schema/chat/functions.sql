-- The last message of a chat and the number of unread messages of each side; null without messages.
create or replace function chat_state(p_bid bigint) returns jsonb language sql stable as $$
  select jsonb_build_object(
    'message', (select m.text from chat_messages m where m.bid_id = p_bid order by m.id desc limit 1),
    'unreadByClient', (select count(*) from chat_messages m
      where m.bid_id = p_bid and m.side = 'staff' and m.id > c.client_read_id),
    'unreadByStaff', (select count(*) from chat_messages m
      where m.bid_id = p_bid and m.side = 'client' and m.id > c.staff_read_id))
  from chats c where c.bid_id = p_bid
$$;

-- Keeps one unread notification per chat and reader, for the newest message.
create or replace function notify_chat() returns trigger language plpgsql as $$
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

create or replace function publish_chat() returns trigger language plpgsql as $$
begin
  perform publish_bids('chat', array[new.bid_id]);
  return null;
end $$;
