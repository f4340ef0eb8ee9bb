-- Up Migration
-- Lots that an import has written stand together: a row for each took as long as finding out whether the lot had changed.
alter table lots_to_match rename to lots_to_match_each;
create table lots_to_match (
  id bigint generated always as identity primary key,
  import_id bigint not null,
  lot_ids bigint[] not null,
  noted_at timestamptz not null default now()
);
insert into lots_to_match (import_id, lot_ids, noted_at)
select import_id, array[lot_id], noted_at from lots_to_match_each order by lot_id;
drop table lots_to_match_each;

-- Down Migration
alter table lots_to_match rename to lots_to_match_together;
create table lots_to_match (
  lot_id bigint primary key,
  import_id bigint not null,
  noted_at timestamptz not null default now()
);
insert into lots_to_match
select lot_id, max(import_id), max(noted_at) from lots_to_match_together, unnest(lot_ids) lot_id group by lot_id;
drop table lots_to_match_together;
