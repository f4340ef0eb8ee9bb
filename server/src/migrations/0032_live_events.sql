-- Up Migration
-- What changed and whom it concerns, told to every server process on the channel `live` once it is committed: ids only
-- (docs/decisions/023). A notification holds fewer than 8,000 bytes, so long lists travel in parts.
create function tell_bids(kind text, ids bigint[]) returns void language sql volatile as $$
  select pg_notify('live', jsonb_build_object(kind, jsonb_agg(told.about))::text)
    from (select jsonb_build_array(b.id, b.lot_id, b.user_id, u.dealer_id) as about,
                 (row_number() over (order by b.id) - 1) / 100 as part
            from bids b join users u on u.id = b.user_id where b.id = any(ids)) told
   group by told.part order by told.part
$$;

create function tell_ids(kind text, ids bigint[]) returns void language sql volatile as $$
  select pg_notify('live', jsonb_build_object(kind, jsonb_agg(told.id))::text)
    from (select id, (row_number() over (order by id) - 1) / 400 as part
            from (select distinct unnest(ids) as id) each_id) told
   group by told.part order by told.part
$$;

create function tell_changed_bids() returns trigger language plpgsql as $$
begin
  perform tell_bids('bid', array(select id from changed));
  return null;
end $$;
create trigger bids_told_inserted after insert on bids
  referencing new table as changed for each statement execute function tell_changed_bids();
create trigger bids_told_updated after update on bids
  referencing new table as changed for each statement execute function tell_changed_bids();

-- The lists of managers show how far an order has come.
create function tell_order() returns trigger language plpgsql as $$
begin
  perform tell_bids('bid', array[new.bid_id]);
  return null;
end $$;
create trigger agent_orders_told after update of state on agent_orders
  for each row when (old.state is distinct from new.state) execute function tell_order();

-- New lots are nobody's yet. Of the others only what a lot page and the lists of bids show.
create function tell_changed_lots() returns trigger language plpgsql as $$
declare
  v_ids bigint[] := array(
    select n.id from old_lots o join new_lots n using (id)
     where row(o.status, o.start_price_yen, o.sold_price_yen, o.auction_at, o.bids_close_at, o.cancel_until,
               o.is_ordered, o.is_private)
           is distinct from
           row(n.status, n.start_price_yen, n.sold_price_yen, n.auction_at, n.bids_close_at, n.cancel_until,
               n.is_ordered, n.is_private));
begin
  if cardinality(v_ids) > 0 then
    perform tell_ids('lot', v_ids);
    perform tell_bids('bid', array(select id from bids where lot_id = any(v_ids)));
  end if;
  return null;
end $$;
create trigger lots_told after update on lots
  referencing old table as old_lots new table as new_lots for each statement execute function tell_changed_lots();

create function tell_balance() returns trigger language plpgsql as $$
begin
  perform tell_ids('counter', array(
    select a.user_id from booked e join ledger_accounts a on a.id = e.account_id where a.user_id is not null));
  return null;
end $$;
create trigger ledger_entries_told after insert on ledger_entries
  referencing new table as booked for each statement execute function tell_balance();

-- Who may no longer listen is cut off at once.
create function tell_session_end() returns trigger language plpgsql as $$
begin
  perform pg_notify('live', jsonb_build_object('ended', jsonb_build_array(new.id))::text);
  return null;
end $$;
create trigger sessions_told after update of ended_at on sessions
  for each row when (old.ended_at is null and new.ended_at is not null) execute function tell_session_end();

create function tell_rights() returns trigger language plpgsql as $$
begin
  perform tell_ids('rights', array[case tg_table_name when 'users' then (to_jsonb(old) ->> 'id')::bigint
                                                      else (to_jsonb(old) ->> 'user_id')::bigint end]);
  return null;
end $$;
create trigger users_told after update of permissions, role_id, user_type on users for each row
  when (row(old.permissions, old.role_id, old.user_type) is distinct from row(new.permissions, new.role_id, new.user_type))
  execute function tell_rights();
create trigger second_factors_told after delete on second_factors for each row execute function tell_rights();

create function tell_second_factor_rule() returns trigger language plpgsql as $$
begin
  perform pg_notify('live', '{"staffRights": true}');
  return null;
end $$;
create trigger company_settings_told after insert or update on company_settings
  for each row when (new.key = 'managerSecondFactor') execute function tell_second_factor_rule();

-- Down Migration
drop trigger company_settings_told on company_settings;
drop trigger second_factors_told on second_factors;
drop trigger users_told on users;
drop trigger sessions_told on sessions;
drop trigger ledger_entries_told on ledger_entries;
drop trigger lots_told on lots;
drop trigger agent_orders_told on agent_orders;
drop trigger bids_told_updated on bids;
drop trigger bids_told_inserted on bids;
drop function tell_second_factor_rule, tell_rights, tell_session_end, tell_balance, tell_changed_lots, tell_order,
  tell_changed_bids, tell_ids, tell_bids;
