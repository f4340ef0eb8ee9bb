create or replace trigger lots_place before insert or update of vehicle, lot_source, auction_day, status on lots
  for each row execute function place_lot();

create or replace trigger lots_inserted after insert on lots
  referencing new table as new_lots for each statement execute function follow_inserted_lots();
create or replace trigger lots_deleted after delete on lots
  referencing old table as old_lots for each statement execute function follow_deleted_lots();
create or replace trigger lots_updated after update on lots
  referencing old table as old_lots new table as new_lots for each statement execute function follow_updated_lots();

create or replace trigger lots_move_bids after update of lot_no, auction_day, auction_at, time_known on lots for each row
  when ((old.lot_no, old.auction_day, old.auction_at, old.time_known)
    is distinct from (new.lot_no, new.auction_day, new.auction_at, new.time_known))
  execute function move_bids_of_lot();
create or replace trigger lots_end_offers after update of status on lots
  for each row when (old.status = :lot.notSold and new.status <> :lot.notSold) execute function end_offers_of_lot();
create or replace trigger lots_moved after update on lots
  referencing old table as old_lots new table as new_lots for each statement execute function notify_moved_lots();

create or replace trigger lots_watched after update on lots
  referencing old table as old_lots new table as new_lots for each statement execute function notify_watched_lots();
create or replace trigger lots_relisted after insert on lots
  referencing new table as new_lots for each statement execute function notify_relisted_lots();

create or replace trigger lot_note_events_append_only before update or delete on lot_note_events
  for each row execute function refuse_change();
create or replace trigger lot_note_events_never_emptied before truncate on lot_note_events
  for each statement execute function refuse_change();
create or replace trigger lot_fact_events_append_only before update or delete on lot_fact_events
  for each row execute function refuse_change();
create or replace trigger lot_fact_events_never_emptied before truncate on lot_fact_events
  for each statement execute function refuse_change();
