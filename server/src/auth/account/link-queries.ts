import { ROLE } from '@seri/contract/auth/permissions.ts';
import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/db.ts';
import type { LinkPurpose } from '../../platform/email-link.ts';
import { tokenHash } from '../../platform/http/cookies.ts';

const now = sql<Date>`clock_timestamp()`;

/** Whose link this is, while it works; asking does not use it up. */
export const findLinkOwner = (db: Db, token: string, purpose: LinkPurpose) =>
  db
    .selectFrom('email_links')
    .innerJoin('users', 'users.id', 'email_links.user_id')
    .select(['users.id', 'email', 'full_name', 'company'])
    .where('token_hash', '=', tokenHash(token))
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('voided_at', 'is', null)
    .where('expires_at', '>', now)
    .where('role_id', '<>', ROLE.disabled)
    .executeTakeFirst();
export type LinkOwner = NonNullable<Awaited<ReturnType<typeof findLinkOwner>>>;

/** The account first, then its links: the order in which they are locked everywhere. */
export const lockAccount = (tx: Tx, userId: number) =>
  tx
    .selectFrom('users')
    .select(['id', 'password_hash', 'password_changed_at', 'role_id'])
    .where('id', '=', userId)
    .forUpdate()
    .executeTakeFirstOrThrow();

/** True for the one who uses it; false once it is used, void or over. */
export async function spendLink(tx: Tx, token: string, purpose: LinkPurpose): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('email_links')
    .set({ used_at: now })
    .where('token_hash', '=', tokenHash(token))
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('voided_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** The address is proven, once and for all. */
export async function recordVerified(tx: Tx, userId: number): Promise<void> {
  await tx
    .updateTable('users')
    .set((eb) => ({ email_verified_at: eb.fn.coalesce('email_verified_at', now) }))
    .where('id', '=', userId)
    .execute();
}

export async function savePassword(tx: Tx, userId: number, passwordHash: string): Promise<void> {
  await tx
    .updateTable('users')
    .set({ password_hash: passwordHash, password_changed_at: now })
    .where('id', '=', userId)
    .execute();
}

/** Links long over; whether one was used stays known for a month. */
export async function deleteOldLinks(db: Db): Promise<void> {
  await db.deleteFrom('email_links').where(sql<boolean>`expires_at < clock_timestamp() - interval '30 days'`).execute();
}
