create table auction_houses (
  id integer generated always as identity primary key,
  name text not null unique,
  is_uss boolean not null default false,
  weekdays smallint[] not null default '{}',
  opens_at time not null default '09:00',
  -- Rules of the auction house: when bids close, when the agent accepts no more orders, until when a client may cancel,
  -- and how far an order may exceed a bid. Null: the company's default.
  close_minutes integer,
  cutoff_minutes integer,
  cancel_hours integer,
  overbid_yen integer,
  haulage_yen integer not null default 0,
  export_port text,
  source text not null,
  source_updated_at timestamptz not null,
  updated_at timestamptz not null default now()
);

-- All pictures that a lot's record names: photos, videos, and those of a motorcycle's inspection. An index uses this
-- function, so it may change only in a migration that rebuilds the index.
create function lot_pictures(images text[], videos text[], inspection jsonb) returns text[]
language sql immutable parallel safe as $$
  select images || videos || array(
    select jsonb_array_elements_text(jsonb_path_query_array(inspection, '$.zones[*].images[*] ? (@.type() == "string")')))
$$;

-- The strongest value of a fact (FACT_ORIGINS in contract/src/lots/facts.ts has the same order). Stored columns use this
-- function, so it may change only in a migration that rewrites them.
create function fact_of(facts jsonb, name text) returns text language sql immutable parallel safe as $$
  select coalesce(facts->'manager'->>name, facts->'feed'->>name, facts->'sheet'->>name, facts->'table'->>name,
                  facts->'typeCode'->>name)
$$;

