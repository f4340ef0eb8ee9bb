create or replace function publish_rights() returns trigger language plpgsql as $$
begin
  perform publish_ids('rights', array[case tg_table_name when 'users' then (to_jsonb(old) ->> 'id')::bigint
                                                      else (to_jsonb(old) ->> 'user_id')::bigint end]);
  return null;
end $$;
