import { DOOR_VERDICTS, isProhibited } from '@seri/contract/costs/verdicts.ts';
import { sql } from 'kysely';
import { findCostTable } from '../../costs/queries.ts';
import { UNKNOWN_YEN } from '../../costs/totals/update-door-totals.ts';
import type { Db } from '../../platform/db/db.ts';

/**
 * The least total of a shared lot at the door that its sharer chose, for the preview picture; null without a choice,
 * for past sales, for a vehicle that may not be imported there, and while it is unknown.
 */
export async function findShareTotal(db: Db, shareId: string): Promise<{ yen: number; place: string } | null> {
  const { rows } = await sql<{ yen: number; verdict: number; destination: string }>`
    select totals.least_yen[slot.slot] as yen, totals.verdicts[slot.slot] as verdict, door.destination
      from shares join client_doors door on door.user_id = shares.user_id
      join door_slots slot on slot.is_offered and (slot.destination, slot.buyer) = (door.destination, door.buyer)
      join lot_doors totals on totals.lot_id = shares.lot_id
     where shares.id = ${shareId} and shares.page_type not in ('stats', 'bike-stats')`.execute(db);
  const [total] = rows;
  if (!total?.yen || total.yen === UNKNOWN_YEN) return null;
  if (isProhibited(DOOR_VERDICTS[total.verdict])) return null;
  const stored = await findCostTable(db);
  const place = stored?.table.destinations.find(({ code }) => code === total.destination);
  return place ? { yen: total.yen, place: place.label.en } : null;
}
