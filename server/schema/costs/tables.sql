-- Every version stays: an estimate names its version.
create table cost_tables (
  id integer generated always as identity primary key,
  name text not null,
  valid_from date not null,
  content jsonb not null,
  imported_at timestamptz not null default clock_timestamp()
);
create index cost_tables_valid on cost_tables (valid_from desc, id desc);
