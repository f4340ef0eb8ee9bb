create or replace trigger notifications_queue_notices after insert on notifications
  referencing new table as changed for each statement execute function queue_notices();
create or replace trigger sessions_end_push after update of ended_at on sessions
  for each row when (old.ended_at is null and new.ended_at is not null) execute function end_push_of_session();
