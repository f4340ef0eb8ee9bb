-- Up Migration
-- How an import came to its end: by which mapping it read, what stopped it, how many lots it took off the lists.
alter table feed_imports
  add column mapping text,
  add column problem text,
  add column lots_removed integer not null default 0;

-- Down Migration
alter table feed_imports drop column lots_removed, drop column problem, drop column mapping;
