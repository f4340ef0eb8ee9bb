-- Up Migration
alter table lots
  -- The source's own average; ours replaces it once there are enough sales.
  add column source_average_price_yen integer,
  -- The outcome changed and the bids have not been told yet: survives a crash between merge and flow.
  add column outcome_pending boolean not null default false;
create index lots_outcome_pending on lots (id) where outcome_pending;

-- The newest result row of every lot, kept even when it comes before the lot itself.
create table lot_results (
  source text not null,
  source_id text not null,
  updated_at timestamptz(3) not null,
  status smallint not null,
  sold_price_yen integer,
  buyer_order_key text,
  primary key (source, source_id)
);

-- Down Migration
drop table lot_results;
alter table lots drop column source_average_price_yen, drop column outcome_pending;
