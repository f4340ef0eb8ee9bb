create or replace trigger notifications_told_inserted after insert on notifications
  referencing new table as changed for each statement execute function tell_notified();
-- Read in one window is read in the others.
create or replace trigger notifications_told_updated after update on notifications
  referencing new table as changed for each statement execute function tell_notified();
