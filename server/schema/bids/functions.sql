-- A win may lower the balance below the exposure of open bids; only a new bid over the limit is refused.
create or replace function guard_exposure() returns trigger language plpgsql as $$
begin
  if new.exposure_yen > old.exposure_yen
     and new.credit_limit_yen <> -1
     and new.exposure_yen > new.balance_yen + new.credit_limit_yen
     and coalesce(current_setting('seri.result_in_hand', true), '') <> 'yes'
     and (select (permissions ->> 'creditLimitCheck')::boolean from users where id = new.user_id)
  then
    raise exception 'exposure over the limit' using errcode = 'check_violation', constraint = 'bid_clients_exposure';
  end if;
  return new;
end $$;

-- A bid without a round has no key for it, so that histories without rounds compare equal.
create or replace function bid_state(b bids) returns jsonb language sql immutable as $$
  select jsonb_build_object(
    'version', b.version, 'status', b.status, 'amountYen', b.amount_yen, 'adjustmentYen', b.adjustment_yen,
    'groupValue', b.group_value, 'exportType', b.export_type, 'autoBid', b.auto_bid,
    'soldPriceYen', b.sold_price_yen, 'finishReason', b.finish_reason, 'notForwarded', b.not_forwarded)
    || case when b.group_round is null then '{}' else jsonb_build_object('groupRound', b.group_round) end
$$;

create or replace function bid_facts(b bids) returns jsonb language sql stable as $$
  select bid_state(b) || jsonb_build_object(
    'bidId', b.id, 'userId', b.user_id, 'lotId', b.lot_id, 'heldYen', b.held_yen, 'comment', b.comment,
    'groupRound', b.group_round, 'groupCleared', b.group_cleared,
    'bidAt', b.bid_at, 'statusAt', b.status_at, 'amountAt', b.amount_at)
$$;

-- Whether the agent may have an order of this bid, sent or phoned through, whose result is not known (business-rules.md#one-order-per-lot).
create or replace function may_be_bought(b bids) returns boolean language sql stable as $$
  select (b.status in (:bid.new, :bid.bid)
      or (b.status in (:bid.dontBid, :bid.cancel) or b.status = :bid.finished and b.finish_reason = 'manager')
        and exists (select from lots l where l.id = b.lot_id
          and (l.outcome_pending
            or l.status not in (:lot.sold, :lot.soldByNegotiation, :lot.cancelled, :lot.removed, :lot.unsold))))
    and (b.status = :bid.bid and b.not_forwarded
      or exists (select from agent_order_versions v where v.bid_id = b.id and v.kind = 'order'
        and not exists (select from agent_order_versions later
          where later.lot_id = v.lot_id and later.version > v.version and later.acknowledged_at is not null)))
$$;

create or replace function bid_group_rows(p_user integer) returns jsonb language sql stable as $$
  select coalesce(jsonb_agg(jsonb_build_object('value', value, 'cars', cars, 'round', round) order by value), '[]')
  from bid_groups where user_id = p_user
$$;

-- The bids of a client's open rounds: the newest round of each group, and older ones with a live bid.
create or replace function group_bids(p_user integer) returns jsonb language sql stable as $$
  with rounds as (
    select value, round from bid_groups where user_id = p_user
    union
    select group_value, group_round from bids
     where user_id = p_user and group_round is not null and status in (:bid.new, :bid.bid, :bid.win)),
  facts as (
    select b.id, bid_facts(b) as facts, b.status, l.auction_at, l.agent_cutoff_at, may_be_bought(b) as may_be_bought
    from rounds r
      join bids b on b.user_id = p_user and b.group_value = r.value and b.group_round = r.round
      join lots l on l.id = b.lot_id)
  select coalesce(jsonb_agg(facts || jsonb_build_object('auctionAt', auction_at, 'agentCutoffAt', agent_cutoff_at,
    'mayBeBought', may_be_bought) order by id), '[]')
  from facts where status in (:bid.new, :bid.bid, :bid.win, :bid.won) or may_be_bought
$$;

-- Everything the rules need about one client's bid on one lot, as of now.
create or replace function bid_context(p_user integer, p_lot bigint, p_bid bigint) returns jsonb
language plpgsql volatile as $$
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
    'live', (select bid_facts(b) || jsonb_build_object('mayBeBought', may_be_bought(b)) from bids b
      where b.user_id = p_user and b.lot_id = p_lot and b.status in (:bid.new, :bid.bid, :bid.win, :bid.won)),
    'bid', (select bid_facts(b) || jsonb_build_object('mayBeBought', may_be_bought(b)) from bids b where b.id = p_bid),
    'order', (select jsonb_build_object(
        'version', o.version, 'kind', o.kind, 'bidId', o.bid_id, 'clientId', o.client_id,
        'maxYen', o.max_yen, 'overbidYen', o.overbid_yen)
      from agent_orders o where o.lot_id = p_lot),
    'rivals', (select coalesce(jsonb_agg(bid_facts(b)), '[]') from bids b
      where b.lot_id = p_lot and (b.status in (:bid.bid, :bid.win, :bid.won)
        or b.status = :bid.new and b.id = (select o.bid_id from agent_orders o where o.lot_id = p_lot))),
    'groups', bid_group_rows(p_user),
    'grouped', group_bids(p_user),
    'settings', (select coalesce(jsonb_object_agg(key, value), '{}') from company_settings));
end $$;

