import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/db.ts';

/** Returns whether any user, and whether this user, has used the browser with this token hash. */
export const findDevice = (tx: Tx, userId: number, deviceHash: Buffer) =>
  tx
    .selectFrom('known_devices')
    .select([
      sql<boolean>`count(*) > 0`.as('is_known'),
      sql<boolean>`coalesce(bool_or(user_id = ${userId}), false)`.as('is_own'),
    ])
    .where('device_hash', '=', deviceHash)
    .executeTakeFirstOrThrow();

export async function saveDevice(tx: Tx, userId: number, deviceHash: Buffer): Promise<void> {
  await tx
    .insertInto('known_devices')
    .values({ user_id: userId, device_hash: deviceHash })
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'device_hash']).doUpdateSet({ last_seen_at: sql`clock_timestamp()` }),
    )
    .execute();
}

export async function deleteOldDevices(db: Db): Promise<void> {
  await db
    .deleteFrom('known_devices')
    .where(sql<boolean>`last_seen_at < clock_timestamp() - interval '2 years'`)
    .execute();
}
