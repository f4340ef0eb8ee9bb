-- Up Migration
-- What was decided about an account and by whom. Neither names nor addresses stand in it, so that it can stay when
-- a person's data go.
create table user_events (
  id bigint generated always as identity primary key,
  user_id integer not null references users (id),
  -- Null: the operator at the command line.
  actor_id integer references users (id),
  event text not null,
  before jsonb,
  after jsonb,
  at timestamptz not null default clock_timestamp()
);
create index user_events_user on user_events (user_id, id);
create trigger user_events_append_only before update or delete on user_events
  for each row execute function refuse_change();
create trigger user_events_never_emptied before truncate on user_events
  for each statement execute function refuse_change();

-- Down Migration
drop table user_events;
