create or replace trigger cost_tables_append_only before update or delete on cost_tables
  for each row execute function refuse_change();
create or replace trigger lot_changes_queue_doors after insert on lot_changes
  referencing new table as new_changes for each statement execute function queue_door_totals();
create or replace trigger lot_fact_events_answer after insert on lot_fact_events
  for each row execute function answer_by_facts();
create or replace trigger lot_reference_values_answer after insert or update on lot_reference_values
  for each row execute function answer_by_reference_value();
