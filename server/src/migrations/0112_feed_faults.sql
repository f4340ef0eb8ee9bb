-- Up Migration

-- Lots that a whole list names by their id alone, as their numbers could not be read.
alter table feed_full_lists add column source_ids text[] not null default '{}';

-- Sources whose rows are stamped more than ten minutes ahead, with the last import that refused some.
create table feed_clock_faults (
  source text primary key,
  rows bigint not null,
  ahead_seconds double precision not null,
  import_id bigint references feed_imports (id) on delete set null,
  last_at timestamptz not null default clock_timestamp()
);

-- Lots, lines, results and lists that such rows froze before they were refused can be changed again.
update lots set source_updated_at = now() where source_updated_at > now() + interval '10 minutes';
update lots set result_updated_at = now() where result_updated_at > now() + interval '10 minutes';
update feed_lines set newest_at = now(), line_hash = null where newest_at > now() + interval '10 minutes';
update lot_results set updated_at = now() where updated_at > now() + interval '10 minutes';
update feed_full_lists set updated_at = now() where updated_at > now() + interval '10 minutes';
update auction_houses set source_updated_at = now() where source_updated_at > now() + interval '10 minutes';
update production_months set source_updated_at = now() where source_updated_at > now() + interval '10 minutes';

-- Down Migration
drop table feed_clock_faults;
alter table feed_full_lists drop column source_ids;
