import { type PermissionChange, permissionChange } from '@seri/contract/users/accounts.ts';
import type { Actor } from '../platform/calls/actor.ts';
import type { Tx } from '../platform/db/db.ts';
import { checked } from '../platform/http/invalid.ts';
import { insertEvent, lockAccount, saveAccount } from './account-queries.ts';

/** Changes single flags; they apply from the owner's next request. */
export async function setPermissions(tx: Tx, input: PermissionChange, actor: Actor): Promise<void> {
  const { userId, flags } = checked(permissionChange, input);
  const { permissions } = await lockAccount(tx, userId);
  const before = Object.fromEntries(Object.keys(flags).map((flag) => [flag, permissions[flag as never] === true]));
  await saveAccount(tx, userId, { permissions: JSON.stringify({ ...permissions, ...flags }) });
  await insertEvent(tx, { userId, actor, event: 'permissions', before, after: flags });
}
