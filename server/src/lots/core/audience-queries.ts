import { USER_TYPE } from '@seri/contract/auth/permissions.ts';
import { type RawBuilder, sql } from 'kysely';
import type { CurrentUser } from '../../platform/calls/current-user.ts';
import type { Db } from '../../platform/db/db.ts';
import { PREPARED } from '../../platform/db/named-queries.ts';
import type { Audience } from './condition-queries.ts';

export const isStaff = (currentUser: CurrentUser) => currentUser.userType === USER_TYPE.manager;

/** Whether a private lot names this person; staff need not be named. */
export const isNamed = (currentUser: CurrentUser): RawBuilder<boolean> =>
  sql`(${!isStaff(currentUser)} and exists (
    select from lots where is_private and viewers @> array[${currentUser.userId}::integer]))`;

/**
 * The lots that a person may see: staff see all, clients the public ones and the private ones that name them
 * (business-rules.md#private-lots).
 */
export function toAudience(currentUser: CurrentUser, { named }: { named: boolean }): Audience {
  if (isStaff(currentUser)) return 'staff';
  return named ? { userId: currentUser.userId } : 'everybody';
}

export async function audienceOf(db: Db, currentUser: CurrentUser): Promise<Audience> {
  if (isStaff(currentUser)) return 'staff';
  const { rows } = await sql<{ named: boolean }>`select ${PREPARED} ${isNamed(currentUser)} as named`.execute(db);
  return toAudience(currentUser, { named: rows[0]?.named ?? false });
}
