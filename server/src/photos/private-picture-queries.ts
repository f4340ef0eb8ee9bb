import { sql } from 'kysely';
import type { Db } from '../platform/db/db.ts';
import { PREPARED } from '../platform/db/named-queries.ts';

/** A picture is on few lots; the first ones are enough to grant access. */
const MAX_LOTS = 20;

/** The private lots that show the picture at this address, `/p/<name>`; usually none. */
export async function findPrivateLotsShowing(db: Db, address: string): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`${PREPARED}
    select id from lots
     where is_private and lot_pictures(images, videos, inspection) @> array[${address}::text]
    union
    select l.id from lot_extra_images extra join lots l on l.id = extra.lot_id
     where l.is_private and extra.images @> array[${address}::text]
    limit ${MAX_LOTS}`.execute(db);
  return rows.map(({ id }) => id);
}

/**
 * Whether a public lot shows the picture as well. A photo is always of one vehicle, so only lots with the same chassis
 * number are checked; a drawing of the demonstration may be on any lot.
 */
export async function isShownPublicly(
  db: Db,
  address: string,
  { lotIds, isDrawing }: { lotIds: number[]; isDrawing: boolean },
): Promise<boolean> {
  const ofVehicle = sql`chassis_number in (
    select chassis_number from lots where id = any(${lotIds}::bigint[]) and chassis_number <> '')`;
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from lots where not is_private and lot_pictures(images, videos, inspection) @> array[${address}::text]
      and ${isDrawing ? sql`true` : ofVehicle}) as found`.execute(db);
  return rows[0]?.found ?? false;
}
