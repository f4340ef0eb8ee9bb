-- Up Migration
-- When a group's decision took effect, its lots being locked: what rivals did before stands before it (docs/decisions/022).
alter table group_decisions add column written_at timestamptz;
alter table group_decisions alter column written_at set default clock_timestamp();

-- Down Migration
alter table group_decisions drop column written_at;
