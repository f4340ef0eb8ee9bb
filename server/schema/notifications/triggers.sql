create or replace trigger notifications_notify_inserted after insert on notifications
  referencing new table as changed for each statement execute function notify_notified();
-- Read in one window is read in the others.
create or replace trigger notifications_notify_updated after update on notifications
  referencing new table as changed for each statement execute function notify_notified();
