import { defaultPermissions, type Permissions, ROLE, USER_TYPE } from '@seri/contract/auth/permissions.ts';
import type { CheckedAccount } from '@seri/contract/users/accounts.ts';
import type { Tx } from '../platform/db/db.ts';
import { insertUser, openBiddingAccount } from './queries.ts';

export interface NewUser extends CheckedAccount {
  /** Null: nobody can sign in until a password is set. */
  passwordHash: string | null;
  /** Differences from the role's defaults (business-rules.md#permission-flags). */
  permissions?: Partial<Permissions>;
  isDemo?: boolean;
  /** Set for a sign-up, whose address is not verified yet. */
  emailVerified?: false;
  termsAcceptedAt?: Date;
  referralCode?: string;
}

/** Inserts an account, verified by default, with the flags of its role; clients also get limits and a ledger account. Returns the id. */
export async function createUser(tx: Tx, user: NewUser): Promise<number> {
  const userType = user.roleId === ROLE.manager ? USER_TYPE.manager : USER_TYPE.client;
  const { id } = await insertUser(tx, {
    email: user.email,
    full_name: user.fullName,
    password_hash: user.passwordHash,
    user_type: userType,
    role_id: user.roleId,
    permissions: JSON.stringify({ ...defaultPermissions(user.roleId), ...user.permissions }),
    language: user.language ?? null,
    company: user.company ?? null,
    country_id: user.countryId ?? null,
    city: user.city ?? '',
    address: user.address ?? '',
    mobile: user.mobile ?? '',
    office_phone: user.officePhone ?? null,
    manager_id: user.managerId ?? null,
    dealer_id: user.dealerId ?? null,
    autobid: user.autobid ?? false,
    is_demo: user.isDemo ?? false,
    email_verified_at: user.emailVerified === false ? null : new Date(),
    terms_accepted_at: user.termsAcceptedAt ?? null,
    referral_code: user.referralCode ?? null,
  });
  if (userType === USER_TYPE.client)
    await openBiddingAccount(tx, id, {
      creditLimitYen: user.creditLimitYen ?? 0,
      dailyBidLimit: user.dailyBidLimit ?? -1,
      dailyUssLimit: user.dailyUssLimit ?? -1,
    });
  return id;
}