-- Every vehicle that was ever listed, at auction or at a fixed price, upcoming and past.
create table lots (
  id bigint generated always as identity primary key,
  vehicle text not null check (vehicle in ('car', 'bike')),
  lot_source text not null check (lot_source in ('auction', 'stock')),
  -- The source, its id of the lot, and the timestamps of its last row and last result.
  source text not null,
  source_id text not null,
  source_updated_at timestamptz not null,
  result_updated_at timestamptz,
  house_id integer not null references auction_houses (id),
  lot_no integer not null,
  -- Time of the auction and the deadlines: every lot has its own instants, written by the import.
  auction_day date not null,
  auction_at timestamptz(3) not null,
  time_known boolean not null,
  bids_close_at timestamptz(3) not null,
  agent_cutoff_at timestamptz(3) not null,
  cancel_until timestamptz(3) not null,
  -- LOT_STATUS (contract/src/lots/statuses.ts).
  status smallint not null,
  -- Vehicle data.
  maker text not null,
  model text not null,
  grade text not null default '',
  year smallint,
  month smallint,
  -- Of the auction list. All that is shown, filtered or charged reads `displacement_cc`; prices are fitted to what lists say.
  engine_cc integer,
  gearbox text not null default '',
  drive text,
  color text not null default '',
  mileage_km integer,
  condition text not null default '',
  equip text not null default '',
  chassis_code text not null default '',
  chassis_number text not null default '',
  start_price_yen integer,
  sold_price_yen integer,
  average_price_yen integer,
  images text[] not null default '{}',
  sheet jsonb,
  remarks text not null default '',
  manager_note text not null default '',
  is_private boolean not null default false,
  is_demo boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- The source's own average; replaced by ours once there are enough sales.
  source_average_price_yen integer,
  -- The result changed and the bids have not been notified yet. Survives a crash between merge and flow.
  outcome_pending boolean not null default false,
  -- Ascending from the worst grade to the best; unknown grades sort last with missing ones.
  condition_rank smallint generated always as (
    case condition
      when '***' then 1 when 'WR' then 2 when 'R?' then 3 when 'R2' then 4 when 'R' then 5 when 'RB' then 6 when 'RA' then 7
      when '1' then 8 when '2' then 9 when '3' then 10 when '3.0' then 10 when '3.5' then 11 when '4' then 12
      when '4.0' then 12 when '4.5' then 13 when '5' then 14 when '5.0' then 14 when '6' then 15 when '6.0' then 15
      when 'S' then 16
    end
  ) stored,
  -- Motorcycles: ratings and remarks of the auction house, addresses of videos, a note on the mileage.
  inspection jsonb,
  videos text[] not null default '{}',
  mileage_note text not null default '',
  link text,
  -- The clients that may see a private lot besides the staff (business-rules.md#private-lots).
  viewers integer[] not null default '{}',
  -- The page of upcoming lots that shows this one (business-rules.md#lot-pages). A stored flag, because an index cannot
  -- depend on today.
  upcoming_page text,
  sales_page text generated always as (
    case when lot_source = 'auction' and status in (:lot.sold, :lot.soldByNegotiation, :lot.notSold, :lot.unsold)
         then case vehicle when 'car' then 'stats' else 'bike-stats' end end
  ) stored,
  model_text text generated always as (maker || ' ' || model || ' ' || grade) stored,
  -- Both time orders put a lot without a known time last in its day (business-rules.md#auction-times).
  time_up timestamp generated always as (
    case when time_known then auction_at at time zone 'Asia/Tokyo' else auction_day + time '23:59:59.9995' end
  ) stored,
  time_down timestamp generated always as (
    case when time_known then auction_at at time zone 'Asia/Tokyo' else auction_day - interval '0.5 milliseconds' end
  ) stored,
  -- Properties by which two lots are similar (docs/decisions/016). Bands are numbers, so that
  -- neighbors differ by one.
  trim_words text generated always as (
    btrim(upper(regexp_replace(grade, '[^[:alnum:].]+', ' ', 'g')))
  ) stored,
  -- Repaired or wrecked vehicles have no neighboring band.
  condition_band smallint generated always as (
    case
      when condition in ('S', '6', '6.0', '5', '5.0') then 5
      when condition in ('4.5', '4', '4.0') then 4
      when condition in ('3.5', '3', '3.0') then 3
      when condition in ('2', '2.0', '1', '1.0') then 2
      when condition in ('R', 'RA', 'RB', 'R2', 'R?', '***', 'WR') then 0
      else -9
    end
  ) stored,
  mileage_band smallint generated always as (
    case
      when mileage_km is null then -9
      else width_bucket(mileage_km, array[10000, 30000, 50000, 80000, 120000, 200000])
    end
  ) stored,
  -- The 10, 50 and 90 % points of the price before the auction (docs/price-model.md). `average_price_yen` is the middle
  -- while the range may be shown; `average_sales` is the number of sales of the trim.
  price_low_yen integer,
  price_middle_yen integer,
  price_high_yen integer,
  price_stratum text,
  price_estimated_at timestamptz(0),
  average_sales integer,
  -- The status before a snapshot delisted the lot; restored when a newer row or snapshot lists the lot again.
  listed_status smallint,
  -- The source's own names where an alias replaced them, by kind, so that an alias can be undone.
  source_names jsonb,
  -- Remark of the auction house on the odometer (contract/src/lots/mileage.ts).
  mileage_mark text check (mileage_mark in ('changed', 'rolledBack', 'unknown')),
  -- Facts of the vehicle by origin (`FactsByOrigin`); the columns below are the strongest value of each.
  facts jsonb not null default '{}',
  type_code text generated always as (coalesce(fact_of(facts, 'typeCode'), '')) stored,
  fuel text generated always as (coalesce(fact_of(facts, 'fuel'), '')) stored,
  hybrid text generated always as (coalesce(fact_of(facts, 'hybrid'), '')) stored,
  horse_power integer generated always as (fact_of(facts, 'powerPs')::integer) stored,
  -- A manager's value, otherwise that of the auction list. `year` stays the list's: it is the model year by which auction
  -- houses list and search; a manager's month of build counts as the age, in `born_month`.
  displacement_cc integer generated always as (coalesce(fact_of(facts, 'engineCc')::integer, engine_cc)) stored,
  steering text generated always as (coalesce(fact_of(facts, 'steering'), '')) stored,
  -- Filters distinguish two-wheel and four-wheel drive; front and rear are both of the former.
  drive_kind text generated always as (
    case fact_of(facts, 'drive') when '4wd' then '4wd' when '2wd' then '2wd' when 'fwd' then '2wd' when 'rwd' then '2wd'
      else '' end
  ) stored,
  seats smallint generated always as (fact_of(facts, 'seats')::smallint) stored,
  body text generated always as (coalesce(fact_of(facts, 'body'), '')) stored,
  interior_grade text generated always as (coalesce(fact_of(facts, 'interiorGrade'), '')) stored,
  -- '1' with a grade for repaired or wrecked vehicles, otherwise '0'.
  repaired text generated always as (
    case when condition in ('R', 'RA', 'RB', 'R2', 'R?', '***', 'WR') then '1' else '0' end
  ) stored,
  -- Month from which the age counts: that of the first registration, otherwise of production; months since the year 0.
  -- A manager's month of production replaces that of the list, which belongs to its own year (builtOf in facts.ts).
  born_month integer generated always as (
    coalesce(
      coalesce(fact_of(facts, 'firstRegistrationYear')::integer, fact_of(facts, 'builtYear')::integer, year) * 12
        + fact_of(facts, 'firstRegistrationMonth')::integer - 1,
      coalesce(fact_of(facts, 'builtYear')::integer, year) * 12 - 1
        + coalesce(fact_of(facts, 'builtMonth')::integer,
                   case when coalesce(fact_of(facts, 'builtYear')::integer, year) = year then month end))
  ) stored,
  -- The scan of the auction sheet as its source names it: `web/<key>` for an address, or a name below `sheets/` in the
  -- photo store. Once it is stored, `sheet` names the stored scan as `image`.
  sheet_image text,
  has_sheet boolean generated always as (
    sheet_image is not null or sheet ->> 'image' is not null or (is_demo and sheet is not null)
  ) stored,
  -- The photo of the odometer, one of `images` as long as that shows it.
  odometer_image text,
  unique (source, source_id)
)
-- Free space on each page for new versions of its lots.
with (fillfactor = 85);
create unique index lots_house_day_number on lots (house_id, auction_day, lot_no, vehicle) where lot_source = 'auction';
-- No query filters by these columns, and their statistics would take most of the time of ANALYZE.
alter table lots
  alter column images set statistics 0,
  alter column sheet set statistics 0,
  alter column inspection set statistics 0,
  alter column videos set statistics 0,
  alter column remarks set statistics 0,
  alter column mileage_note set statistics 0,
  alter column mileage_mark set statistics 0,
  alter column sheet_image set statistics 0,
  alter column odometer_image set statistics 0,
  alter column link set statistics 0,
  alter column source_names set statistics 0,
  alter column facts set statistics 0,
  alter column type_code set statistics 0;
-- Without it the planner treats dependent columns as independent and expects far too few rows.
create statistics lots_makers_models (dependencies, mcv) on maker, model from lots;
-- Lists that PostgreSQL serves without the list index (docs/decisions/015): a page, or one of its models,
-- in default order. Lots open for bidding, the earliest deadline first:
create index lots_upcoming_closing on lots (upcoming_page, bids_close_at, id) include (status, auction_day, is_private)
  where upcoming_page is not null;
create index lots_upcoming_model_closing on lots (upcoming_page, maker, model, bids_close_at, id)
  include (status, auction_day, is_private)
  where upcoming_page is not null;
-- Counts the upcoming lots of each source without reading the lots.
create index lots_upcoming_sources on lots (source, house_id) include (id, created_at, has_sheet)
  where upcoming_page is not null;
-- Fixed prices and sales, newest first:
create index lots_stock_newest on lots (time_down, id) where upcoming_page = 'stock';
create index lots_stats_newest on lots (time_down, id) include (is_private) where sales_page = 'stats';
create index lots_stats_model_newest on lots (maker, model, time_down, id) include (is_private) where sales_page = 'stats';
create index lots_bike_stats_newest on lots (time_down, id) include (is_private) where sales_page = 'bike-stats';
create index lots_bike_stats_model_newest on lots (maker, model, time_down, id) include (is_private)
  where sales_page = 'bike-stats';

-- Sales behind a price range (docs/price-model.md).
create index lots_sales on lots (vehicle, maker, model, auction_day desc, id desc)
  include (year, trim_words, condition_band, mileage_band, sold_price_yen)
  where lot_source = 'auction' and not is_private and status in (:lot.sold, :lot.soldByNegotiation)
    and sold_price_yen is not null;
-- Lots whose average may change when a model is sold.
create index lots_running_models on lots (vehicle, maker, model, year) where status in (:lot.ongoing, :lot.upcoming);

create index lots_outcome_pending on lots (id) where outcome_pending;
create index lots_private on lots (id) where is_private;
-- Other listings of the same vehicle.
create index lots_chassis_number on lots (chassis_number, auction_day desc) where chassis_number <> '';
-- Finds the private lots of a photo before it is shown; private lots are few, so the index stays small.
create index lots_private_pictures on lots using gin (lot_pictures(images, videos, inspection)) where is_private;
-- Finds and counts the lots with a name: sales, upcoming lots and those on no page.
create index lots_names on lots (maker, model);
create index lots_color on lots (color);
create index lots_condition on lots (condition);
create index lots_source_names on lots using gin (source_names jsonb_path_ops) where source_names is not null;

-- Changes of lot notes with their authors; the note itself is in `lots`.
create table lot_note_events (
  id bigint generated always as identity primary key,
  lot_id bigint not null references lots (id),
  actor_id integer not null references users (id),
  before text not null,
  after text not null,
  at timestamptz not null default clock_timestamp()
);
create index lot_note_events_lot on lot_note_events (lot_id, id);

-- Managers' answers to questions about a vehicle, with their authors; the values are in `lots.facts`.
create table lot_fact_events (
  id bigint generated always as identity primary key,
  lot_id bigint not null references lots (id),
  actor_id integer not null references users (id),
  before jsonb not null,
  after jsonb not null,
  at timestamptz not null default clock_timestamp()
);
create index lot_fact_events_lot on lot_fact_events (lot_id, id);

-- Changed lots, for the list index of each process (docs/decisions/015).
create table lot_changes (
  lot_ids bigint[] not null,
  changed_in xid8 not null default pg_current_xact_id(),
  noted_at timestamptz not null default clock_timestamp()
);
create index lot_changes_transaction on lot_changes (changed_in);
create index lot_changes_age on lot_changes (noted_at);

-- Comparisons of the list indexes with `lots` that `npm run admin -- check` requested, and the answer of each process.
create table list_comparison_requests (
  id bigint generated always as identity primary key,
  requested_at timestamptz not null default clock_timestamp()
);
create table list_comparisons (
  request_id bigint not null references list_comparison_requests (id) on delete cascade,
  process text not null,
  finished_at timestamptz,
  -- Null while the comparison runs, and after it failed.
  different_lots integer,
  primary key (request_id, process)
);

-- Models whose sales changed after the last refresh of the price ranges.
create table models_to_average (
  id bigint generated always as identity,
  vehicle text not null,
  maker text not null,
  model text not null
);

-- Tables of facts by type code that an operator imports (`npm run admin -- facts`). Of two tables with the same fact the
-- one of the later date is used.
create table fact_tables (
  id integer generated always as identity primary key,
  name text not null unique,
  -- Title of the publication, its address, and its date.
  source text not null check (source <> ''),
  address text,
  dated date not null,
  imported_at timestamptz not null default clock_timestamp()
);
create table fact_table_rows (
  table_id integer not null references fact_tables (id) on delete cascade,
  -- A full type code, or a code without emission class, which then means all of its classes.
  type_code text not null,
  facts jsonb not null,
  primary key (table_id, type_code)
);
-- The facts of all tables together for a type code: computed at an import, read for each lot. A code without emission class
-- has its own facts or, without a row of its own, those on which all of its full codes agree.
create table known_type_codes (
  type_code text primary key,
  -- The code without emission class is a row of a table.
  is_own boolean not null,
  -- `{"table": {"powerPs": 182}, "tables": {"powerPs": "name of the table"}}`.
  facts jsonb not null
);

-- A person's own marks on a lot, which nobody else sees: hidden from their lists, opened, a note, tags.
create table lot_marks (
  user_id integer not null references users (id),
  lot_id bigint not null references lots (id) on delete cascade,
  hidden_at timestamptz,
  seen_at timestamptz,
  note text not null default '',
  tags text[] not null default '{}',
  primary key (user_id, lot_id)
);
create index lot_marks_lot on lot_marks (lot_id);

-- A person's visits to a page of lots: a lot is new if it was listed after the end of the previous visit.
create table list_visits (
  user_id integer not null references users (id),
  page_type text not null,
  last_at timestamptz not null,
  -- Null during the first visit.
  new_since timestamptz,
  primary key (user_id, page_type)
);
