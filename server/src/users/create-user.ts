import { defaultPermissions, type Permissions, ROLE, type RoleId, USER_TYPE } from '@seri/contract/auth/permissions.ts';
import type { Tx } from '../platform/db.ts';
import { insertUser, openBiddingAccount } from './queries.ts';

export interface NewUser {
  email: string;
  fullName: string;
  roleId: RoleId;
  /** Null: nobody can log in until a password is set. */
  passwordHash: string | null;
  /** Differences from the role's defaults (decisions 10). */
  permissions?: Partial<Permissions>;
  language?: 692 | 693;
  company?: string;
  countryId?: number;
  city?: string;
  address?: string;
  mobile?: string;
  officePhone?: string;
  managerId?: number;
  dealerId?: number;
  autobid?: boolean;
  /** -1 is unlimited, here and in both daily limits. */
  creditLimitYen?: number;
  dailyBidLimit?: number;
  dailyUssLimit?: number;
  isDemo?: boolean;
}

/** A verified account with the flags of its role; buyers also get limits and a ledger account. Answers its id. */
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
    email_verified_at: new Date(),
  });
  if (userType === USER_TYPE.client)
    await openBiddingAccount(tx, id, {
      creditLimitYen: user.creditLimitYen ?? 0,
      dailyBidLimit: user.dailyBidLimit ?? -1,
      dailyUssLimit: user.dailyUssLimit ?? -1,
    });
  return id;
}
