-- Up Migration
-- Beside the line a lot was last merged from, the newest stamp it was sent under with nothing else changed: a lot is not
-- written for its stamp (docs/decisions/039). Lines of before are read once more.
truncate feed_lines;
alter table feed_lines
  -- Null: the lot was last merged from a row that is not known by its line.
  alter column line_hash drop not null,
  add column newest_at timestamptz(3) not null,
  -- Such a line says how the auction ended as well, which under another stamp is another thing to say.
  add column says_outcome boolean not null;
comment on column feed_lines.line_hash is
  '64 bits of the SHA-256 of the line without its stamp, and of the settings it was read under';
-- Rows are written again and again, and no index looks at what changes in them.
alter table feed_lines set (fillfactor = 50);

-- Down Migration
update lots l set source_updated_at = f.newest_at
  from feed_lines f where f.lot_id = l.id and f.newest_at > l.source_updated_at;
truncate feed_lines;
alter table feed_lines reset (fillfactor);
comment on column feed_lines.line_hash is null;
alter table feed_lines drop column says_outcome, drop column newest_at, alter column line_hash set not null;
