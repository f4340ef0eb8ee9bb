create or replace trigger sessions_publish after update of ended_at on sessions
  for each row when (old.ended_at is null and new.ended_at is not null) execute function publish_session_end();
create or replace trigger second_factors_publish after delete on second_factors for each row execute function publish_rights();
