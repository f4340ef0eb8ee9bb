-- Up Migration
-- The worker's job comes with the event, in the same transaction; it has no key, so that bookings of different clients
-- do not wait for one another.
create or replace function tell_webhooks(v_kind text, v_data jsonb) returns void language plpgsql as $$
declare v_event bigint;
begin
  if not exists (select from webhook_targets where is_enabled and v_kind = any(kinds)) then return; end if;
  insert into webhook_events (kind, data) values (v_kind, v_data) returning id into v_event;
  insert into webhook_deliveries (target_id, event_id)
    select id, v_event from webhook_targets where is_enabled and v_kind = any(kinds);
  perform graphile_worker.add_job('deliver_webhooks', queue_name := 'deliver_webhooks');
end $$;

-- Down Migration
create or replace function tell_webhooks(v_kind text, v_data jsonb) returns void language plpgsql as $$
declare v_event bigint;
begin
  if not exists (select from webhook_targets where is_enabled and v_kind = any(kinds)) then return; end if;
  insert into webhook_events (kind, data) values (v_kind, v_data) returning id into v_event;
  insert into webhook_deliveries (target_id, event_id)
    select id, v_event from webhook_targets where is_enabled and v_kind = any(kinds);
end $$;
