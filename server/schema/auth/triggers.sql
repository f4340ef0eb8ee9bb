create or replace trigger sessions_told after update of ended_at on sessions
  for each row when (old.ended_at is null and new.ended_at is not null) execute function tell_session_end();
create or replace trigger second_factors_told after delete on second_factors for each row execute function tell_rights();
