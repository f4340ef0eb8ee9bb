create table auction_houses (
  id integer generated always as identity primary key,
  name text not null unique,
  is_uss boolean not null default false,
  weekdays smallint[] not null default '{}',
  opens_at time not null default '09:00',
  -- Of its own: when bids close, when the agent takes no more orders, until when a client may cancel, how far an order may
  -- go over a bid. Null: what the company set for all houses.
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

-- All pictures that a lot's record names: photos, moving pictures, and those of a motorcycle's inspection. Of an index,
-- so that it stands here and changes by a migration that makes the index anew.
create function lot_pictures(images text[], videos text[], inspection jsonb) returns text[]
language sql immutable parallel safe as $$
  select images || videos || array(
    select jsonb_array_elements_text(jsonb_path_query_array(inspection, '$.zones[*].images[*] ? (@.type() == "string")')))
$$;

-- Every vehicle that was ever listed, auctioned or at a fixed price, coming and past.
create table lots (
  id bigint generated always as identity primary key,
  vehicle text not null check (vehicle in ('car', 'bike')),
  lot_source text not null check (lot_source in ('auction', 'stock')),
  -- Who says so, what he calls it, and when he last wrote it and its result.
  source text not null,
  source_id text not null,
  source_updated_at timestamptz not null,
  result_updated_at timestamptz,
  house_id integer not null references auction_houses (id),
  lot_no integer not null,
  -- When it runs and what may be done until when: every lot carries its own instants, written by the import.
  auction_day date not null,
  auction_at timestamptz(3) not null,
  time_known boolean not null,
  bids_close_at timestamptz(3) not null,
  agent_cutoff_at timestamptz(3) not null,
  cancel_until timestamptz(3) not null,
  -- LOT_STATUS (contract/src/lots/statuses.ts).
  status smallint not null,
  -- The vehicle.
  maker text not null,
  model text not null,
  grade text not null default '',
  year smallint,
  month smallint,
  engine_cc integer,
  gearbox text not null default '',
  drive text,
  color text not null default '',
  mileage_km integer,
  condition text not null default '',
  equip text not null default '',
  chassis_code text not null default '',
  chassis_number text not null default '',
  horse_power integer,
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
  -- The source's own average; ours replaces it once there are enough sales.
  source_average_price_yen integer,
  -- The outcome changed and the bids have not been told yet: survives a crash between merge and flow.
  outcome_pending boolean not null default false,
  -- Ascending is from the worst grade to the best; a grade the table does not know sorts last with the missing ones.
  condition_rank smallint generated always as (
    case condition
      when '***' then 1 when 'WR' then 2 when 'R?' then 3 when 'R2' then 4 when 'R' then 5 when 'RB' then 6 when 'RA' then 7
      when '1' then 8 when '2' then 9 when '3' then 10 when '3.0' then 10 when '3.5' then 11 when '4' then 12
      when '4.0' then 12 when '4.5' then 13 when '5' then 14 when '5.0' then 14 when '6' then 15 when '6.0' then 15
      when 'S' then 16
    end
  ) stored,
  -- Of motorcycles: ratings and remarks of the house, addresses of videos, a word on the mileage.
  inspection jsonb,
  videos text[] not null default '{}',
  mileage_note text not null default '',
  link text,
  -- Who besides the staff sees a private lot (business-rules.md#private-lots).
  viewers integer[] not null default '{}',
  -- The page of coming lots this one stands on (business-rules.md#lot-pages); a flag, because no index can ask for today.
  coming_page text,
  sales_page text generated always as (
    case when lot_source = 'auction' and status in (:lot.sold, :lot.soldByNegotiation, :lot.notSold, :lot.unsold)
         then case vehicle when 'car' then 'stats' else 'bike-stats' end end
  ) stored,
  model_text text generated always as (maker || ' ' || model || ' ' || grade) stored,
  -- Both orders by time put a lot without a known hour last in its day (business-rules.md#auction-times).
  time_up timestamp generated always as (
    case when time_known then auction_at at time zone 'Asia/Tokyo' else auction_day + time '23:59:59.9995' end
  ) stored,
  time_down timestamp generated always as (
    case when time_known then auction_at at time zone 'Asia/Tokyo' else auction_day - interval '0.5 milliseconds' end
  ) stored,
  -- By what two lots are alike (docs/decisions/016). The bands are numbers, so that neighbours differ by one.
  trim_words text generated always as (
    btrim(upper(regexp_replace(grade, '[^[:alnum:].]+', ' ', 'g')))
  ) stored,
  -- Repaired or wrecked is no neighbour of anything.
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
  -- How many sales the average rests on and how far the likeness was relaxed; null where fewer than five support one.
  average_sales integer,
  average_level smallint,
  -- The status of a lot that a whole list took off: it has it again when a newer row or list names the lot.
  listed_status smallint,
  -- What the source wrote where the lot carries another name by a rule, by kind; so a rule can be taken back.
  source_names jsonb,
  -- What the house says about the odometer (contract/src/lots/mileage.ts).
  mileage_mark text check (mileage_mark in ('changed', 'rolledBack', 'unknown')),
  unique (source, source_id)
)
-- Room on each page for new versions of its lots.
with (fillfactor = 85);
create unique index lots_house_day_number on lots (house_id, auction_day, lot_no, vehicle) where lot_source = 'auction';
-- No query chooses lots by these columns: gathering what is in them made up most of the time of ANALYZE.
alter table lots
  alter column images set statistics 0,
  alter column sheet set statistics 0,
  alter column inspection set statistics 0,
  alter column videos set statistics 0,
  alter column remarks set statistics 0,
  alter column mileage_note set statistics 0,
  alter column mileage_mark set statistics 0,
  alter column link set statistics 0,
  alter column source_names set statistics 0;
-- Without it the planner multiplies what always goes together and expects far too few rows.
create statistics lots_makers_models (dependencies, mcv) on maker, model from lots;
-- The lists that PostgreSQL tells itself (docs/decisions/015): a page, or one of its models, in the order it
-- opens in. Lots open for bidding, soonest closing first:
create index lots_coming_closing on lots (coming_page, bids_close_at, id) include (status, auction_day, is_private)
  where coming_page is not null;
create index lots_coming_model_closing on lots (coming_page, maker, model, bids_close_at, id)
  include (status, auction_day, is_private)
  where coming_page is not null;
-- Fixed prices and sales, the newest first:
create index lots_stock_newest on lots (time_down, id) where coming_page = 'stock';
create index lots_stats_newest on lots (time_down, id) include (is_private) where sales_page = 'stats';
create index lots_stats_model_newest on lots (maker, model, time_down, id) include (is_private) where sales_page = 'stats';
create index lots_bike_stats_newest on lots (time_down, id) include (is_private) where sales_page = 'bike-stats';
create index lots_bike_stats_model_newest on lots (maker, model, time_down, id) include (is_private)
  where sales_page = 'bike-stats';

-- Those an average price rests on (docs/decisions/016).
create index lots_sales on lots (vehicle, maker, model, auction_day desc, id desc)
  include (year, trim_words, condition_band, mileage_band, sold_price_yen)
  where lot_source = 'auction' and not is_private and status in (:lot.sold, :lot.soldByNegotiation)
    and sold_price_yen is not null;
-- Whose average may have changed when a model was sold.
create index lots_running_models on lots (vehicle, maker, model, year) where status in (:lot.ongoing, :lot.upcoming);

create index lots_outcome_pending on lots (id) where outcome_pending;
create index lots_private on lots (id) where is_private;
-- Other appearances of the same vehicle.
create index lots_chassis_number on lots (chassis_number, auction_day desc) where chassis_number <> '';
-- Whose photo this is, before it is shown: private lots are few, so the index stays small.
create index lots_private_pictures on lots using gin (lot_pictures(images, videos, inspection)) where is_private;
-- How many lots carry a name, and which: sales, coming lots and those on no page alike.
create index lots_names on lots (maker, model);
create index lots_color on lots (color);
create index lots_condition on lots (condition);
create index lots_source_names on lots using gin (source_names jsonb_path_ops) where source_names is not null;

-- Who wrote what about a lot; the note itself stays on the lot.
create table lot_note_events (
  id bigint generated always as identity primary key,
  lot_id bigint not null references lots (id),
  actor_id integer not null references users (id),
  before text not null,
  after text not null,
  at timestamptz not null default clock_timestamp()
);
create index lot_note_events_lot on lot_note_events (lot_id, id);

-- Lots that were changed, for the list index of each process (docs/decisions/015).
create table lot_changes (
  lot_ids bigint[] not null,
  changed_in xid8 not null default pg_current_xact_id(),
  noted_at timestamptz not null default clock_timestamp()
);
create index lot_changes_transaction on lot_changes (changed_in);
create index lot_changes_age on lot_changes (noted_at);

-- Models whose sales have changed since the averages were brought up to date (docs/decisions/016).
create table models_to_average (
  id bigint generated always as identity,
  vehicle text not null,
  maker text not null,
  model text not null
);
