-- Up Migration
-- What managers taught the glossary; wins over the list that came with the portal.
create table glossary_words (
  field text not null,
  ja text not null,
  en text,
  ru text,
  changed_by integer not null references users (id),
  changed_at timestamptz not null default now(),
  primary key (field, ja)
);

-- Down Migration
drop table glossary_words;
