create table favorites (
  user_id integer not null references users (id),
  lot_id bigint not null references lots (id),
  group_letter text not null check (group_letter in ('A', 'B', 'C', 'D', 'E')),
  created_at timestamptz not null default now(),
  -- A lot is in at most one group.
  primary key (user_id, lot_id)
);
create index favorites_group on favorites (user_id, group_letter, created_at desc);
create index favorites_lot on favorites (lot_id);
