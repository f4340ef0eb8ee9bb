create or replace trigger service_token_events_append_only before update or delete on service_token_events
  for each row execute function refuse_change();
