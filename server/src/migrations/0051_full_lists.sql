-- Up Migration
-- What a house still lists on a day, by its newest whole list: a lot that is not in it has vanished. Kept, so that the
-- rows of a lot that come after the list are judged like those that came before it.
create table feed_full_lists (
  source text not null,
  house_id integer not null references auction_houses (id) on delete cascade,
  auction_day date not null,
  vehicle text not null,
  updated_at timestamptz(3) not null,
  lot_nos integer[] not null,
  primary key (source, house_id, auction_day, vehicle)
);
-- The status of a lot that a whole list took off: it has it again when a newer row or list names the lot.
alter table lots add column listed_status smallint;

-- Down Migration
alter table lots drop column listed_status;
drop table feed_full_lists;
