-- Up Migration
-- Programs elsewhere that are told what happened. A secret is needed in clear to sign with, so it is sealed, not hashed.
create table webhook_targets (
  id integer generated always as identity primary key,
  name text not null unique check (name ~ '^[a-z0-9][a-z0-9-]{0,39}$'),
  url text not null,
  sealed_secret bytea not null,
  kinds text[] not null,
  is_enabled boolean not null default true,
  created_at timestamptz not null default clock_timestamp()
);

-- What is told, as it was in the transaction that made it happen.
create table webhook_events (
  id bigint generated always as identity primary key,
  -- The receiver knows a repeat by it.
  event_id uuid not null unique default gen_random_uuid(),
  kind text not null check (kind in ('purchase.won', 'payment.booked')),
  data jsonb not null,
  at timestamptz not null default clock_timestamp()
);

create table webhook_deliveries (
  id bigint generated always as identity primary key,
  target_id integer not null references webhook_targets (id),
  event_id bigint not null references webhook_events (id) on delete cascade,
  state text not null default 'waiting' check (state in ('waiting', 'delivered', 'dead')),
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default clock_timestamp(),
  claim_token uuid,
  claimed_until timestamptz,
  last_error text,
  delivered_at timestamptz,
  unique (event_id, target_id)
);
create index webhook_deliveries_due on webhook_deliveries (target_id, next_attempt_at) where state = 'waiting';
create index webhook_deliveries_dead on webhook_deliveries (target_id) where state = 'dead';

-- Whoever books or buys, the operator's commands and the worker included, tells it in the same transaction.
create function tell_webhooks(v_kind text, v_data jsonb) returns void language plpgsql as $$
declare v_event bigint;
begin
  if not exists (select from webhook_targets where is_enabled and v_kind = any(kinds)) then return; end if;
  insert into webhook_events (kind, data) values (v_kind, v_data) returning id into v_event;
  insert into webhook_deliveries (target_id, event_id)
    select id, v_event from webhook_targets where is_enabled and v_kind = any(kinds);
end $$;

create function tell_purchase_won() returns trigger language plpgsql as $$
begin
  perform tell_webhooks('purchase.won', (
    select jsonb_build_object(
      'purchaseId', new.id, 'bidId', new.bid_id, 'lotId', new.lot_id, 'userId', new.user_id, 'sku', new.sku,
      'purchasedOn', new.purchased_on, 'vehicle', concat_ws(' ', l.maker, l.model),
      'chassis', l.chassis_number, 'lotNo', l.lot_no, 'carPriceYen', new.car_price_yen,
      'agentFeeYen', new.agent_fee_yen, 'haulageYen', new.haulage_yen)
    from lots l where l.id = new.lot_id));
  return null;
end $$;
create trigger purchases_told_outside after insert on purchases for each row execute function tell_purchase_won();

-- What moved a client's money; his cars are told as purchases.
create function tell_payment_booked() returns trigger language plpgsql as $$
declare
  v_user integer := (select user_id from ledger_accounts where id = new.account_id and kind = 'client');
begin
  if v_user is null then return null; end if;
  perform tell_webhooks('payment.booked', jsonb_build_object(
      'postingId', p.id, 'userId', v_user, 'kind', p.kind, 'amountYen', new.amount_yen, 'bookedOn', p.booked_on,
      'description', p.description, 'purchaseId', p.purchase_id, 'correctsId', p.corrects_id,
      'bookedThrough', p.booked_through))
    from ledger_postings p where p.id = new.posting_id and p.kind <> 'car_purchase';
  return null;
end $$;
create trigger ledger_entries_told_outside after insert on ledger_entries
  for each row execute function tell_payment_booked();

-- Down Migration
drop trigger ledger_entries_told_outside on ledger_entries;
drop trigger purchases_told_outside on purchases;
drop function tell_payment_booked, tell_purchase_won, tell_webhooks;
drop table webhook_deliveries, webhook_events, webhook_targets;
