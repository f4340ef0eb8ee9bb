import { sql } from 'kysely';
import type { Db } from '../platform/db/db.ts';
import type { OrderSheetMail } from '../platform/mail-outbox.ts';

export interface SheetFacts {
  house: string;
  day: string;
  version: number;
  orders: number;
  csv: string;
  writtenAt: Date;
  /** Instant of the previous sheet. */
  replacesAt: Date | null;
}

/** Data of a sheet for its mail; undefined when a newer sheet exists, which it must not overtake. */
export async function findSheetFacts(
  db: Db,
  { houseId, day, version }: OrderSheetMail,
): Promise<SheetFacts | undefined> {
  const { rows } = await sql<SheetFacts>`
    select h.name as house, s.day, s.version, s.csv, s.written_at as "writtenAt",
      (select count(*) from jsonb_array_elements(s.orders) o where o ->> 'kind' = 'order') as orders,
      (select b.written_at from order_sheets b
        where b.house_id = s.house_id and b.day = s.day and b.version = s.version - 1) as "replacesAt"
    from order_sheets s join auction_houses h on h.id = s.house_id
    where s.house_id = ${houseId} and s.day = ${day} and s.version = ${version}
      and not exists (select from order_sheets n
        where n.house_id = s.house_id and n.day = s.day and n.version > s.version)`.execute(db);
  return rows[0];
}