-- Locks first and reads afterwards: each statement of a volatile function has its own snapshot, so the read sees what
-- other transactions committed during the wait. A single plain statement would use a snapshot older than the wait.
create or replace function lock_bid_context(
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
  -- A call that may change the agent's order locks the lot exclusively. A bid that only waits for a manager takes a
  -- shared lock, which still makes a result wait for the bid.
  if p_exclusive
     or exists (select 1 from users where id = p_user and autobid)
     or exists (select 1 from bids where user_id = p_user and lot_id = p_lot and (status = :bid.bid or auto_bid))
  then
    perform 1 from lots where id = p_lot for no key update;
  else
    perform 1 from lots where id = p_lot for share;
  end if;
  return bid_context(p_user, p_lot, p_bid);
end $$;

-- For a result: locks all clients with a bid on the lot in ascending order, then the lot. If another client places a
-- first bid in between, it releases the locks and starts over, so that the lock order is never violated.
create or replace function lock_lot_bids(p_lot bigint) returns void language plpgsql volatile as $$
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

-- The hashed and exported text: the whole event, with the actor's id only as a digest.
create or replace function bid_event_line(e bid_events) returns text language sql stable as $$
  select jsonb_build_object(
    'eventId', e.id, 'clientId', e.client_id, 'chainNo', e.chain_no, 'previousHash', encode(e.previous_hash, 'hex'),
    'bidId', e.bid_id, 'lotId', e.lot_id, 'event', e.event, 'before', e.before, 'after', e.after,
    'at', to_char(e.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), 'requestId', e.request_id,
    'actor', e.actor, 'actorDigest', encode(sha256(convert_to(
      e.actor_nonce || ':' || coalesce(e.actor_id::text, ''), 'UTF8')), 'hex'))::text
$$;

create or replace function link_bid_event(e bid_events, previous bid_event_heads) returns bid_events
language plpgsql volatile as $$
begin
  e.chain_no := coalesce(previous.chain_no, 0) + 1;
  e.previous_hash := previous.hash;
  e.actor_nonce := gen_random_uuid();
  e.hash := sha256(convert_to(bid_event_line(e), 'UTF8'));
  return e;
end $$;

-- The caller must hold the lock on the client's row; without it, a unique key prevents a fork of the chain.
create or replace function chain_bid_event() returns trigger language plpgsql as $$
declare
  previous bid_event_heads;
begin
  select * into previous from bid_event_heads where client_id = new.client_id;
  new := link_bid_event(new, previous);
  if previous.client_id is null then
    insert into bid_event_heads (client_id, chain_no, hash) values (new.client_id, new.chain_no, new.hash);
  else
    update bid_event_heads set chain_no = new.chain_no, hash = new.hash where client_id = new.client_id;
  end if;
  return new;
end $$;

-- The end of a bid or of its negotiation also ends the open offer.
create or replace function end_offers_of_bid() returns trigger language plpgsql as $$
begin
  update negotiation_offers set state = 'ended', settled_at = clock_timestamp()
   where bid_id = new.id and state = 'asked';
  return null;
end $$;

create or replace function end_offers_of_lot() returns trigger language plpgsql as $$
begin
  update negotiation_offers set state = 'ended', settled_at = clock_timestamp()
   where lot_id = new.id and state = 'asked';
  return null;
end $$;

-- The number of Mondays to Fridays in Japan that have passed since a day.
create or replace function working_days_since(p_day date) returns integer language sql stable as $$
  select count(*)::integer
  from generate_series(p_day + interval '1 day', (clock_timestamp() at time zone 'Asia/Tokyo')::date - interval '1 day',
    interval '1 day') passed
  where extract(isodow from passed) < 6
$$;

-- The state of a bid's negotiation; null if there is none.
create or replace function bid_negotiation(b bids) returns jsonb language sql stable as $$
  select jsonb_build_object(
    'offerId', case when o.state <> 'ended' then o.id end,
    'offerYen', case when o.state <> 'ended' then o.offer_yen end,
    'state', case when o.id is null or o.state = 'ended' then 'open' when o.state = 'replaced' then 'withdrawn'
      else o.state end,
    'isOverdue', working_days_since(l.auction_day) >= 3)
  from lots l left join lateral (
    select id, state, offer_yen from negotiation_offers where bid_id = b.id order by id desc limit 1) o on true
  where l.id = b.lot_id and l.status = :lot.notSold and b.status = :bid.bid
$$;

create or replace function copy_auction_time() returns trigger language plpgsql as $$
begin
  select l.lot_no, l.auction_day, l.time_up, l.time_down into new.lot_no, new.auction_day, new.time_up, new.time_down
    from lots l where l.id = new.lot_id;
  return new;
end $$;

create or replace function move_bids_of_lot() returns trigger language plpgsql as $$
begin
  update bids set lot_no = new.lot_no, auction_day = new.auction_day, time_up = new.time_up, time_down = new.time_down
    where lot_id = new.id;
  return null;
end $$;

create or replace function publish_changed_bids() returns trigger language plpgsql as $$
begin
  perform publish_bids('bid', array(select id from changed));
  return null;
end $$;

-- Whether the order of a lot at a fixed price was accepted (business-rules.md#fixed-price).
create or replace function has_accepted_order(p_lot_id bigint) returns boolean language sql stable as $$
  select exists (select from bids where lot_id = p_lot_id and lot_source = 'stock' and status in (:bid.bid, :bid.win, :bid.won))
$$;

-- An accepted order takes a fixed-price lot off its page.
create or replace function note_ordered_lot() returns trigger language plpgsql as $$
begin
  insert into lot_changes (lot_ids) values (array[new.lot_id]);
  return null;
end $$;
