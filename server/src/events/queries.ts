import { ROLE } from '@seri/contract/auth/permissions.ts';
import { sql } from 'kysely';
import type { Db } from '../platform/db/db.ts';

/** The sessions among these that have ended or whose account is disabled. */
export async function findEndedSessions(db: Db, sessionIds: string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select requested.id from unnest(${sessionIds}::uuid[]) requested(id)
    left join (sessions s join users u on u.id = s.user_id) on s.id = requested.id
    where s.id is null or s.ended_at is not null or s.refresh_expires_at <= clock_timestamp()
      or u.role_id = ${ROLE.disabled}`.execute(db);
  return rows.map(({ id }) => id);
}
