create table saved_searches (
  id integer generated always as identity primary key,
  user_id integer not null references users (id),
  page_type text not null check (page_type in ('car-auction', 'stock', 'stats', 'bikes', 'bike-stats')),
  -- One of ten places, which limits a page to ten searches per person (business-rules.md#saved-searches).
  place smallint not null check (place between 1 and 10),
  title text not null,
  -- Query string of the listing as in its URL, without the page.
  params text not null,
  alert text not null default 'off' check (alert in ('off', 'instant', 'daily')),
  -- The alert covers lots listed from this time on.
  alert_since timestamptz not null default clock_timestamp(),
  created_at timestamptz not null default clock_timestamp(),
  unique (user_id, page_type, place)
);
create index saved_searches_alert on saved_searches (id) where alert <> 'off';

-- Imported lots that wait to be matched with searches, inserted in the transaction that writes them. One row holds many
-- lots of an import, since a row per lot would slow the import noticeably.
create table lots_to_match (
  id bigint generated always as identity primary key,
  import_id bigint not null,
  lot_ids bigint[] not null,
  noted_at timestamptz not null default now()
);

-- One mail about new lots.
create table search_alerts (
  id bigint generated always as identity primary key,
  user_id integer not null references users (id),
  created_at timestamptz not null default clock_timestamp()
);

-- The matches of each search since its alert began; a car counts once, however often it is listed.
create table search_matches (
  search_id integer not null references saved_searches (id) on delete cascade,
  -- Chassis number, or the lot if the auction house gives none.
  car text not null,
  lot_id bigint not null references lots (id),
  matched_at timestamptz not null default clock_timestamp(),
  -- Null until it is part of a mail.
  alert_id bigint references search_alerts (id) on delete set null,
  is_notified boolean not null default false,
  primary key (search_id, car)
);
create index search_matches_unnotified on search_matches (search_id) where not is_notified;
create index search_matches_alert on search_matches (alert_id) where alert_id is not null;
create index search_matches_lot on search_matches (lot_id);
