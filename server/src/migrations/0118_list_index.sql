-- Up Migration
-- Lots that were changed, for the list index of each process (docs/decisions/065-list-index.md).
create table lot_changes (
  lot_ids bigint[] not null,
  changed_in xid8 not null default pg_current_xact_id(),
  noted_at timestamptz not null default clock_timestamp()
);
create index lot_changes_transaction on lot_changes (changed_in);
create index lot_changes_age on lot_changes (noted_at);

create function note_inserted_lots() returns trigger language plpgsql as $$
begin
  insert into lot_changes (lot_ids) select array_agg(id) from new_lots having count(*) > 0;
  return null;
end $$;
create trigger lots_noted_inserted after insert on lots
  referencing new table as new_lots for each statement execute function note_inserted_lots();

create function note_deleted_lots() returns trigger language plpgsql as $$
begin
  insert into lot_changes (lot_ids) select array_agg(id) from old_lots having count(*) > 0;
  return null;
end $$;
create trigger lots_noted_deleted after delete on lots
  referencing old table as old_lots for each statement execute function note_deleted_lots();

-- Only what lists filter, sort and count by.
create function note_updated_lots() returns trigger language plpgsql as $$
begin
  insert into lot_changes (lot_ids)
  select array_agg(n.id) from old_lots o join new_lots n using (id)
   where row(o.coming_page, o.sales_page, o.is_private, o.viewers, o.status, o.auction_day, o.auction_at, o.time_known,
             o.bids_close_at, o.house_id, o.lot_no, o.maker, o.model, o.grade, o.chassis_code, o.year, o.condition,
             o.mileage_km, o.engine_cc, o.gearbox, o.color, o.equip, o.start_price_yen, o.sold_price_yen)
         is distinct from
         row(n.coming_page, n.sales_page, n.is_private, n.viewers, n.status, n.auction_day, n.auction_at, n.time_known,
             n.bids_close_at, n.house_id, n.lot_no, n.maker, n.model, n.grade, n.chassis_code, n.year, n.condition,
             n.mileage_km, n.engine_cc, n.gearbox, n.color, n.equip, n.start_price_yen, n.sold_price_yen)
  having count(*) > 0;
  return null;
end $$;
create trigger lots_noted_updated after update on lots
  referencing old table as old_lots new table as new_lots for each statement execute function note_updated_lots();

-- An accepted order takes a fixed-price lot off its page.
create function note_ordered_lot() returns trigger language plpgsql as $$
begin
  insert into lot_changes (lot_ids) values (array[new.lot_id]);
  return null;
end $$;
create trigger bids_noted_order after insert or update of status on bids
  for each row when (new.lot_source = 'stock') execute function note_ordered_lot();
