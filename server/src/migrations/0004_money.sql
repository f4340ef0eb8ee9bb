-- Up Migration
create table purchases (
  id bigint generated always as identity primary key,
  lot_id bigint not null unique references lots (id) on delete restrict,
  bid_id bigint not null unique references bids (id),
  user_id integer not null references users (id),
  sku text not null unique,
  purchased_on date not null,
  status smallint not null default 0 check (status between 0 and 8),
  car_price_yen bigint not null check (car_price_yen > 0),
  agent_fee_yen bigint not null check (agent_fee_yen >= 0),
  haulage_yen bigint not null check (haulage_yen >= 0),
  total_yen bigint generated always as (car_price_yen + agent_fee_yen + haulage_yen) stored,
  export_type smallint,
  export_port text,
  voyage text,
  etd date,
  eta date,
  created_at timestamptz not null default now()
);
create index purchases_user on purchases (user_id, purchased_on desc, id desc);

create table ledger_accounts (
  id integer generated always as identity primary key,
  kind text not null check (kind in ('client', 'bank', 'sales', 'fees')),
  user_id integer unique references users (id),
  check ((kind = 'client') = (user_id is not null))
);
create unique index ledger_accounts_company on ledger_accounts (kind) where user_id is null;
insert into ledger_accounts (kind) values ('bank'), ('sales'), ('fees');

create table ledger_postings (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('remittance', 'car_purchase', 'correction')),
  idempotency_key text not null unique,
  description text not null,
  purchase_id bigint references purchases (id),
  booked_on date not null,
  created_at timestamptz not null default clock_timestamp()
);

create table ledger_entries (
  id bigint generated always as identity primary key,
  posting_id bigint not null references ledger_postings (id),
  account_id integer not null references ledger_accounts (id),
  amount_yen bigint not null check (amount_yen <> 0)
);
create index ledger_entries_account on ledger_entries (account_id, id);
create index ledger_entries_posting on ledger_entries (posting_id);

create trigger ledger_postings_append_only before update or delete on ledger_postings
  for each row execute function refuse_change();
create trigger ledger_entries_append_only before update or delete on ledger_entries
  for each row execute function refuse_change();

create function posting_sums_to_zero() returns trigger language plpgsql as $$
begin
  if (select coalesce(sum(amount_yen), 1) from ledger_entries where posting_id = new.posting_id) <> 0 then
    raise exception 'posting % does not sum to zero', new.posting_id using errcode = 'check_violation';
  end if;
  return null;
end $$;
create constraint trigger ledger_balanced after insert on ledger_entries
  deferrable initially deferred for each row execute function posting_sums_to_zero();

create function keep_balance() returns trigger language plpgsql as $$
begin
  update bid_clients set balance_yen = balance_yen + new.amount_yen
   where user_id = (select user_id from ledger_accounts where id = new.account_id);
  return null;
end $$;
create trigger ledger_keeps_balance after insert on ledger_entries
  for each row execute function keep_balance();

-- Down Migration
drop table ledger_entries, ledger_postings, ledger_accounts, purchases;
drop function keep_balance;
drop function posting_sums_to_zero;
