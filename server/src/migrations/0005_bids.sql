-- Up Migration
-- Since when the bid offers this amount: between equal amounts on one lot the earlier one leads (decisions D5.21).
alter table bids add column amount_at timestamptz not null default clock_timestamp();

-- What of a bid is written into its history with every version.
create function bid_state(b bids) returns jsonb language sql immutable as $$
  select jsonb_build_object(
    'version', b.version, 'status', b.status, 'amountYen', b.amount_yen, 'adjustmentYen', b.adjustment_yen,
    'groupValue', b.group_value, 'exportType', b.export_type, 'autoBid', b.auto_bid,
    'soldPriceYen', b.sold_price_yen, 'finishReason', b.finish_reason, 'notForwarded', b.not_forwarded)
$$;

create function bid_facts(b bids) returns jsonb language sql stable as $$
  select bid_state(b) || jsonb_build_object(
    'bidId', b.id, 'userId', b.user_id, 'lotId', b.lot_id, 'heldYen', b.held_yen, 'comment', b.comment,
    'bidAt', b.bid_at, 'statusAt', b.status_at, 'amountAt', b.amount_at)
$$;

-- All that the rules need to judge one client's bid on one lot, as it is now.
create function bid_context(p_user integer, p_lot bigint, p_bid bigint) returns jsonb language plpgsql volatile as $$
declare
  v_now timestamptz := clock_timestamp();
begin
  return jsonb_build_object(
    'now', v_now,
    'today', (v_now at time zone 'Asia/Tokyo')::date,
    'client', (select jsonb_build_object(
        'balanceYen', c.balance_yen, 'creditLimitYen', c.credit_limit_yen, 'exposureYen', c.exposure_yen,
        'dailyBidLimit', c.daily_bid_limit, 'bidsDay', c.bids_day, 'bidsThatDay', c.bids_that_day,
        'permissions', u.permissions, 'roleId', u.role_id, 'autobid', u.autobid)
      from bid_clients c join users u on u.id = c.user_id where c.user_id = p_user),
    'lot', (select jsonb_build_object(
        'lotId', l.id, 'vehicle', l.vehicle, 'lotSource', l.lot_source, 'isPrivate', l.is_private, 'status', l.status,
        'startPriceYen', l.start_price_yen, 'averagePriceYen', l.average_price_yen, 'auctionAt', l.auction_at,
        'bidsCloseAt', l.bids_close_at, 'agentCutoffAt', l.agent_cutoff_at, 'cancelUntil', l.cancel_until,
        'dayOver', l.auction_day < (v_now at time zone 'Asia/Tokyo')::date, 'houseOverbidYen', h.overbid_yen)
      from lots l join auction_houses h on h.id = l.house_id where l.id = p_lot),
    'live', (select bid_facts(b) from bids b
      where b.user_id = p_user and b.lot_id = p_lot and b.status in (1, 2, 6, 7)),
    'bid', (select bid_facts(b) from bids b where b.id = p_bid),
    'order', (select jsonb_build_object(
        'version', o.version, 'kind', o.kind, 'bidId', o.bid_id, 'clientId', o.client_id,
        'maxYen', o.max_yen, 'overbidYen', o.overbid_yen)
      from agent_orders o where o.lot_id = p_lot),
    'rivals', (select coalesce(jsonb_agg(bid_facts(b)), '[]') from bids b
      where b.lot_id = p_lot and (b.status in (2, 6, 7)
        or b.status = 1 and b.id = (select o.bid_id from agent_orders o where o.lot_id = p_lot))),
    'settings', (select coalesce(jsonb_object_agg(key, value), '{}') from company_settings));
end $$;

-- Locks first and reads afterwards: each statement of a volatile function has its own snapshot, so what others
-- committed while we waited is seen. One plain statement would judge by what it saw before the wait.
create function lock_bid_context(
  p_user integer, p_lot bigint, p_bid bigint, p_exclusive boolean, p_repeat jsonb
) returns jsonb language plpgsql volatile as $$
declare
  v_kept record;
begin
  if p_repeat is not null then
    if not pg_try_advisory_xact_lock(hashtextextended(p_repeat ->> 'lock', 7)) then
      return jsonb_build_object('repeat', 'running');
    end if;
    select body_hash, reply into v_kept from idempotency_keys
     where user_id = (p_repeat ->> 'userId')::integer and call = p_repeat ->> 'call' and key = p_repeat ->> 'key';
    if found then
      return case when v_kept.body_hash = decode(p_repeat ->> 'bodyHash', 'hex')
        then jsonb_build_object('repeat', 'done', 'reply', v_kept.reply)
        else jsonb_build_object('repeat', 'mismatch') end;
    end if;
  end if;
  perform 1 from bid_clients where user_id = p_user for update;
  -- Who may change the agent's order takes the lot alone; a bid that only waits for a manager shares it,
  -- which still makes a result wait for it.
  if p_exclusive
     or exists (select 1 from users where id = p_user and autobid)
     or exists (select 1 from bids where user_id = p_user and lot_id = p_lot and (status = 2 or auto_bid))
  then
    perform 1 from lots where id = p_lot for no key update;
  else
    perform 1 from lots where id = p_lot for share;
  end if;
  return bid_context(p_user, p_lot, p_bid);
end $$;

-- For a result: all clients with a bid on the lot in ascending order, then the lot. A client whose first bid
-- slips in between makes it let go and start over, so that nobody is locked out of order.
create function lock_lot_bids(p_lot bigint) returns void language plpgsql volatile as $$
declare
  v_locked integer[];
begin
  loop
    begin
      select coalesce(array_agg(user_id), '{}') into v_locked from (
        select user_id from bid_clients
         where user_id in (select user_id from bids where lot_id = p_lot) order by user_id for update) locked;
      perform 1 from lots where id = p_lot for no key update;
      if exists (select 1 from bids where lot_id = p_lot and user_id <> all (v_locked)) then
        raise exception using errcode = 'SR001', message = 'one more client';
      end if;
      return;
    exception when sqlstate 'SR001' then null;
    end;
  end loop;
end $$;

-- Down Migration
drop function lock_lot_bids(bigint);
drop function lock_bid_context(integer, bigint, bigint, boolean, jsonb);
drop function bid_context(integer, bigint, bigint);
drop function bid_facts(bids);
drop function bid_state(bids);
alter table bids drop column amount_at;
