-- Up Migration
-- Each event carries the hash of the client's event before it (docs/decisions/019).
create table bid_event_heads (
  client_id integer primary key references users (id),
  chain_no integer not null,
  hash bytea not null
);

alter table bid_events add column chain_no integer,
  -- Hides the actor's small number behind its digest.
  add column actor_nonce uuid,
  add column previous_hash bytea,
  add column hash bytea;

-- What is hashed and exported: everything of the event, the actor's number only as a digest.
create function bid_event_line(e bid_events) returns text language sql stable as $$
  select jsonb_build_object(
    'eventId', e.id, 'clientId', e.client_id, 'chainNo', e.chain_no, 'previousHash', encode(e.previous_hash, 'hex'),
    'bidId', e.bid_id, 'lotId', e.lot_id, 'event', e.event, 'before', e.before, 'after', e.after,
    'at', to_char(e.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), 'requestId', e.request_id,
    'actor', e.actor, 'actorDigest', encode(sha256(convert_to(
      e.actor_nonce || ':' || coalesce(e.actor_id::text, ''), 'UTF8')), 'hex'))::text
$$;

create function link_bid_event(e bid_events, previous bid_event_heads) returns bid_events
language plpgsql volatile as $$
begin
  e.chain_no := coalesce(previous.chain_no, 0) + 1;
  e.previous_hash := previous.hash;
  e.actor_nonce := gen_random_uuid();
  e.hash := sha256(convert_to(bid_event_line(e), 'UTF8'));
  return e;
end $$;

alter table bid_events disable trigger bid_events_append_only;
do $$
declare
  e bid_events;
  previous bid_event_heads;
begin
  for e in select * from bid_events order by client_id, id loop
    if previous.client_id is distinct from e.client_id then
      previous := null;
    end if;
    e := link_bid_event(e, previous);
    update bid_events set chain_no = e.chain_no, actor_nonce = e.actor_nonce, previous_hash = e.previous_hash,
      hash = e.hash where id = e.id;
    previous := row(e.client_id, e.chain_no, e.hash);
  end loop;
end $$;
alter table bid_events enable trigger bid_events_append_only;

alter table bid_events alter column chain_no set not null, alter column actor_nonce set not null,
  alter column hash set not null;
create unique index bid_events_chain on bid_events (client_id, chain_no);

insert into bid_event_heads (client_id, chain_no, hash)
  select distinct on (client_id) client_id, chain_no, hash from bid_events order by client_id, chain_no desc;

-- The writer holds the lock on the client's row; one who forgot it meets a unique key instead of making a fork.
create function chain_bid_event() returns trigger language plpgsql as $$
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
create trigger bid_events_chained before insert on bid_events
  for each row execute function chain_bid_event();
create trigger bid_events_never_emptied before truncate on bid_events
  for each statement execute function refuse_change();

-- One row for each day in Japan, over the newest event of each client at that moment.
create table bid_event_seals (
  day date primary key,
  sealed_at timestamptz(3) not null,
  clients integer not null,
  -- The number of the newest event, by client.
  heads jsonb not null,
  heads_hash bytea not null,
  previous_hash bytea,
  hash bytea not null,
  constraint bid_event_seals_no_fork unique nulls not distinct (previous_hash)
);
create trigger bid_event_seals_append_only before update or delete on bid_event_seals
  for each row execute function refuse_change();
create trigger bid_event_seals_never_emptied before truncate on bid_event_seals
  for each statement execute function refuse_change();

-- Down Migration
drop table bid_event_seals;
drop trigger bid_events_never_emptied on bid_events;
drop trigger bid_events_chained on bid_events;
drop function chain_bid_event;
drop function link_bid_event;
drop function bid_event_line;
alter table bid_events drop column hash, drop column previous_hash, drop column actor_nonce, drop column chain_no;
drop table bid_event_heads;
