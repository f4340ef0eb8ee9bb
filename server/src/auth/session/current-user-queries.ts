import { offered, type Permissions, ROLE, type Service, USER_TYPE } from '@seri/contract/auth/permissions.ts';
import { LANGUAGE } from '@seri/contract/users/routes.ts';
import { sql } from 'kysely';
import type { CurrentUser } from '../../platform/calls/current-user.ts';
import type { Db } from '../../platform/db/db.ts';
import { PREPARED } from '../../platform/db/named-queries.ts';
import { tokenHash } from '../../platform/http/cookies.ts';

interface CurrentUserRow {
  id: number;
  user_type: 2 | 3;
  role_id: number;
  language: number | null;
  permissions: Permissions;
  session_id: string;
  second_factor_needed: boolean;
  switched_off: Service[] | null;
}

/**
 * Returns the user of a valid access token. Flags and role are read fresh, so a change applies from its commit. The
 * statement is prepared, because it runs with every call and planning it costs more than running it.
 */
export async function findCurrentUser(db: Db, accessToken: string): Promise<CurrentUser | null> {
  const { rows } = await sql<CurrentUserRow>`${PREPARED}
    select users.id, user_type, role_id, language, permissions, sessions.id as session_id,
      user_type = ${USER_TYPE.manager}
        and exists (select from company_settings where key = 'managerSecondFactor' and value = '"required"')
        and not exists (select from second_factors where second_factors.user_id = users.id) as second_factor_needed,
      (select value from company_settings where key = 'switchedOff') as switched_off
    from sessions join users on users.id = sessions.user_id
    where access_hash = ${tokenHash(accessToken)} and ended_at is null and access_expires_at > clock_timestamp()
      and role_id <> ${ROLE.disabled}`.execute(db);
  const [row] = rows;
  if (!row) return null;
  return {
    userId: row.id,
    userType: row.user_type,
    roleId: row.role_id,
    language: row.language ?? LANGUAGE.en,
    sessionId: row.session_id,
    permissions: offered(row.permissions, row.switched_off ?? []),
    secondFactorNeeded: row.second_factor_needed,
  };
}
