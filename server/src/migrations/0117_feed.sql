-- Up Migration
-- Rows of a feed are read and compared each time. What stays beside a lot is the newest stamp it was sent under with
-- nothing else changed: a lot is not written for its stamp (docs/decisions/039-stamps-beside-lots.md).
alter table feed_lines rename to lot_stamps;
alter table lot_stamps rename constraint feed_lines_pkey to lot_stamps_pkey;
alter table lot_stamps rename constraint feed_lines_lot_id_fkey to lot_stamps_lot_id_fkey;
alter table lot_stamps drop column line_hash, drop column says_outcome;

-- Down Migration
alter table lot_stamps rename to feed_lines;
alter table feed_lines rename constraint lot_stamps_pkey to feed_lines_pkey;
alter table feed_lines rename constraint lot_stamps_lot_id_fkey to feed_lines_lot_id_fkey;
alter table feed_lines add column line_hash bigint, add column says_outcome boolean not null default false;
alter table feed_lines alter column says_outcome drop default;
comment on column feed_lines.line_hash is
  '64 bits of the SHA-256 of the line without its stamp, and of the settings it was read under';
