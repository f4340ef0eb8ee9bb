create or replace trigger bid_clients_exposure before update of exposure_yen on bid_clients
  for each row execute function guard_exposure();

create or replace trigger bids_auction_time before insert on bids for each row execute function copy_auction_time();
create or replace trigger bids_end_offers after update of status on bids
  for each row when (old.status = :bid.bid and new.status <> :bid.bid) execute function end_offers_of_bid();
create or replace trigger bids_publish_inserted after insert on bids
  referencing new table as changed for each statement execute function publish_changed_bids();
create or replace trigger bids_publish_updated after update on bids
  referencing new table as changed for each statement execute function publish_changed_bids();
create or replace trigger bids_noted_order after insert or update of status on bids
  for each row when (new.lot_source = 'stock') execute function note_ordered_lot();

create or replace trigger bid_events_chained before insert on bid_events
  for each row execute function chain_bid_event();
create or replace trigger bid_events_append_only before update or delete on bid_events
  for each row execute function refuse_change();
create or replace trigger bid_events_never_emptied before truncate on bid_events
  for each statement execute function refuse_change();

create or replace trigger bid_event_digests_append_only before update or delete on bid_event_digests
  for each row execute function refuse_change();
create or replace trigger bid_event_digests_never_emptied before truncate on bid_event_digests
  for each statement execute function refuse_change();

create or replace trigger group_decisions_append_only before update or delete on group_decisions
  for each row execute function refuse_change();

create or replace trigger bids_win_chance before insert or update of amount_yen on bids
  for each row execute function keep_win_chance();
