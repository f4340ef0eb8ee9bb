create or replace function posting_sums_to_zero() returns trigger language plpgsql as $$
begin
  if (select coalesce(sum(amount_yen), 1) from ledger_entries where posting_id = new.posting_id) <> 0 then
    raise exception 'posting % does not sum to zero', new.posting_id using errcode = 'check_violation';
  end if;
  return null;
end $$;

create or replace function keep_balance() returns trigger language plpgsql as $$
begin
  update bid_clients set balance_yen = balance_yen + new.amount_yen
   where user_id = (select user_id from ledger_accounts where id = new.account_id);
  return null;
end $$;

-- Adding a pair that sums to zero to an old posting would change history without an update.
create or replace function entry_of_this_posting() returns trigger language plpgsql as $$
begin
  if not exists (select from ledger_postings where id = new.posting_id and written_in = pg_current_xact_id()) then
    raise exception 'posting % was booked before and is append only', new.posting_id using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

-- Checked at the end of the transaction: a posting moves money, and a reversal is the mirror of its posting.
create or replace function posting_is_whole() returns trigger language plpgsql as $$
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

create or replace function publish_balance() returns trigger language plpgsql as $$
begin
  perform publish_ids('counter', array(
    select a.user_id from booked e join ledger_accounts a on a.id = e.account_id where a.user_id is not null));
  return null;
end $$;
