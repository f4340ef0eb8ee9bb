create or replace trigger chat_messages_append_only before update or delete on chat_messages
  for each row execute function refuse_change();
create or replace trigger chat_messages_notified after insert on chat_messages for each row execute function notify_chat();
create or replace trigger chats_publish
  after insert or update of last_client_id, last_staff_id, client_read_id, staff_read_id on chats
  for each row execute function publish_chat();
