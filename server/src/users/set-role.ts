import { defaultPermissions, ROLE, USER_TYPE } from '@seri/contract/auth/permissions.ts';
import { type RoleChange, roleChange } from '@seri/contract/users/accounts.ts';
import type { Actor } from '../platform/calls/actor.ts';
import { ApiError } from '../platform/calls/errors.ts';
import type { Tx } from '../platform/db/db.ts';
import { checked } from '../platform/http/invalid.ts';
import { findRoleBeforeDisabling, insertEvent, lockAccount, saveAccount } from './account-queries.ts';

/** Changes an account's role, and its flags unless `keepFlags` is set. Throws NotFound, and User.OtherSide for a change between staff and client. */
export async function setRole(tx: Tx, input: RoleChange, actor: Actor): Promise<void> {
  const { userId, roleId, keepFlags } = checked(roleChange, input);
  const account = await lockAccount(tx, userId);
  const isStaff = account.userType === USER_TYPE.manager;
  if (isStaff !== (roleId === ROLE.manager) && roleId !== ROLE.disabled) throw new ApiError('User.OtherSide');
  const permissions = keepFlags ? account.permissions : defaultPermissions(roleId);
  await saveRole(tx, account, { roleId, permissions }, actor);
}

/** Restores the role and the flags an account had before it was disabled. Throws NotFound, User.NotDisabled. */
export async function enableAccount(tx: Tx, userId: number, actor: Actor): Promise<void> {
  const account = await lockAccount(tx, userId);
  if (account.roleId !== ROLE.disabled) throw new ApiError('User.NotDisabled');
  const roleId = account.userType === USER_TYPE.manager ? ROLE.manager : ROLE.restricted;
  const unknown = { roleId, permissions: defaultPermissions(roleId) };
  await saveRole(tx, account, (await findRoleBeforeDisabling(tx, userId)) ?? unknown, actor);
}

type Account = Awaited<ReturnType<typeof lockAccount>>;

async function saveRole(
  tx: Tx,
  account: Account,
  { roleId, permissions }: Pick<Account, 'roleId' | 'permissions'>,
  actor: Actor,
): Promise<void> {
  // A second "disable" must not replace the role recorded by the first one.
  if (account.roleId === roleId && roleId === ROLE.disabled) return;
  await saveAccount(tx, account.id, { role_id: roleId, permissions: JSON.stringify(permissions) });
  await insertEvent(tx, {
    userId: account.id,
    actor,
    event: 'role',
    before: { roleId: account.roleId, permissions: account.permissions },
    after: { roleId, permissions },
  });
}
