-- Up Migration
-- Who is sending a mail holds it by a lease: a lock in a transaction would stay open as long as a mail server is slow.
alter table mails
  add column claim_token uuid,
  add column claimed_until timestamptz;

-- The mailbox of the demonstration lists the newest.
create index mails_sent on mails (sent_at) where sent_at is not null;

-- Down Migration
drop index mails_sent;
alter table mails drop column claim_token, drop column claimed_until;
