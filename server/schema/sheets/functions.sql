-- Row by row, so that each is checked against the ranges that earlier rows left. Returns the number written and the
-- refused lines, each with the range it would overlap. Plans are made while the table may still be empty and reused for
-- thousands of rows, so sequential scans must not look cheap.
create or replace function merge_production_months(p_rows jsonb, out written integer, out taken jsonb) language plpgsql
set enable_seqscan = off as $$
declare
  r record;
  v_other text;
begin
  written := 0;
  taken := '[]';
  for r in
    select * from jsonb_to_recordset(p_rows) as g(
      line integer, source text, "sourceId" text, "updatedAt" timestamptz(3), maker text, "chassisCode" text,
      "serialFrom" bigint, "serialTo" bigint, year smallint, month smallint, "modelName" text, "gradeCode" text,
      "engineNo" text, transmission text, description text, code text, "colorCode" text, "trimCode" text,
      "catalogNo" text)
     order by line
  loop
    continue when exists (
      select from production_months m
       where m.source = r.source and m.source_id = r."sourceId" and m.source_updated_at > r."updatedAt");
    select format('%s %s-%s', o.chassis_code, o.serial_from, o.serial_to) into v_other
      from production_months o
     where o.chassis_code = upper(r."chassisCode") and upper(o.maker) = upper(r.maker)
       and o.serial_from <= r."serialTo" and o.serial_to >= r."serialFrom"
       and (o.source, o.source_id) <> (r.source, r."sourceId")
     order by o.serial_from limit 1;
    if found then
      taken := taken || jsonb_build_array(jsonb_build_array(r.line, v_other));
      continue;
    end if;
    insert into production_months as m (
      source, source_id, source_updated_at, maker, chassis_code, serial_from, serial_to, year, month, model_name,
      grade_code, engine_no, transmission, description, code, color_code, trim_code, catalog_no)
    values (
      r.source, r."sourceId", r."updatedAt", r.maker, upper(r."chassisCode"), r."serialFrom", r."serialTo", r.year,
      r.month, r."modelName", r."gradeCode", r."engineNo", r.transmission, r.description, r.code, r."colorCode",
      r."trimCode", r."catalogNo")
    on conflict (source, source_id) do update set
      source_updated_at = excluded.source_updated_at, maker = excluded.maker, chassis_code = excluded.chassis_code,
      serial_from = excluded.serial_from, serial_to = excluded.serial_to, year = excluded.year, month = excluded.month,
      model_name = excluded.model_name, grade_code = excluded.grade_code, engine_no = excluded.engine_no,
      transmission = excluded.transmission, description = excluded.description, code = excluded.code,
      color_code = excluded.color_code, trim_code = excluded.trim_code, catalog_no = excluded.catalog_no
    where m is distinct from excluded;
    if found then written := written + 1; end if;
  end loop;
end $$;

-- Whether two values of a field contradict each other. Lists round: mileage to thousands, displacement to hundreds, and
-- some give the model year for the year of registration.
create or replace function sheet_differs(p_field text, p_sheet text, p_list text) returns boolean language sql immutable
return case p_field
  when 'mileage' then p_sheet ~ '^[0-9]{1,7}$' and abs(p_sheet::integer - p_list::integer) >= 1000
  when 'firstRegistration' then p_sheet ~ '^[0-9]{4}' and abs(left(p_sheet, 4)::integer - p_list::integer) >= 2
  when 'displacement' then p_sheet ~ '^[0-9]{2,5}$' and abs(p_sheet::integer - p_list::integer) > 60
  when 'lotNumber' then p_sheet <> p_list
  when 'overallGrade' then upper(regexp_replace(p_sheet, '\.0$', '')) <> upper(regexp_replace(p_list, '\.0$', ''))
  when 'modelCode' then upper(p_sheet) <> upper(p_list)
  else false
end;

-- The lot's own value in the spelling of sheet_items.value; null where the lot has none.
create or replace function sheet_list_value(p_field text, l lots) returns text language sql stable
return case p_field
  when 'mileage' then l.mileage_km::text
  when 'firstRegistration' then l.year::text
  when 'displacement' then l.engine_cc::text
  when 'lotNumber' then l.lot_no::text
  when 'overallGrade' then nullif(l.condition, '')
  when 'modelCode' then nullif(l.chassis_code, '')
end;

-- Compares a lot with its sheet and stores what differs. A decision holds as long as both sides say what they said. A
-- value that a manager confirmed is written to the lot again when the list repeats its own.
create or replace function refresh_sheet_contradictions(p_lot bigint) returns void language plpgsql as $$
declare
  c record;
  v_fields text[] := '{}';
begin
  for c in
    select v.*
      from (select i.field, min(i.id) as item_id, min(i.value) as sheet_value, sheet_list_value(i.field, l) as list_value
              from lot_sheets s
              join sheet_items i on i.reading_id = s.reading_id and i.value is not null
              join lots l on l.id = s.lot_id
             where s.lot_id = p_lot
             group by i.field, l.*
            having count(distinct i.value) = 1) v
     where v.list_value is not null and sheet_differs(v.field, v.sheet_value, v.list_value)
  loop
    v_fields := v_fields || c.field;
    insert into sheet_contradictions as o (lot_id, field, item_id, sheet_value, list_value)
    values (p_lot, c.field, c.item_id, c.sheet_value, c.list_value)
    on conflict (lot_id, field) do update set
      item_id = excluded.item_id, sheet_value = excluded.sheet_value, list_value = excluded.list_value,
      found_at = clock_timestamp(), decision = null, decided_value = null, decided_by = null, decided_at = null
    where (o.sheet_value, o.list_value) is distinct from (excluded.sheet_value, excluded.list_value)
      and (o.sheet_value <> excluded.sheet_value or o.decided_value is distinct from excluded.list_value);
  end loop;
  delete from sheet_contradictions where lot_id = p_lot and decision is null and field <> all (v_fields);
  perform apply_sheet_decisions(p_lot);
end $$;

-- Writes the values that managers confirmed to the lot, where it still has the list's.
create or replace function apply_sheet_decisions(p_lot bigint) returns void language sql as $$
  update lots l set
    mileage_km = case when d.field = 'mileage' then d.decided_value::integer else l.mileage_km end,
    year = case when d.field = 'firstRegistration' then left(d.decided_value, 4)::smallint else l.year end,
    engine_cc = case when d.field = 'displacement' then d.decided_value::integer else l.engine_cc end,
    condition = case when d.field = 'overallGrade' then d.decided_value else l.condition end
  from sheet_contradictions d
  where l.id = p_lot and d.lot_id = p_lot and d.decision in ('sheet', 'other')
    and d.field in ('mileage', 'firstRegistration', 'displacement', 'overallGrade')
    and sheet_list_value(d.field, l) = d.list_value and d.list_value is distinct from d.decided_value
$$;

create or replace function compare_changed_lot() returns trigger language plpgsql as $$
begin
  if exists (select from lot_sheets where lot_id = new.id) then
    perform refresh_sheet_contradictions(new.id);
  end if;
  return null;
end $$;

-- A lot with another picture of its sheet has no reading until that picture is read.
create or replace function forget_changed_sheet() returns trigger language plpgsql as $$
begin
  delete from lot_sheets where lot_id = new.id;
  if found then
    perform refresh_sheet_contradictions(new.id);
  end if;
  return null;
end $$;
