-- Up Migration
-- Calls of this minute by who makes them. Unlogged: losing it in a crash costs nobody anything, and no call waits for a disk.
create unlogged table call_budgets (
  subject text not null,
  budget text not null,
  window_start timestamptz not null,
  taken integer not null,
  primary key (subject, budget)
);
create index call_budgets_age on call_budgets (window_start);

-- Down Migration
drop table call_budgets;
