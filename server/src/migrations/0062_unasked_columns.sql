-- Up Migration
-- No query chooses lots by these columns: gathering what is in them made up most of the time of ANALYZE.
alter table lots
  alter column images set statistics 0,
  alter column sheet set statistics 0,
  alter column inspection set statistics 0,
  alter column videos set statistics 0,
  alter column remarks set statistics 0,
  alter column mileage_note set statistics 0,
  alter column link set statistics 0;

-- Down Migration
alter table lots
  alter column images set statistics -1,
  alter column sheet set statistics -1,
  alter column inspection set statistics -1,
  alter column videos set statistics -1,
  alter column remarks set statistics -1,
  alter column mileage_note set statistics -1,
  alter column link set statistics -1;
