-- Totals at the door follow their lots: changes of facts, prices and days are among those that lists notice. The job that
-- computes totals reports them to the list index as changed lots too, and must not queue them again.
create or replace function queue_door_totals() returns trigger language plpgsql as $$
begin
  if current_setting('seri.computes_doors', true) = '1' then
    return null;
  end if;
  insert into lot_door_changes (lot_id)
  select lots.id from (select distinct unnest(lot_ids) as id from new_changes) changed join lots using (id)
   where upcoming_page is not null
   order by lots.id
  on conflict (lot_id) do update set version = lot_door_changes.version + 1;
  return null;
end $$;
