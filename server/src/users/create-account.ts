import { ROLE } from '@seri/contract/auth/permissions.ts';
import { type NewAccount, newAccount } from '@seri/contract/users/accounts.ts';
import type { Actor } from '../platform/calls/actor.ts';
import { ApiError } from '../platform/calls/errors.ts';
import type { Tx } from '../platform/db/db.ts';
import { checked } from '../platform/http/invalid.ts';
import { isCountry } from '../platform/i18n/countries.ts';
import { officePhoneOf, phoneOf } from '../platform/phone.ts';
import { insertEvent } from './account-queries.ts';
import { assertDealer, assertManager } from './change-account.ts';
import { createUser } from './create-user.ts';
import { findUserByEmail } from './queries.ts';

/**
 * Creates an account for staff; its address needs no verification. With a null password nobody can sign in until one is
 * set. Returns the id. Throws User.EmailTaken, User.NotClient, User.NoAutobid, User.NotDealer, User.NotManager, Field.Invalid.
 */
export async function createAccount(
  tx: Tx,
  input: NewAccount,
  { passwordHash, actor }: { passwordHash: string | null; actor: Actor },
): Promise<number> {
  const account = checked(newAccount, input);
  if (await findUserByEmail(tx, account.email))
    throw new ApiError('User.EmailTaken', { fields: { email: ['User.EmailTaken'] } });
  const { roleId, countryId, dealerId, managerId } = account;
  if (countryId != null && !isCountry(countryId))
    throw new ApiError('Field.Invalid', { fields: { countryId: ['Field.Invalid'] } });
  const ofStaff = ['dealerId', 'managerId', 'autobid', 'creditLimitYen', 'dailyBidLimit', 'dailyUssLimit'] as const;
  if (roleId === ROLE.manager && ofStaff.some((key) => account[key] != null)) throw new ApiError('User.NotClient');
  if (roleId === ROLE.troublesome && account.autobid) throw new ApiError('User.NoAutobid');
  if (dealerId != null) await assertDealer(tx, dealerId, { roleId });
  if (managerId != null) await assertManager(tx, managerId);
  const { mobile, officePhone } = account;
  const numbers = {
    ...(mobile == null ? {} : { mobile: phoneOf(mobile, countryId ?? null, 'mobile') }),
    ...(officePhone == null ? {} : { officePhone: officePhoneOf(officePhone, countryId ?? null) }),
  };
  const userId = await createUser(tx, { ...account, ...numbers, passwordHash });
  await insertEvent(tx, { userId, actor, event: 'created', after: { roleId } });
  return userId;
}
