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
