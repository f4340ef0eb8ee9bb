import { USER_TYPE } from '@seri/contract/auth/permissions.ts';
import { sql } from 'kysely';
import type { CurrentUser } from '../../platform/calls/current-user.ts';
import type { Db } from '../../platform/db/db.ts';
import { PREPARED } from '../../platform/db/named-queries.ts';
import type { Audience } from './condition-queries.ts';

export const isStaff = (currentUser: CurrentUser) => currentUser.userType === USER_TYPE.manager;

/**
 * The lots that a person may see: staff see all, clients the public ones and the private ones that name them
 * (business-rules.md#private-lots).
 */
export async function audienceOf(db: Db, currentUser: CurrentUser): Promise<Audience> {
  if (isStaff(currentUser)) return 'staff';
  const { rows } = await sql<{ named: boolean }>`
    select ${PREPARED} exists (select from lots where is_private and viewers @> array[${currentUser.userId}::integer]) as named`.execute(
    db,
  );
  return rows[0]?.named ? { userId: currentUser.userId } : 'everybody';
}
