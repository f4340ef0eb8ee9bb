-- Up Migration
-- The line of the feed each lot was last merged from: the same bytes again say nothing new and are not read. What is
-- not here is read and merged as any other line.
create table feed_lines (
  lot_id bigint primary key references lots (id) on delete cascade,
  -- 64 bits of the line's SHA-256, and of the settings it was read under.
  line_hash bigint not null,
  auction_day date not null
);

-- Down Migration
drop table feed_lines;
