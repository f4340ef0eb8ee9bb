-- ALWAYS: a session in replica mode cannot bypass them either. TRUNCATE fires no row triggers, so it has its own.

-- The owner of an account never changes.
create or replace trigger ledger_accounts_append_only before update or delete on ledger_accounts
  for each row execute function refuse_change();
create or replace trigger ledger_accounts_never_emptied before truncate on ledger_accounts
  for each statement execute function refuse_change();
alter table ledger_accounts
  enable always trigger ledger_accounts_append_only,
  enable always trigger ledger_accounts_never_emptied;

create or replace trigger ledger_postings_append_only before update or delete on ledger_postings
  for each row execute function refuse_change();
create or replace trigger ledger_postings_never_emptied before truncate on ledger_postings
  for each statement execute function refuse_change();
-- PostgreSQL has no "create or replace" for constraint triggers.
drop trigger if exists ledger_posting_whole on ledger_postings;
create constraint trigger ledger_posting_whole after insert on ledger_postings
  deferrable initially deferred for each row execute function posting_is_whole();
alter table ledger_postings
  enable always trigger ledger_postings_append_only,
  enable always trigger ledger_postings_never_emptied,
  enable always trigger ledger_posting_whole;

create or replace trigger ledger_entries_append_only before update or delete on ledger_entries
  for each row execute function refuse_change();
create or replace trigger ledger_entries_never_emptied before truncate on ledger_entries
  for each statement execute function refuse_change();
create or replace trigger ledger_entries_with_their_posting before insert on ledger_entries
  for each row execute function entry_of_this_posting();
drop trigger if exists ledger_balanced on ledger_entries;
create constraint trigger ledger_balanced after insert on ledger_entries
  deferrable initially deferred for each row execute function posting_sums_to_zero();
create or replace trigger ledger_keeps_balance after insert on ledger_entries
  for each row execute function keep_balance();
alter table ledger_entries
  enable always trigger ledger_entries_append_only,
  enable always trigger ledger_entries_never_emptied,
  enable always trigger ledger_entries_with_their_posting,
  enable always trigger ledger_balanced,
  enable always trigger ledger_keeps_balance;
create or replace trigger ledger_entries_publish after insert on ledger_entries
  referencing new table as booked for each statement execute function publish_balance();
create or replace trigger ledger_entries_publish_outside after insert on ledger_entries
  for each row execute function publish_payment_booked();

create or replace trigger incoming_transfers_kept before delete on incoming_transfers
  for each row execute function refuse_change();
