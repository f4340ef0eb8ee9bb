import { DOOR_VERDICTS } from '@seri/contract/costs/verdicts.ts';
import type { LotDoor } from '@seri/contract/lots/records.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/db.ts';
import { PREPARED } from '../../platform/db/named-queries.ts';
import { UNKNOWN_TOTAL_YEN } from '../list-index/columns.ts';

/**
 * The slot of a person's door among the totals of lots: that of the destination they chose, otherwise that of the first
 * port of their country, never one of another. Null without either.
 */
export const doorSlotOf = (userId: RawBuilder<unknown>): RawBuilder<number | null> => sql`(
  select slot.slot from users door_user
    left join client_doors chosen on chosen.user_id = door_user.id
    join door_slots slot on slot.is_offered
     and (slot.destination = chosen.destination or (slot.is_port and slot.country_id = door_user.country_id))
   where door_user.id = ${userId}
   order by (slot.destination = chosen.destination) is true desc, slot.place,
            slot.buyer = coalesce(chosen.buyer, 'person') desc, slot.slot
   limit 1)`;

export async function findDoorSlot(db: Db | Tx, userId: number): Promise<number | null> {
  const { rows } = await sql<{
    slot: number | null;
  }>`select ${PREPARED} ${doorSlotOf(sql`${userId}::integer`)} as slot`.execute(db);
  return rows[0]?.slot ?? null;
}

/** Totals and verdicts of these lots at one door; lots whose totals are not computed yet are absent. */
export async function findLotDoors(db: Db, lotIds: number[], slot: number | null): Promise<Map<number, LotDoor>> {
  if (slot === null || lotIds.length === 0) return new Map();
  const { rows } = await sql<{ id: number; least: number | null; most: number | null; verdict: number | null }>`
    select ${PREPARED} lot_id as id, least_yen[${slot}::integer] as least, most_yen[${slot}::integer] as most,
           verdicts[${slot}::integer] as verdict
      from lot_doors where lot_id = any(${lotIds}::bigint[])`.execute(db);
  const known = (yen: number | null) => (yen === UNKNOWN_TOTAL_YEN ? null : yen);
  return new Map(
    rows.map(({ id, least, most, verdict }) => [
      id,
      { leastYen: known(least), mostYen: known(most), verdict: DOOR_VERDICTS[verdict ?? -1] ?? 'unknown' },
    ]),
  );
}
