-- Accounts of clients, or of the company: bank, sales, fees, shipping costs, costs of corrections, and unassigned money.
create table ledger_accounts (
  id integer generated always as identity primary key,
  kind text not null
    check (kind in ('client', 'bank', 'sales', 'fees', 'freight', 'corrections', 'unassigned')),
  user_id integer unique references users (id),
  check ((kind = 'client') = (user_id is not null))
);
create unique index ledger_accounts_company on ledger_accounts (kind) where user_id is null;
insert into ledger_accounts (kind) values ('bank'), ('sales'), ('fees'), ('freight'), ('corrections'), ('unassigned');

-- An event that moves money.
create table ledger_postings (
  id bigint generated always as identity primary key,
  kind text not null check (kind in
    ('deposit', 'remittance', 'car_purchase', 'fee', 'freight', 'refund', 'correction', 'transfer')),
  idempotency_key text not null unique,
  description text not null,
  -- References a purchase (purchases/tables.sql).
  purchase_id bigint,
  booked_on date not null,
  created_at timestamptz not null default clock_timestamp(),
  -- A correction may reverse another posting, and each is reversed at most once.
  corrects_id bigint unique references ledger_postings (id),
  -- The actor: the portal itself, the operator, a manager, a program by its token.
  booked_through text not null default 'portal'
    check (booked_through in ('portal', 'operator', 'manager', 'program')),
  booked_by integer references users (id),
  booked_by_token integer,
  -- The transaction that may still add entries to it.
  written_in xid8 default pg_current_xact_id(),
  constraint ledger_postings_correction check (corrects_id is null or kind = 'correction'),
  constraint ledger_postings_manager check ((booked_through = 'manager') = (booked_by is not null)),
  constraint ledger_postings_program check ((booked_through = 'program') = (booked_by_token is not null))
);
create index ledger_postings_purchase on ledger_postings (purchase_id) where purchase_id is not null;

create table ledger_entries (
  id bigint generated always as identity primary key,
  posting_id bigint not null references ledger_postings (id),
  account_id integer not null references ledger_accounts (id),
  amount_yen bigint not null check (amount_yen <> 0)
);
create index ledger_entries_account on ledger_entries (account_id, id);
create index ledger_entries_posting on ledger_entries (posting_id);

-- The portal's own role owns these tables and could change its rows; revoking the right adds a second barrier to the
-- triggers. For a superuser, as in the embedded database, only the triggers count. A foreign key locks the referenced
-- row, which needs the right to change some column: the identity column, which cannot be set.
revoke update, delete, truncate on ledger_accounts, ledger_postings, ledger_entries from public, current_user;
grant update (id) on ledger_accounts, ledger_postings to current_user;

-- Results of the nightly ledger checks.
create table ledger_checks (
  id bigint generated always as identity primary key,
  at timestamptz not null default clock_timestamp(),
  postings bigint not null,
  entries bigint not null,
  faults text[] not null
);

-- Incoming bank transfers. Their money is booked at once on the account 'unassigned', and moves to the client whom
-- the reference or a person names. Each bank number arrives once.
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
  -- Number of assignments so far: after a wrong one is reversed, the transfer can be assigned again.
  assignments integer not null default 0,
  check ((user_id is null) = (assigned_posting_id is null))
);
create index incoming_transfers_waiting on incoming_transfers (id) where user_id is null;
