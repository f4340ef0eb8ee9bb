-- Up Migration
-- Nothing looks for these, and they are the most of a lot: without them its statistics take half the time.
alter table lots
  alter column images set statistics 0,
  alter column sheet set statistics 0,
  alter column inspection set statistics 0,
  alter column videos set statistics 0,
  alter column remarks set statistics 0;
-- Hardly two lots have the same cells: remembering them costs more than it saves.
alter function rebuild_lot_counters() set enable_memoize = off;
-- Both first look whether any row changed in what is counted. Expecting to find one at once, the planner compared every old
-- row with every new one: 14 seconds for 2,000 rows of which none did.
alter function count_lots() set enable_nestloop = off;
alter function count_sales() set enable_nestloop = off;

-- Down Migration
alter function count_sales() reset enable_nestloop;
alter function count_lots() reset enable_nestloop;
alter function rebuild_lot_counters() reset enable_memoize;
alter table lots
  alter column images set statistics -1,
  alter column sheet set statistics -1,
  alter column inspection set statistics -1,
  alter column videos set statistics -1,
  alter column remarks set statistics -1;
