-- Publishes changed ids to every server process on the channel `live` when the transaction commits (docs/decisions/019).
-- A notification holds fewer than 8,000 bytes, so long lists are split.
create or replace function publish_ids(kind text, ids bigint[]) returns void language sql volatile as $$
  select pg_notify('live', jsonb_build_object(kind, jsonb_agg(told.id))::text)
    from (select id, (row_number() over (order by id) - 1) / 400 as part
            from (select distinct unnest(ids) as id) each_id) told
   group by told.part order by told.part
$$;

-- Enables nested loops for a few bids among many users, since the caller may have disabled them.
create or replace function publish_bids(kind text, ids bigint[]) returns void language sql volatile
set enable_nestloop = on as $$
  select pg_notify('live', jsonb_build_object(kind, jsonb_agg(told.about))::text)
    from (select jsonb_build_array(b.id, b.lot_id, b.user_id, u.dealer_id) as about,
                 (row_number() over (order by b.id) - 1) / 100 as part
            from bids b join users u on u.id = b.user_id where b.id = any(ids)) told
   group by told.part order by told.part
$$;
