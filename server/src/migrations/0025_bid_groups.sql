-- Up Migration
-- The group lets this bid's order go to the agent; bids without a round are on their own (docs/decisions/018).
alter table bids add column group_cleared boolean not null default false,
  add constraint bids_round_of_group check (group_round is null or group_value is not null),
  add constraint bids_cleared_in_round check (not group_cleared or (group_round is not null and status in (1, 2)));
create index bids_round on bids (user_id, group_value, group_round) where group_round is not null;
create index agent_order_versions_bid on agent_order_versions (bid_id);

-- What a group decided and what it knew then: an independent checker decides it again.
create table group_decisions (
  id bigint generated always as identity primary key,
  user_id integer not null references users (id),
  group_value smallint not null,
  group_round integer not null,
  at timestamptz not null,
  cars integer not null,
  bids jsonb not null,
  decision jsonb not null
);
create index group_decisions_round on group_decisions (user_id, group_value, group_round, id);
create trigger group_decisions_append_only before update or delete on group_decisions
  for each row execute function refuse_change();

-- A bid without a round has no key for it: histories written before rounds existed stay what they were.
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

-- An order of this bid may stand at the agent, or was phoned through, and how it ended is not known (decisions D4.13).
create function may_be_bought(b bids) returns boolean language sql stable as $$
  select (b.status in (1, 2)
      or (b.status in (3, 4) or b.status = 5 and b.finish_reason = 'manager')
        and exists (select from lots l where l.id = b.lot_id
          and (l.outcome_pending or l.status not in (4533, 4534, 4536, 4537, 4539))))
    and (b.status = 2 and b.not_forwarded
      or exists (select from agent_order_versions v where v.bid_id = b.id and v.kind = 'order'
        and not exists (select from agent_order_versions later
          where later.lot_id = v.lot_id and later.version > v.version and later.acknowledged_at is not null)))
$$;

-- The bids of a client's rounds that go on: the newest round of each group, and older ones with a live bid.
create function group_bids(p_user integer) returns jsonb language sql stable as $$
  with rounds as (
    select value, round from bid_groups where user_id = p_user
    union
    select group_value, group_round from bids
     where user_id = p_user and group_round is not null and status in (1, 2, 6)),
  facts as (
    select b.id, bid_facts(b) as facts, b.status, l.auction_at, l.agent_cutoff_at, may_be_bought(b) as may_be_bought
    from rounds r
      join bids b on b.user_id = p_user and b.group_value = r.value and b.group_round = r.round
      join lots l on l.id = b.lot_id)
  select coalesce(jsonb_agg(facts || jsonb_build_object('auctionAt', auction_at, 'agentCutoffAt', agent_cutoff_at,
    'mayBeBought', may_be_bought) order by id), '[]')
  from facts where status in (1, 2, 6, 7) or may_be_bought
$$;

create function bid_group_rows(p_user integer) returns jsonb language sql stable as $$
  select coalesce(jsonb_agg(jsonb_build_object('value', value, 'cars', cars, 'round', round) order by value), '[]')
  from bid_groups where user_id = p_user
$$;

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
      where b.user_id = p_user and b.lot_id = p_lot and b.status in (1, 2, 6, 7)),
    'bid', (select bid_facts(b) || jsonb_build_object('mayBeBought', may_be_bought(b)) from bids b where b.id = p_bid),
    'order', (select jsonb_build_object(
        'version', o.version, 'kind', o.kind, 'bidId', o.bid_id, 'clientId', o.client_id,
        'maxYen', o.max_yen, 'overbidYen', o.overbid_yen)
      from agent_orders o where o.lot_id = p_lot),
    'rivals', (select coalesce(jsonb_agg(bid_facts(b)), '[]') from bids b
      where b.lot_id = p_lot and (b.status in (2, 6, 7)
        or b.status = 1 and b.id = (select o.bid_id from agent_orders o where o.lot_id = p_lot))),
    'groups', bid_group_rows(p_user),
    'grouped', group_bids(p_user),
    'settings', (select coalesce(jsonb_object_agg(key, value), '{}') from company_settings));
end $$;

-- Down Migration
drop function group_bids(integer);
drop function bid_group_rows(integer);
create or replace function bid_facts(b bids) returns jsonb language sql stable as $$
  select bid_state(b) || jsonb_build_object(
    'bidId', b.id, 'userId', b.user_id, 'lotId', b.lot_id, 'heldYen', b.held_yen, 'comment', b.comment,
    'bidAt', b.bid_at, 'statusAt', b.status_at, 'amountAt', b.amount_at)
$$;
create or replace function bid_state(b bids) returns jsonb language sql immutable as $$
  select jsonb_build_object(
    'version', b.version, 'status', b.status, 'amountYen', b.amount_yen, 'adjustmentYen', b.adjustment_yen,
    'groupValue', b.group_value, 'exportType', b.export_type, 'autoBid', b.auto_bid,
    'soldPriceYen', b.sold_price_yen, 'finishReason', b.finish_reason, 'notForwarded', b.not_forwarded)
$$;
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
drop function may_be_bought(bids);
drop table group_decisions;
drop index agent_order_versions_bid, bids_round;
alter table bids drop constraint bids_cleared_in_round, drop constraint bids_round_of_group, drop column group_cleared;
