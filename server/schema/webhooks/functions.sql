-- Queues an event and the job that sends it in the transaction of the booking or purchase, whichever program makes it.
-- The job has no key, so that bookings of different clients do not block each other.
create or replace function publish_webhooks(v_kind text, v_data jsonb) returns void language plpgsql as $$
declare v_event bigint;
begin
  if not exists (select from webhook_targets where is_enabled and v_kind = any(kinds)) then return; end if;
  insert into webhook_events (kind, data) values (v_kind, v_data) returning id into v_event;
  insert into webhook_deliveries (target_id, event_id)
    select id, v_event from webhook_targets where is_enabled and v_kind = any(kinds);
  perform graphile_worker.add_job('deliver_webhooks', queue_name := 'deliver_webhooks');
end $$;

create or replace function publish_purchase_won() returns trigger language plpgsql as $$
begin
  perform publish_webhooks('purchase.won', (
    select jsonb_build_object(
      'purchaseId', new.id, 'bidId', new.bid_id, 'lotId', new.lot_id, 'userId', new.user_id, 'sku', new.sku,
      'purchasedOn', new.purchased_on, 'vehicle', concat_ws(' ', l.maker, l.model),
      'chassis', l.chassis_number, 'lotNo', l.lot_no, 'carPriceYen', new.car_price_yen,
      'agentFeeYen', new.agent_fee_yen, 'haulageYen', new.haulage_yen)
    from lots l where l.id = new.lot_id));
  return null;
end $$;

-- An event for each booking on a client's account, except cars, which are sent as purchases.
create or replace function publish_payment_booked() returns trigger language plpgsql as $$
declare
  v_user integer := (select user_id from ledger_accounts where id = new.account_id and kind = 'client');
begin
  if v_user is null then return null; end if;
  perform publish_webhooks('payment.booked', jsonb_build_object(
      'postingId', p.id, 'userId', v_user, 'kind', p.kind, 'amountYen', new.amount_yen, 'bookedOn', p.booked_on,
      'description', p.description, 'purchaseId', p.purchase_id, 'correctsId', p.corrects_id,
      'bookedThrough', p.booked_through))
    from ledger_postings p where p.id = new.posting_id and p.kind <> 'car_purchase';
  return null;
end $$;
