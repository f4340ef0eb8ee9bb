-- Up Migration
-- Mails nobody will get any more, for those who should know it; and the newest that did arrive.
create index mails_failed on mails (dropped_at)
  where drop_reason like 'given up:%' or drop_reason like 'address refused:%';
create index mails_arrived on mails (user_id, sent_at) where sent_at is not null;

-- Down Migration
drop index mails_arrived;
drop index mails_failed;
