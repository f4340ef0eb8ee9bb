create or replace trigger lots_compare_sheet
  after update of mileage_km, year, engine_cc, lot_no, condition, chassis_code on lots for each row
  when ((old.mileage_km, old.year, old.engine_cc, old.lot_no, old.condition, old.chassis_code)
    is distinct from (new.mileage_km, new.year, new.engine_cc, new.lot_no, new.condition, new.chassis_code))
  execute function compare_changed_lot();
create or replace trigger lots_forget_sheet
  after update of sheet on lots for each row
  when (old.sheet ->> 'image' is distinct from new.sheet ->> 'image')
  execute function forget_changed_sheet();
