-- Up Migration
-- Number, day and time of a bid's lot, copied, so that a list in order of time reads only the lots it shows and never the
-- archive. The triggers below write them; the defaults let an insert leave them out.
alter table bids add column lot_no integer not null default 0,
  add column auction_day date not null default '-infinity',
  add column time_up timestamp not null default '-infinity',
  add column time_down timestamp not null default '-infinity';
update bids b set lot_no = l.lot_no, auction_day = l.auction_day, time_up = l.time_up, time_down = l.time_down
  from lots l where l.id = b.lot_id;

create function copy_auction_time() returns trigger language plpgsql as $$
begin
  select l.lot_no, l.auction_day, l.time_up, l.time_down into new.lot_no, new.auction_day, new.time_up, new.time_down
    from lots l where l.id = new.lot_id;
  return new;
end $$;
create trigger bids_auction_time before insert on bids for each row execute function copy_auction_time();

create function move_bids_of_lot() returns trigger language plpgsql as $$
begin
  update bids set lot_no = new.lot_no, auction_day = new.auction_day, time_up = new.time_up, time_down = new.time_down
    where lot_id = new.id;
  return null;
end $$;
create trigger lots_move_bids after update of lot_no, auction_day, auction_at, time_known on lots for each row
  when ((old.lot_no, old.auction_day, old.auction_at, old.time_known)
    is distinct from (new.lot_no, new.auction_day, new.auction_at, new.time_known))
  execute function move_bids_of_lot();

create index bids_open on bids (auction_day, time_up, id) include (status, user_id) where status in (1, 2, 3, 6);
create index bids_closed on bids (status, auction_day) include (user_id) where status in (4, 5, 6, 7);
create index bids_closed_by_time on bids (time_down, id) include (status, auction_day, user_id)
  where status in (4, 5, 6, 7);
create index bids_lot_no on bids (lot_no);

-- A manager's filters of the bid manager under names of his own.
create table bid_filters (
  id integer generated always as identity primary key,
  user_id integer not null references users (id),
  -- One of ten places: an eleventh filter finds none.
  place smallint not null check (place between 1 and 10),
  title text not null,
  -- Query string of the bid manager as it stands in the address, without the page.
  params text not null,
  created_at timestamptz not null default clock_timestamp(),
  unique (user_id, place)
);

-- Down Migration
drop table bid_filters;
drop index bids_lot_no, bids_closed_by_time, bids_closed, bids_open;
drop trigger lots_move_bids on lots;
drop function move_bids_of_lot();
drop trigger bids_auction_time on bids;
drop function copy_auction_time();
alter table bids drop column time_down, drop column time_up, drop column auction_day, drop column lot_no;
