-- Up Migration
-- Every kind of event that moves money. A correction may take another posting back, and each is taken back once.
alter table ledger_postings drop constraint ledger_postings_kind_check;
alter table ledger_postings
  add constraint ledger_postings_kind_check check (kind in
    ('deposit', 'remittance', 'car_purchase', 'fee', 'freight', 'refund', 'correction', 'transfer')),
  add column corrects_id bigint unique references ledger_postings (id),
  -- Who booked it: the portal itself, the operator, a manager, a program by its token.
  add column booked_through text not null default 'portal'
    check (booked_through in ('portal', 'operator', 'manager', 'program')),
  add column booked_by integer references users (id),
  add column booked_by_token integer,
  add column written_in xid8,
  add constraint ledger_postings_correction check (corrects_id is null or kind = 'correction'),
  add constraint ledger_postings_manager check ((booked_through = 'manager') = (booked_by is not null)),
  add constraint ledger_postings_program check ((booked_through = 'program') = (booked_by_token is not null));
alter table ledger_postings alter column written_in set default pg_current_xact_id();
create index ledger_postings_purchase on ledger_postings (purchase_id) where purchase_id is not null;

-- Beside bank, sales and fees: what ships cost, what corrections cost the company, and money of which nobody knows
-- yet whose it is.
alter table ledger_accounts drop constraint ledger_accounts_kind_check;
alter table ledger_accounts add constraint ledger_accounts_kind_check
  check (kind in ('client', 'bank', 'sales', 'fees', 'freight', 'corrections', 'unassigned'));
insert into ledger_accounts (kind) values ('freight'), ('corrections'), ('unassigned');
-- An account never changes hands.
create trigger ledger_accounts_append_only before update or delete on ledger_accounts
  for each row execute function refuse_change();

-- TRUNCATE asks no row. ALWAYS: not even a session that plays a replica passes.
create trigger ledger_postings_never_emptied before truncate on ledger_postings
  for each statement execute function refuse_change();
create trigger ledger_entries_never_emptied before truncate on ledger_entries
  for each statement execute function refuse_change();
create trigger ledger_accounts_never_emptied before truncate on ledger_accounts
  for each statement execute function refuse_change();
alter table ledger_accounts enable always trigger ledger_accounts_append_only;
alter table ledger_accounts enable always trigger ledger_accounts_never_emptied;
alter table ledger_postings enable always trigger ledger_postings_append_only;
alter table ledger_postings enable always trigger ledger_postings_never_emptied;
alter table ledger_entries enable always trigger ledger_entries_append_only;
alter table ledger_entries enable always trigger ledger_entries_never_emptied;
alter table ledger_entries enable always trigger ledger_balanced;
alter table ledger_entries enable always trigger ledger_keeps_balance;
revoke update, delete, truncate on ledger_accounts, ledger_postings, ledger_entries from public;

-- A pair that sums to zero added to an old posting would change history without an update.
create function entry_of_this_posting() returns trigger language plpgsql as $$
begin
  if not exists (select from ledger_postings where id = new.posting_id and written_in = pg_current_xact_id()) then
    raise exception 'posting % was booked before and is append only', new.posting_id using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger ledger_entries_with_their_posting before insert on ledger_entries
  for each row execute function entry_of_this_posting();
alter table ledger_entries enable always trigger ledger_entries_with_their_posting;

-- Judged at the end of the transaction: a posting moves money, and one that takes another back is its mirror.
create function posting_is_whole() returns trigger language plpgsql as $$
begin
  if not exists (select from ledger_entries where posting_id = new.id) then
    raise exception 'posting % moves no money', new.id using errcode = 'check_violation';
  end if;
  if new.corrects_id is not null and (
    exists (select from ledger_postings where id = new.corrects_id and corrects_id is not null)
    or exists (
      select account_id from ledger_entries where posting_id in (new.id, new.corrects_id)
       group by account_id having sum(amount_yen) <> 0)) then
    raise exception 'posting % does not take back posting %', new.id, new.corrects_id using errcode = 'check_violation';
  end if;
  return null;
end $$;
create constraint trigger ledger_posting_whole after insert on ledger_postings
  deferrable initially deferred for each row execute function posting_is_whole();
alter table ledger_postings enable always trigger ledger_posting_whole;

-- What each night's comparison of the books found.
create table ledger_checks (
  id bigint generated always as identity primary key,
  at timestamptz not null default clock_timestamp(),
  postings bigint not null,
  entries bigint not null,
  faults text[] not null
);

-- Down Migration
drop table ledger_checks;
drop trigger ledger_posting_whole on ledger_postings;
drop function posting_is_whole;
drop trigger ledger_entries_with_their_posting on ledger_entries;
drop function entry_of_this_posting;
drop trigger ledger_entries_never_emptied on ledger_entries;
drop trigger ledger_postings_never_emptied on ledger_postings;
drop trigger ledger_accounts_never_emptied on ledger_accounts;
drop trigger ledger_accounts_append_only on ledger_accounts;
drop index ledger_postings_purchase;
delete from ledger_accounts where kind in ('freight', 'corrections', 'unassigned');
alter table ledger_accounts drop constraint ledger_accounts_kind_check;
alter table ledger_accounts add constraint ledger_accounts_kind_check check (kind in ('client', 'bank', 'sales', 'fees'));
alter table ledger_postings drop column written_in, drop column booked_by_token, drop column booked_by,
  drop column booked_through, drop column corrects_id, drop constraint ledger_postings_kind_check;
alter table ledger_postings add constraint ledger_postings_kind_check
  check (kind in ('remittance', 'car_purchase', 'correction'));
