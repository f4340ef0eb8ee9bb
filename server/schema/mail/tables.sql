create table mails (
  id bigint generated always as identity primary key,
  kind text not null,
  -- Null: the agent has no account, his address stands in the mail's data.
  user_id integer references users (id),
  data jsonb not null,
  -- One notice of one event, however often the event is told.
  dedupe_key text unique,
  created_at timestamptz not null default now(),
  attempts integer not null default 0,
  last_error text,
  sent_at timestamptz,
  -- Not sent, and why not: the person does not want such mail, the account is gone, the address refuses it.
  dropped_at timestamptz,
  drop_reason text,
  -- Who is sending a mail holds it by a lease: a lock in a transaction would stay open as long as a mail server is slow.
  claim_token uuid,
  claimed_until timestamptz,
  constraint mails_reader check (user_id is not null or kind = 'order_sheet')
);
create index mails_waiting on mails (created_at) where sent_at is null and dropped_at is null;
create index mails_user on mails (user_id, kind, created_at);
-- The mailbox of the demonstration lists the newest.
create index mails_sent on mails (sent_at) where sent_at is not null;
-- Mails nobody will get any more, for those who should know it; and the newest that did arrive.
create index mails_failed on mails (dropped_at)
  where drop_reason like 'given up:%' or drop_reason like 'address refused:%';
create index mails_arrived on mails (user_id, sent_at) where sent_at is not null;
