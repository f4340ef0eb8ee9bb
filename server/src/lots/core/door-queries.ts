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

/** A lot at one door. Without a door, and until the totals of the lot are computed, it has none. */
export interface AtDoor {
  has_door: boolean;
  door_least_yen: number | null;
  door_most_yen: number | null;
  door_verdict: number | null;
}

/** Columns of {@link AtDoor}, from {@link doorOfLot}. */
export const doorColumns = (slot: number | null): RawBuilder<unknown> => sql`
  at_door.lot_id is not null as has_door, at_door.least_yen[${slot}::integer] as door_least_yen,
  at_door.most_yen[${slot}::integer] as door_most_yen, at_door.verdicts[${slot}::integer] as door_verdict`;

/** Joins the totals of `lots` at all doors. */
export const doorOfLot = (slot: number | null): RawBuilder<unknown> =>
  sql`left join lot_doors at_door on at_door.lot_id = lots.id and ${slot}::integer is not null`;

/** The total and the verdict in a record. */
export function toLotDoor({ has_door, door_least_yen, door_most_yen, door_verdict }: AtDoor): { door?: LotDoor } {
  if (!has_door) return {};
  const known = (yen: number | null) => (yen === UNKNOWN_TOTAL_YEN ? null : yen);
  const verdict = DOOR_VERDICTS[door_verdict ?? -1] ?? 'unknown';
  return { door: { leastYen: known(door_least_yen), mostYen: known(door_most_yen), verdict } };
}
