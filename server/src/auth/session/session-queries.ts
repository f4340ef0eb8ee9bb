import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/db.ts';

const now = sql<Date>`clock_timestamp()`;

/** Returns the live sessions of a user, the current one first. */
export const findSessions = (db: Db, userId: number, currentId: string) =>
  db
    .selectFrom('sessions')
    .select((eb) => [
      'id',
      eb('id', '=', currentId).as('is_current'),
      'user_agent',
      'address',
      'created_at',
      'last_seen_at',
    ])
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .where('refresh_expires_at', '>', now)
    .orderBy('is_current', 'desc')
    .orderBy('last_seen_at', 'desc')
    .orderBy('id')
    .execute();

/** Returns false when this user has no such live session. */
export async function endOwnSession(db: Db, userId: number, sessionId: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('sessions')
    .set({ ended_at: now, end_reason: 'signed_out_elsewhere' })
    .where('id', '=', sessionId)
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .where('refresh_expires_at', '>', now)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

interface Ending {
  userId: number;
  /** Null ends every session. */
  currentSessionId: string | null;
  reason: 'signed_out_elsewhere' | 'password_changed' | 'account_disabled' | 'ended_by_staff';
}

/** Returns the number of live sessions that ended. */
export async function endOtherSessions(db: Db | Tx, { userId, currentSessionId, reason }: Ending): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('sessions')
    .set({ ended_at: now, end_reason: reason })
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .where('refresh_expires_at', '>', now)
    .$if(currentSessionId !== null, (query) => query.where('id', '<>', currentSessionId))
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}

/** Returns the account data that a password change needs. */
export const findPasswordOwner = (db: Db, userId: number) =>
  db
    .selectFrom('users')
    .select(['email', 'full_name', 'company', 'password_hash'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
