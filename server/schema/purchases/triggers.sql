create or replace trigger addresses_stay before update or delete on addresses for each row execute function refuse_change();
create or replace trigger purchase_fees_append_only before update or delete on purchase_fees
  for each row execute function refuse_change();
create or replace trigger purchase_events_append_only before update or delete on purchase_events
  for each row execute function refuse_change();
create or replace trigger purchases_publish_outside after insert on purchases for each row execute function publish_purchase_won();
