-- Up Migration
-- What is known of the lists that are pulled: nothing of how they are opened, which stands in a file of the operator.
create table feed_sources (
  name text primary key,
  etag text,
  last_modified text,
  checked_at timestamptz,
  -- Also while a worker pulls it: nobody else does before.
  next_at timestamptz not null,
  failures integer not null default 0,
  problem text
);

-- Down Migration
drop table feed_sources;
