create table mails (
  id bigint generated always as identity primary key,
  kind text not null,
  -- Null for the agent, as agents have no account. The address is in the email's data.
  user_id integer references users (id),
  data jsonb not null,
  -- One notification per event, even if the event is repeated.
  dedupe_key text unique,
  created_at timestamptz not null default now(),
  attempts integer not null default 0,
  last_error text,
  sent_at timestamptz,
  -- Not sent, with the reason: the person switched such mails off, the account was deleted, or the address refuses it.
  dropped_at timestamptz,
  drop_reason text,
  -- A sender holds a mail by a lease: a lock would keep a transaction open as long as a mail server is slow.
  claim_token uuid,
  claimed_until timestamptz,
  constraint mails_reader check (user_id is not null or kind = 'order_sheet')
);
create index mails_waiting on mails (created_at) where sent_at is null and dropped_at is null;
create index mails_user on mails (user_id, kind, created_at);
-- The mailbox of the demonstration lists the newest mails.
create index mails_sent on mails (sent_at) where sent_at is not null;
-- Failed mails, reported to the staff, and the newest delivered ones.
create index mails_failed on mails (dropped_at)
  where drop_reason like 'given up:%' or drop_reason like 'address refused:%';
create index mails_arrived on mails (user_id, sent_at) where sent_at is not null;
