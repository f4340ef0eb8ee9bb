-- Up Migration
-- Words of lots that managers translated; what is not here reads as the portal's own tables say.
create table vehicle_words (
  kind text not null,
  -- Upper case, one width: what the word is looked up by.
  key text not null,
  -- As a house writes it.
  word text not null,
  en text not null check (en <> ''),
  ru text not null check (ru <> ''),
  primary key (kind, key)
);

create table vehicle_word_events (
  id integer generated always as identity primary key,
  kind text not null,
  key text not null,
  word text not null,
  -- Both null: the word was taken back.
  en text,
  ru text,
  actor_id integer references users (id),
  token_id integer references service_tokens (id),
  at timestamptz not null default clock_timestamp(),
  constraint vehicle_word_events_one_actor check (actor_id is null or token_id is null),
  check ((en is null) = (ru is null))
);
create index vehicle_word_events_word on vehicle_word_events (kind, key, id);
create trigger vehicle_word_events_append_only before update or delete on vehicle_word_events
  for each row execute function refuse_change();
create trigger vehicle_word_events_never_emptied before truncate on vehicle_word_events
  for each statement execute function refuse_change();

-- How many coming and lately sold lots carry a word, counted anew after imports.
create table vehicle_word_counts (
  kind text not null,
  key text not null,
  word text not null,
  lots integer not null,
  primary key (kind, key)
);
create table vehicle_word_countings (
  counted_at timestamptz not null,
  took_ms integer not null
);

-- Down Migration
drop table vehicle_word_countings, vehicle_word_counts, vehicle_word_events, vehicle_words;
