import { sql } from 'kysely';
import type { Db } from '../platform/db/db.ts';

export interface BuiltRow {
  year: number;
  month: number;
  chassis_code: string;
  model_name: string | null;
  grade_code: string | null;
  engine_no: string | null;
  transmission: string | null;
  description: string | null;
  code: string | null;
  color_code: string | null;
  trim_code: string | null;
  catalog_no: string | null;
}

/** The range that contains a number; without a maker the code alone decides. A maker's alias counts as the maker. */
export async function findBuilt(
  db: Db,
  { code, serial, maker }: { code: string; serial: number; maker: string },
): Promise<BuiltRow | undefined> {
  const { rows } = await sql<BuiltRow>`
    select year, month, chassis_code, model_name, grade_code, engine_no, transmission, description, code, color_code,
           trim_code, catalog_no
      from production_months
     where chassis_code = ${code} and serial_from <= ${serial}::bigint and serial_to >= ${serial}::bigint
       and (${maker} = '' or upper(${maker}) in (upper(maker), (
         select upper(n.stands_for) from feed_names n
          where n.kind = 'maker' and n.maker = '' and n.name = production_months.maker)))
     order by serial_from desc, maker limit 1`.execute(db);
  return rows[0];
}
