create or replace trigger notifications_publish_inserted after insert on notifications
  referencing new table as changed for each statement execute function publish_notification();
-- A notification read in one window is read in the others.
create or replace trigger notifications_publish_updated after update on notifications
  referencing new table as changed for each statement execute function publish_notification();
