-- Every version stays: an estimate names its version.
create table cost_tables (
  id integer generated always as identity primary key,
  name text not null,
  valid_from date not null,
  content jsonb not null,
  imported_at timestamptz not null default clock_timestamp()
);
create index cost_tables_valid on cost_tables (valid_from desc, id desc);

-- Where a person wants vehicles delivered, and as whom they import them. Absent until they have answered.
create table client_doors (
  user_id integer primary key references users (id),
  destination text not null,
  buyer text not null check (buyer in ('person', 'company')),
  currency text not null,
  updated_at timestamptz not null default clock_timestamp()
);

-- The place of each destination and kind of buyer in the arrays of `lot_doors`, from 1.
create table door_slots (
  slot smallint primary key,
  destination text not null,
  buyer text not null check (buyer in ('person', 'company')),
  -- Of the table that totals were computed by: its country, its order, and whether it is a port. False: no longer offered.
  country_id integer not null,
  place integer not null,
  is_port boolean not null,
  is_offered boolean not null,
  unique (destination, buyer)
);

-- Totals at the door and verdicts of upcoming lots at their likely price, one element for each slot. 2147483647: unknown.
create table lot_doors (
  lot_id bigint primary key references lots (id) on delete cascade,
  least_yen integer[] not null,
  most_yen integer[] not null,
  -- Positions in DOOR_VERDICTS (contract/src/costs/eligibility.ts).
  verdicts smallint[] not null
);

-- Lots whose totals have to be computed again. A change during the computation raises the version.
create table lot_door_changes (
  lot_id bigint primary key references lots (id) on delete cascade,
  version integer not null default 1,
  -- Of the lot, so that the queue is read in its order without sorting all of it.
  auction_at timestamptz not null
);
create index lot_door_changes_next on lot_door_changes (auction_at, lot_id);

-- The table and the fees by which all totals were computed. One row.
create table door_state (
  is_only boolean primary key default true check (is_only),
  inputs text not null
);

-- The customs value that a manager looked up for a lot at a port (`destination`), in the currency of its line.
create table lot_reference_values (
  lot_id bigint not null references lots (id) on delete cascade,
  destination text not null,
  value numeric(12, 2) not null check (value > 0),
  set_by integer not null references users (id),
  set_at timestamptz not null default clock_timestamp(),
  primary key (lot_id, destination)
);

-- The verdict on the import of a lot when its bid was placed or replaced.
create table bid_imports (
  bid_id bigint primary key references bids (id),
  destination text not null,
  verdict text not null,
  -- The client ticked that they want the vehicle although it may not be imported.
  accepted_at timestamptz,
  written_at timestamptz not null default clock_timestamp()
);

-- Facts that clients asked their managers for, because their total at the door is a range without them.
create table lot_questions (
  lot_id bigint not null references lots (id) on delete cascade,
  user_id integer not null references users (id),
  fact text not null,
  -- The port whose customs value is asked for; other facts are the same everywhere.
  port text not null,
  asked_at timestamptz not null default clock_timestamp(),
  answered_at timestamptz,
  primary key (lot_id, user_id, fact)
);
create index lot_questions_open on lot_questions (user_id) where answered_at is null;
