-- Up Migration
-- The portal's own role owns these tables and could change what it wrote; without the right the triggers are the second
-- wall, not the only one. A superuser, as in the database that Seri brings along, meets the triggers alone. Whoever
-- references a row locks it, which asks for the right to change some column: the number that identity always gives.
revoke update, delete, truncate on ledger_accounts, ledger_postings, ledger_entries from current_user;
grant update (id) on ledger_accounts, ledger_postings to current_user;

-- Down Migration
grant update, delete, truncate on ledger_accounts, ledger_postings, ledger_entries to current_user;
