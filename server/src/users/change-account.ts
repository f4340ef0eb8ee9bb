import { ROLE, USER_TYPE } from '@seri/contract/auth/permissions.ts';
import { type AccountChange, accountChange } from '@seri/contract/users/accounts.ts';
import type { Actor } from '../platform/calls/actor.ts';
import { ApiError } from '../platform/calls/errors.ts';
import type { Tx } from '../platform/db/db.ts';
import { checked } from '../platform/http/invalid.ts';
import { findRole, insertEvent, lockAccount, saveAccount } from './account-queries.ts';

/** Changes dealer, manager, autobid, the staff's note or the invoice link of a client. Throws NotFound, User.NotClient, User.NoAutobid, User.NotDealer, User.NotManager. */
export async function changeAccount(tx: Tx, input: AccountChange, actor: Actor): Promise<void> {
  const { userId, ...change } = checked(accountChange, input);
  const account = await lockAccount(tx, userId);
  if (account.userType !== USER_TYPE.client) throw new ApiError('User.NotClient');
  if (change.autobid && account.roleId === ROLE.troublesome) throw new ApiError('User.NoAutobid');
  if (change.dealerId != null) await assertDealer(tx, change.dealerId, account);
  if (change.managerId != null) await assertManager(tx, change.managerId);
  await saveAccount(tx, userId, {
    ...(change.dealerId === undefined ? {} : { dealer_id: change.dealerId }),
    ...(change.managerId === undefined ? {} : { manager_id: change.managerId }),
    ...(change.autobid === undefined ? {} : { autobid: change.autobid }),
    ...(change.note === undefined ? {} : { client_note: change.note || null }),
    ...(change.invoiceLink === undefined ? {} : { invoice_link: change.invoiceLink }),
  });
  for (const key of ['dealerId', 'managerId', 'autobid'] as const)
    if (change[key] !== undefined)
      await insertEvent(tx, {
        userId,
        actor,
        event: key,
        before: { [key]: account[key] },
        after: { [key]: change[key] },
      });
  // These two texts may name people, so the history only records that they changed.
  for (const key of ['note', 'invoiceLink'] as const)
    if (change[key] !== undefined) await insertEvent(tx, { userId, actor, event: key });
}

/** Throws User.NotDealer unless the account is a dealer. A dealer cannot be the client of a dealer (business-rules.md#dealers). */
export async function assertDealer(tx: Tx, dealerId: number, client: { id?: number; roleId: number }): Promise<void> {
  const dealer = await findRole(tx, dealerId);
  if (dealer?.role_id !== ROLE.dealer || dealerId === client.id || client.roleId === ROLE.dealer)
    throw new ApiError('User.NotDealer', { fields: { dealerId: ['User.NotDealer'] } });
}

export async function assertManager(tx: Tx, managerId: number): Promise<void> {
  const manager = await findRole(tx, managerId);
  if (manager?.role_id !== ROLE.manager)
    throw new ApiError('User.NotManager', { fields: { managerId: ['User.NotManager'] } });
}
