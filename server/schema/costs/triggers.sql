create or replace trigger cost_tables_append_only before update or delete on cost_tables
  for each row execute function refuse_change();
create or replace trigger lot_changes_queue_doors after insert on lot_changes
  referencing new table as new_changes for each statement execute function queue_door_totals();
