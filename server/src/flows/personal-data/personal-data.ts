import { ROLE } from '@seri/contract/auth/permissions.ts';
import type { Actor } from '../../platform/calls/actor.ts';
import { NotFound } from '../../platform/calls/errors.ts';
import type { Db } from '../../platform/db/db.ts';
import { insertEvent, lockAccount } from '../../users/account-queries.ts';
import { changeRole } from '../accounts/account-access.ts';
import { blankAccount, countObligations, findAccountGiven, findGiven } from './queries.ts';

export type Obligations = Awaited<ReturnType<typeof countObligations>>;

/** Everything Seri holds about a person that is no secret, by table; amounts in yen, times in UTC. */
export async function gatherPersonalData(db: Db, userId: number) {
  // One moment: a bid that is placed meanwhile stands in all parts or in none.
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      const { account, payments } = await findAccountGiven(tx, userId);
      if (!account) throw new NotFound();
      const parts = (await findGiven(tx, userId)).map(({ table, rows }) => [table, rows] as const);
      return { account, payments, ...Object.fromEntries(parts) };
    });
}

/**
 * Ends an account for good: nothing says any more who it was, while bids, books and logs stay whole. Answers what still
 * binds this person, and then changes nothing.
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
