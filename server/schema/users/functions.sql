create or replace function notify_rights() returns trigger language plpgsql as $$
begin
  perform notify_ids('rights', array[case tg_table_name when 'users' then (to_jsonb(old) ->> 'id')::bigint
                                                      else (to_jsonb(old) ->> 'user_id')::bigint end]);
  return null;
end $$;
