-- Up Migration
-- Transfers as the bank tells of them. Their money is in the books at once, on the account 'unassigned'; it is the
-- client's once his reference or a person says so. One bank number arrives once.
create table incoming_transfers (
  id bigint generated always as identity primary key,
  bank_id text not null unique,
  amount_yen bigint not null check (amount_yen > 0),
  sender text not null,
  reference text not null,
  received_on date not null,
  arrived_at timestamptz not null default clock_timestamp(),
  posting_id bigint not null references ledger_postings (id),
  -- Null: it waits for its client.
  user_id integer references users (id),
  assigned_posting_id bigint unique references ledger_postings (id),
  -- How often it was given to a client: a wrong one is taken back and the next one gets it.
  assignments integer not null default 0,
  check ((user_id is null) = (assigned_posting_id is null))
);
create index incoming_transfers_waiting on incoming_transfers (id) where user_id is null;
create trigger incoming_transfers_kept before delete on incoming_transfers
  for each row execute function refuse_change();

-- Down Migration
drop table incoming_transfers;
