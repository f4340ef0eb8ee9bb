import { USER_TYPE } from '@seri/contract/auth/permissions.ts';
import { sql } from 'kysely';
import type { Viewer } from '../../platform/calls/current-user.ts';
import type { Db } from '../../platform/db/db.ts';
import type { Audience } from './condition-queries.ts';

export const isStaff = (viewer: Viewer) => viewer.userType === USER_TYPE.manager;

/** Staff see every lot, clients the public ones and the private ones they are named on (business-rules.md#private-lots). */
export async function audienceOf(db: Db, viewer: Viewer): Promise<Audience> {
  if (isStaff(viewer)) return 'staff';
  const { rows } = await sql<{ named: boolean }>`
    select exists (select from lots where is_private and viewers @> array[${viewer.userId}::integer]) as named`.execute(
    db,
  );
  return rows[0]?.named ? { userId: viewer.userId } : 'everybody';
}
