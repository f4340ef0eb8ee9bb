create or replace trigger user_events_append_only before update or delete on user_events
  for each row execute function refuse_change();
create or replace trigger user_events_never_emptied before truncate on user_events
  for each statement execute function refuse_change();
create or replace trigger users_publish after update of permissions, role_id, user_type on users for each row
  when (row(old.permissions, old.role_id, old.user_type) is distinct from row(new.permissions, new.role_id, new.user_type))
  execute function publish_rights();
