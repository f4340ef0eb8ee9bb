import { offered, type Permissions, ROLE, type Service, USER_TYPE } from '@seri/contract/auth/permissions.ts';
import { sql } from 'kysely';
import type { Db } from '../platform/db.ts';
import { tokenHash } from '../platform/http/cookies.ts';
import { PLANNED_ONCE } from '../platform/prepared-client.ts';
import type { Viewer } from '../platform/viewer.ts';

/** The person behind a living access token; flags and role are read fresh, so a change counts from its commit on. */
export async function findViewer(db: Db, accessToken: string): Promise<Viewer | null> {
  const row = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    // Asked with every call: planning it takes ten times as long as answering it.
    .modifyFront(PLANNED_ONCE)
    .select((eb) => [
      'users.id',
      'user_type',
      'role_id',
      'language',
      'permissions',
      'sessions.id as session_id',
      eb
        .and([
          eb('user_type', '=', USER_TYPE.manager),
          eb.exists(
            eb
              .selectFrom('company_settings')
              .select('key')
              .where('key', '=', 'managerSecondFactor')
              .where('value', '=', JSON.stringify('required')),
          ),
          eb.not(
            eb.exists(
              eb
                .selectFrom('second_factors')
                .select('second_factors.user_id')
                .whereRef('second_factors.user_id', '=', 'users.id'),
            ),
          ),
        ])
        .as('second_factor_needed'),
      eb.selectFrom('company_settings').select('value').where('key', '=', 'switchedOff').as('switched_off'),
    ])
    .where('access_hash', '=', tokenHash(accessToken))
    .where('ended_at', 'is', null)
    .where('access_expires_at', '>', sql<Date>`clock_timestamp()`)
    .where('role_id', '<>', ROLE.disabled)
    .executeTakeFirst();
  if (!row) return null;
  return {
    userId: row.id,
    userType: row.user_type as 2 | 3,
    roleId: row.role_id,
    language: row.language ?? 692,
    sessionId: row.session_id,
    permissions: offered(row.permissions as Permissions, (row.switched_off ?? []) as Service[]),
    secondFactorNeeded: Boolean(row.second_factor_needed),
  };
}
