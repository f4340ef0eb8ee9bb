-- Up Migration
-- Names as sources write them. New: nobody has said yet what it is. Own: a name of its own. Merged: it means another one.
create table feed_names (
  id integer generated always as identity primary key,
  kind text not null check (kind in ('maker', 'model', 'color', 'grade', 'house')),
  -- Of a model: its maker, as lots carry it.
  maker text not null default '',
  name text not null,
  state text not null check (state in ('new', 'own', 'merged')),
  target_id integer references feed_names (id),
  -- Where the chain of merges ends; an import reads nothing else.
  stands_for text,
  -- Another name that a table of words gives for it, such as that of a maker in Japanese.
  hint text,
  -- Who wrote it first.
  source text not null,
  first_seen_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  -- Names that differ in nothing but case, width and signs have the same.
  letters text generated always as (upper(regexp_replace(normalize(name, NFKC), '[^[:alnum:]]+', '', 'g'))) stored,
  unique (kind, maker, name),
  check ((state = 'merged') = (target_id is not null))
);
create index feed_names_state on feed_names (kind, state, maker, name);
create index feed_names_letters on feed_names (kind, maker, letters);
create index feed_names_target on feed_names (target_id) where target_id is not null;

create table feed_name_events (
  id bigint generated always as identity primary key,
  name_id integer not null references feed_names (id),
  -- A manager, a program, or the feed itself: a house became known by its own row.
  actor_id integer references users (id),
  token_id integer references service_tokens (id),
  event text not null check (event in ('accepted', 'merged', 'taken back')),
  target_id integer references feed_names (id),
  at timestamptz not null default clock_timestamp(),
  constraint feed_name_events_one_actor check (actor_id is null or token_id is null)
);
create index feed_name_events_name on feed_name_events (name_id, id);
create trigger feed_name_events_append_only before update or delete on feed_name_events
  for each row execute function refuse_change();
create trigger feed_name_events_never_emptied before truncate on feed_name_events
  for each statement execute function refuse_change();

-- Lots that a decision gives another name: those that carry `old_name`, of a merge taken back only where a source wrote
-- one of `names`.
create table feed_renamings (
  id bigint generated always as identity primary key,
  name_id integer not null references feed_names (id),
  kind text not null,
  maker text not null,
  old_name text not null,
  names text[],
  lots_changed integer not null default 0,
  finished_at timestamptz
);
create index feed_renamings_unfinished on feed_renamings (id) where finished_at is null;

-- Lots whose house nobody knows: read again as soon as somebody says which one it is.
create table feed_waiting_rows (
  source text not null,
  source_id text not null,
  house text not null,
  updated_at timestamptz(3) not null,
  lot jsonb not null,
  kept_at timestamptz not null default now(),
  primary key (source, source_id)
);
create index feed_waiting_rows_house on feed_waiting_rows (house);

-- What the source wrote where the lot carries another name by a rule, by kind; so a rule can be taken back.
alter table lots add column source_names jsonb;
alter table lots alter column source_names set statistics 0;
create index lots_source_names on lots using gin (source_names jsonb_path_ops) where source_names is not null;
-- How many lots carry a name, and which: sales, coming lots and those on no page alike.
create index lots_names on lots (maker, model);
create index lots_color on lots (color);
create index lots_condition on lots (condition);

-- The names of what is there already stand.
insert into feed_names (kind, name, state, source, first_seen_at, last_seen_at)
select 'house', name, 'own', source, updated_at, updated_at from auction_houses;
insert into feed_names (kind, name, state, source, first_seen_at, last_seen_at)
select 'maker', maker, 'own', min(source), min(created_at), max(updated_at) from lots group by maker;
insert into feed_names (kind, maker, name, state, source, first_seen_at, last_seen_at)
select 'model', maker, model, 'own', min(source), min(created_at), max(updated_at) from lots group by maker, model;
insert into feed_names (kind, name, state, source, first_seen_at, last_seen_at)
select 'color', color, 'own', min(source), min(created_at), max(updated_at) from lots where color <> '' group by color;
insert into feed_names (kind, name, state, source, first_seen_at, last_seen_at)
select 'grade', condition, 'own', min(source), min(created_at), max(updated_at) from lots
 where condition <> '' group by condition;

-- Down Migration
drop index lots_condition, lots_color, lots_names, lots_source_names;
alter table lots drop column source_names;
drop table feed_waiting_rows, feed_renamings, feed_name_events, feed_names;
