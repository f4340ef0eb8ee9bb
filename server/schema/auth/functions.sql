-- Closes the event streams of an ended session at once.
create or replace function publish_session_end() returns trigger language plpgsql as $$
begin
  perform pg_notify('live', jsonb_build_object('ended', jsonb_build_array(new.id))::text);
  return null;
end $$;
