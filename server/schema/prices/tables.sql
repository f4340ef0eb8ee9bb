-- Effects of the price model that all models of a vehicle type share, of its last fit (docs/price-model.md).
create table price_commons (
  vehicle text primary key check (vehicle in ('car', 'bike')),
  effects jsonb not null,
  -- Effects of the chance of a bid, and the factors that keep each stratum's coverage within bounds.
  chance jsonb not null,
  corrections jsonb not null,
  -- The public record: how often ranges and chances held (contract/src/prices/record-routes.ts).
  record jsonb not null,
  sales integer not null,
  fitted_at timestamptz not null default clock_timestamp()
);

-- Effects of one model; fitted each night, and by an import that changes its sales.
create table price_models (
  vehicle text not null,
  maker text not null,
  model text not null,
  effects jsonb not null,
  sales integer not null,
  fitted_at timestamptz not null default clock_timestamp(),
  primary key (vehicle, maker, model)
);

-- The estimate of each ended lot, frozen before its auction, and its result. Replayed: computed afterwards from earlier
-- sales alone, for auctions before the first fit.
create table price_scores (
  lot_id bigint primary key references lots (id) on delete cascade,
  vehicle text not null,
  maker text not null,
  house_id integer not null references auction_houses (id),
  auction_day date not null,
  stratum text not null,
  age_years smallint,
  low_yen integer not null,
  middle_yen integer not null,
  high_yen integer not null,
  is_shown boolean not null,
  start_yen integer,
  sold_yen integer,
  is_replayed boolean not null
);
create index price_scores_day on price_scores (auction_day);

-- Sources whose sold prices moved away from their estimates overnight: their sales since that day do not count until the
-- operator releases them.
create table price_alarms (
  source text not null,
  vehicle text not null,
  first_day date not null,
  sales integer not null,
  -- Median of sold price over estimate.
  ratio real not null,
  noticed_at timestamptz not null default clock_timestamp(),
  released_at timestamptz,
  primary key (source, vehicle, first_day)
);
