import { ROLE } from '@seri/contract/auth/permissions.ts';
import type { Actor } from '../../platform/calls/actor.ts';
import { NotFound } from '../../platform/calls/errors.ts';
import type { Db } from '../../platform/db/db.ts';
import { insertEvent, lockAccount } from '../../users/account-queries.ts';
import { changeRole } from '../accounts/account-access.ts';
import { blankAccount, countObligations, findExportedAccount, findExportedRows } from './queries.ts';

export type Obligations = Awaited<ReturnType<typeof countObligations>>;

/** All non-secret data about a person, by table; amounts in yen, times in UTC. Throws NotFound. */
export async function collectPersonalData(db: Db, userId: number) {
  // One snapshot: a bid placed during the export is in all parts or in none.
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      const { account, payments } = await findExportedAccount(tx, userId);
      if (!account) throw new NotFound();
      const parts = (await findExportedRows(tx, userId)).map(({ table, rows }) => [table, rows] as const);
      return { account, payments, ...Object.fromEntries(parts) };
    });
}

/**
 * Anonymizes an account permanently; bids, books and logs stay complete. If the person still has obligations, returns
 * them and changes nothing.
 */
export async function erasePerson(db: Db, userId: number, actor: Actor): Promise<Obligations | null> {
  return db.transaction().execute(async (tx) => {
    await lockAccount(tx, userId);
    const obligations = await countObligations(tx, userId);
    if (Object.values(obligations).some((count) => count !== 0)) return obligations;
    await changeRole(tx, { userId, roleId: ROLE.disabled }, actor);
    await blankAccount(tx, userId);
    await insertEvent(tx, { userId, actor, event: 'erased' });
    return null;
  });
}
