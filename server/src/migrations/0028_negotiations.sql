-- Up Migration
-- What the seller of a car that was not sold in its hall asks of the client whose bid leads the lot (docs/decisions/021).
create table negotiation_offers (
  id bigint generated always as identity primary key,
  bid_id bigint not null references bids (id),
  lot_id bigint not null references lots (id),
  offer_yen bigint not null check (offer_yen between 1 and 999999999),
  state text not null default 'asked'
    check (state in ('asked', 'accepted', 'declined', 'replaced', 'withdrawn', 'ended')),
  asked_by integer not null references users (id),
  asked_at timestamptz not null default clock_timestamp(),
  settled_at timestamptz,
  constraint negotiation_offers_settled check ((state = 'asked') = (settled_at is null))
);
create unique index negotiation_offers_asked on negotiation_offers (lot_id) where state = 'asked';
create index negotiation_offers_bid on negotiation_offers (bid_id, id);

-- An order written after the hall: it takes up the seller's offer, or takes that back, and knows no cut-off.
alter table agent_orders add column after_sale boolean not null default false;
alter table agent_order_versions add column after_sale boolean not null default false;

-- Whoever ends the bid or the negotiation ends the question with it.
create function end_offers_of_bid() returns trigger language plpgsql as $$
begin
  update negotiation_offers set state = 'ended', settled_at = clock_timestamp()
   where bid_id = new.id and state = 'asked';
  return null;
end $$;
create trigger bids_end_offers after update of status on bids
  for each row when (old.status = 2 and new.status <> 2) execute function end_offers_of_bid();

create function end_offers_of_lot() returns trigger language plpgsql as $$
begin
  update negotiation_offers set state = 'ended', settled_at = clock_timestamp()
   where lot_id = new.id and state = 'asked';
  return null;
end $$;
create trigger lots_end_offers after update of status on lots
  for each row when (old.status = 4535 and new.status <> 4535) execute function end_offers_of_lot();

-- Mondays to Fridays in Japan that have passed since a day.
create function working_days_since(p_day date) returns integer language sql stable as $$
  select count(*)::integer
  from generate_series(p_day + interval '1 day', (clock_timestamp() at time zone 'Asia/Tokyo')::date - interval '1 day',
    interval '1 day') passed
  where extract(isodow from passed) < 6
$$;

-- How far the negotiation of a bid is; null where there is none.
create function bid_negotiation(b bids) returns jsonb language sql stable as $$
  select jsonb_build_object(
    'offerId', case when o.state <> 'ended' then o.id end,
    'offerYen', case when o.state <> 'ended' then o.offer_yen end,
    'state', case when o.id is null or o.state = 'ended' then 'open' when o.state = 'replaced' then 'withdrawn'
      else o.state end,
    'isOverdue', working_days_since(l.auction_day) >= 3)
  from lots l left join lateral (
    select id, state, offer_yen from negotiation_offers where bid_id = b.id order by id desc limit 1) o on true
  where l.id = b.lot_id and l.status = 4535 and b.status = 2
$$;

-- Down Migration
drop function bid_negotiation(bids);
drop function working_days_since(date);
drop trigger lots_end_offers on lots;
drop function end_offers_of_lot;
drop trigger bids_end_offers on bids;
drop function end_offers_of_bid;
alter table agent_order_versions drop column after_sale;
alter table agent_orders drop column after_sale;
drop table negotiation_offers;
