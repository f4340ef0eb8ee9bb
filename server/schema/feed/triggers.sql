create or replace trigger feed_name_events_append_only before update or delete on feed_name_events
  for each row execute function refuse_change();
create or replace trigger feed_name_events_never_emptied before truncate on feed_name_events
  for each statement execute function refuse_change();
create or replace trigger vehicle_word_events_append_only before update or delete on vehicle_word_events
  for each row execute function refuse_change();
create or replace trigger vehicle_word_events_never_emptied before truncate on vehicle_word_events
  for each statement execute function refuse_change();
