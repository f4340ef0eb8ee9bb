import { ROLE } from '@seri/contract/auth/permissions.ts';
import { LANGUAGE } from '@seri/contract/users/routes.ts';
import { makePasswordLink } from '../flows/accounts/account-access.ts';
import type { Db } from '../platform/db/db.ts';
import { isEmptyPortal } from '../platform/db/installation.ts';
import { linkToken } from '../platform/email-link.ts';
import { createUser } from '../users/create-user.ts';
import { findFirstManager, hasAnybodyLoggedIn } from '../users/directory-queries.ts';

const FIRST_MANAGER = 'manager@seri.local';

/** Creates the first manager of a production portal, without a password. */
export async function fillEmptyPortal(db: Db): Promise<void> {
  if (!(await isEmptyPortal(db))) return;
  await db.transaction().execute((tx) =>
    createUser(tx, {
      email: FIRST_MANAGER,
      fullName: 'Manager',
      roleId: ROLE.manager,
      passwordHash: null,
      language: LANGUAGE.en,
    }),
  );
}

/**
 * Returns the first manager and a one-time link, new at each start, until someone has logged in
 * (business-rules.md#demonstration).
 */
export async function findFirstManagerLink(
  db: Db,
  { secretKey, origin }: { secretKey: string; origin: string },
): Promise<{ email: string; address: string } | null> {
  if (await hasAnybodyLoggedIn(db)) return null;
  const manager = await findFirstManager(db);
  if (!manager) return null;
  const linkId = await db
    .transaction()
    .execute((tx) => makePasswordLink(tx, { userId: manager.id, secretKey, byMail: false }, null));
  const token = encodeURIComponent(linkToken(secretKey, linkId));
  return { email: manager.email, address: `${origin}/auth/change-password?token=${token}` };
}
