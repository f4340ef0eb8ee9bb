create or replace trigger cost_tables_append_only before update or delete on cost_tables
  for each row execute function refuse_change();
