-- Up Migration
-- What an agent who works by mail was told about a house and day; the newest sheet replaces the others
-- (docs/decisions/020).
create table order_sheets (
  house_id integer not null references auction_houses (id),
  day date not null,
  version integer not null,
  -- [{lotId, version, kind}]: the versions he knows once he has this sheet, withdrawals too, which its lines leave out.
  orders jsonb not null,
  csv text not null,
  content_hash text not null,
  written_at timestamptz not null default clock_timestamp(),
  confirmed_at timestamptz,
  confirmed_by integer references users (id),
  primary key (house_id, day, version),
  constraint order_sheets_confirmed check ((confirmed_at is null) = (confirmed_by is null))
);

-- The agent has no account: his address stands in the mail's data.
alter table mails alter column user_id drop not null,
  add constraint mails_reader check (user_id is not null or kind = 'order_sheet');

-- Down Migration
delete from mails where user_id is null;
alter table mails drop constraint mails_reader, alter column user_id set not null;
drop table order_sheets;
