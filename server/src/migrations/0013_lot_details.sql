-- Up Migration
alter table lots
  -- Of motorcycles: ratings and remarks of the house, addresses of videos, a word on the mileage.
  add column inspection jsonb,
  add column videos text[] not null default '{}',
  add column mileage_note text not null default '',
  add column link text,
  -- Who besides the staff sees a private lot (decisions D6.18).
  add column viewers integer[] not null default '{}';

create table favorites (
  user_id integer not null references users (id),
  lot_id bigint not null references lots (id),
  group_letter text not null check (group_letter in ('A', 'B', 'C', 'D', 'E')),
  created_at timestamptz not null default now(),
  -- A lot stands in one group or none.
  primary key (user_id, lot_id)
);
create index favorites_group on favorites (user_id, group_letter, created_at desc);
create index favorites_lot on favorites (lot_id);

-- Down Migration
drop table favorites;
alter table lots
  drop column inspection,
  drop column videos,
  drop column mileage_note,
  drop column link,
  drop column viewers;
