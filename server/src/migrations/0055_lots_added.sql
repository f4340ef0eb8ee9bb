-- Up Migration
-- How many lots of an import were not there before.
alter table feed_imports add column lots_added integer not null default 0;
create index feed_imports_trouble on feed_imports (id) where rows_refused > 0 or problem is not null;

-- Down Migration
drop index feed_imports_trouble;
alter table feed_imports drop column lots_added;
