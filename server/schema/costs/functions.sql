-- Totals at the door follow their lots: changes of facts, prices and days are among those that lists notice. The job that
-- computes totals reports them to the list index as changed lots too, and must not queue them again.
create or replace function queue_door_totals() returns trigger language plpgsql as $$
begin
  if current_setting('seri.computes_doors', true) = '1' then
    return null;
  end if;
  insert into lot_door_changes (lot_id, auction_at)
  select lots.id, auction_at from (select distinct unnest(lot_ids) as id from new_changes) changed join lots using (id)
   where upcoming_page is not null
   order by lots.id
  on conflict (lot_id) do update set version = lot_door_changes.version + 1, auction_at = excluded.auction_at;
  return null;
end $$;

-- Marks questions as answered and notifies those who asked, once for each answer. Without a port: at every one.
create or replace function answer_questions(p_lot bigint, p_facts text[], p_port text, p_key text) returns void
language sql as $$
  with answered as (
    update lot_questions set answered_at = clock_timestamp()
     where lot_id = p_lot and fact = any(p_facts) and answered_at is null and port = coalesce(p_port, port)
    returning user_id, fact
  )
  insert into notifications (user_id, kind, lot_id, data, dedupe_key)
  select user_id, 'vehicle_answered', p_lot, jsonb_build_object('facts', jsonb_agg(fact order by fact)), p_key
    from answered group by user_id
  on conflict do nothing
$$;

-- The facts that a manager has just stored answer the questions about them; the last of three lengths answers the volume.
create or replace function answer_by_facts() returns trigger language plpgsql as $$
declare v_facts text[] := array(
  select key from jsonb_each(new.after) where new.before -> key is distinct from value);
begin
  if v_facts && array['lengthMm', 'widthMm', 'heightMm'] and not exists (
    select from unnest(array['lengthMm', 'widthMm', 'heightMm']) length
     where not exists (select from lots, jsonb_each(lots.facts) origin
                        where lots.id = new.lot_id and origin.key <> 'tables' and origin.value ? length)
  ) then
    v_facts := v_facts || 'volumeM3'::text;
  end if;
  perform answer_questions(new.lot_id, v_facts, null, 'answered:' || new.id);
  return null;
end $$;

create or replace function answer_by_reference_value() returns trigger language plpgsql as $$
begin
  perform answer_questions(new.lot_id, array['referenceValue'], new.destination,
                           'valued:' || new.lot_id || ':' || new.destination || ':' || extract(epoch from new.set_at));
  return null;
end $$;
