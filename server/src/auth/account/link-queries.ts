import { ROLE } from '@seri/contract/auth/permissions.ts';
import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/db.ts';
import type { LinkPurpose } from '../../platform/email-link.ts';
import { tokenHash } from '../../platform/http/cookies.ts';

const now = sql<Date>`clock_timestamp()`;

/** Returns the owner of a valid link, without using it up. */
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

/** Locks the account before its links: every transaction uses this order. */
export const lockAccount = (tx: Tx, userId: number) =>
  tx
    .selectFrom('users')
    .select(['id', 'password_hash', 'password_changed_at', 'role_id'])
    .where('id', '=', userId)
    .forUpdate()
    .executeTakeFirstOrThrow();

/** Uses a link up. Returns false when it is used, void or expired. */
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

/** Marks the email address as verified; this never ends. */
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

/** Deletes expired links; for a month it stays known whether one was used. */
export async function deleteOldLinks(db: Db): Promise<void> {
  await db.deleteFrom('email_links').where(sql<boolean>`expires_at < clock_timestamp() - interval '30 days'`).execute();
}
