import { FLAGS, offered, type Permissions, USER_TYPE } from '@seri/contract/auth/permissions.ts';
import { MAX_BID_YEN } from '@seri/contract/bids/rules.ts';
import type { BodyOf } from '@seri/contract/http.ts';
import {
  type BalanceInfo,
  MAX_CLIENT_MATCHES,
  type Profile,
  searchClients,
  updateProfile,
  updateSetting,
  viewProfile,
} from '@seri/contract/users/routes.ts';
import type { FastifyInstance } from 'fastify';
import type { CurrentUser } from '../platform/calls/current-user.ts';
import { ApiError, NotFound } from '../platform/calls/errors.ts';
import { clientCode } from '../platform/client-code.ts';
import { readSettings } from '../platform/company-settings.ts';
import type { Database, Db, Tx } from '../platform/db/db.ts';
import { registerRoute } from '../platform/http/register-route.ts';
import { isCountry } from '../platform/i18n/countries.ts';
import { officePhoneOf, phoneOf } from '../platform/phone.ts';
import {
  type AllowanceRow,
  findAllowance,
  findClientsLike,
  findPerson,
  findVisibleLot,
  type PersonRow,
  saveProfile,
  updateSettings,
} from './queries.ts';

interface BidFlows {
  /** The highest amount in yen that the client may bid on the lot in the group; bidding belongs to another capability. */
  findAllowedYen: (db: Db, query: { userId: number; lotId: number; groupValue: number | null }) => Promise<number>;
}

/** The current user's profile with balance and flags, and their settings. */
export function userRoutes(app: FastifyInstance, { db }: Database, { findAllowedYen }: BidFlows): void {
  registerRoute(app, viewProfile, async ({ query, currentUser }) => {
    const person = await findReadable(db, currentUser, query.userId ?? currentUser.userId);
    const [allowance, lotId, settings] = await Promise.all([
      findAllowance(db, person.id),
      query.carId === undefined
        ? undefined
        : findLotId(db, query.carId, { userId: person.id, isStaff: currentUser.userType === USER_TYPE.manager }),
      readSettings(db),
    ]);
    const onLotYen =
      lotId === undefined || !allowance
        ? undefined
        : await findAllowedYen(db, { userId: person.id, lotId, groupValue: query.bidGroup ?? null });
    const account = { allowance, permissions: person.permissions, overbidYen: settings.overbidAmount };
    return {
      success: true as const,
      detail: toProfile(person),
      balanceInfo: toBalanceInfo(account, onLotYen),
      permissions: completeFlags(offered(person.permissions, settings.switchedOff)),
      secondFactorNeeded: currentUser.secondFactorNeeded,
    };
  });

  registerRoute(app, searchClients, async ({ query }) => {
    const people = await findClientsLike(db, query.user, MAX_CLIENT_MATCHES + 1);
    return people.map(({ id, full_name, company }) => ({
      value: id,
      label: [full_name, clientCode(id), company].filter(Boolean).join(', '),
    }));
  });

  registerRoute(app, updateSetting, async ({ body, currentUser }) => {
    await updateSettings(db, currentUser.userId, body);
    return { success: true as const };
  });

  registerRoute(app, updateProfile, async ({ body, currentUser }) => {
    await updateOwnProfile(db, currentUser.userId, body);
    return { success: true as const };
  });
}

/** The current user, or a client for managers. Throws NotFound for any other account. */
async function findReadable(db: Db, currentUser: CurrentUser, userId: number): Promise<PersonRow> {
  const isOwn = userId === currentUser.userId;
  if (!isOwn && currentUser.userType !== USER_TYPE.manager) throw new NotFound();
  const person = await findPerson(db, userId);
  if (!person || (!isOwn && person.user_type !== USER_TYPE.client)) throw new NotFound();
  return person;
}

async function findLotId(db: Db, carId: string, reader: { userId: number; isStaff: boolean }) {
  const lotId = /^L?([1-9]\d{0,14})$/.exec(carId)?.[1];
  const lot = lotId && (await findVisibleLot(db, Number(lotId), reader));
  if (!lot) throw new NotFound();
  return lot.id;
}

/** Fills in all flags. Accounts older than a flag lack it, which means false (business-rules.md#permission-flags). */
const completeFlags = (permissions: Partial<Permissions>): Permissions =>
  Object.fromEntries(FLAGS.map((flag) => [flag, permissions[flag] === true])) as Permissions;

const toProfile = (person: PersonRow): Profile => ({
  userId: person.id,
  userLevel: person.role_id,
  fullName: person.full_name,
  email: person.email,
  company: person.company,
  countryId: person.country_id,
  roleId: person.role_id,
  city: person.city,
  address: person.address,
  lastLogin: person.last_login_at?.toISOString() ?? null,
  mobile: person.mobile,
  officePhone: person.office_phone,
  bidEmailNotify: person.bid_email_notify,
  language: person.language,
  invoiceLink: person.invoice_link,
  userType: person.user_type,
});

/** Updates the profile fields that users may change themselves; an empty company or office phone becomes null. Throws Field.Invalid. */
async function updateOwnProfile(db: Db | Tx, userId: number, profile: BodyOf<typeof updateProfile>): Promise<void> {
  const { countryId } = profile;
  if (countryId !== null && !isCountry(countryId))
    throw new ApiError('Field.Invalid', { fields: { countryId: ['Field.Invalid'] } });
  await saveProfile(db, userId, {
    full_name: profile.fullName,
    mobile: phoneOf(profile.mobile, countryId, 'mobile'),
    city: profile.city,
    address: profile.address,
    office_phone: officePhoneOf(profile.officePhone, countryId),
    company: profile.company || null,
    country_id: countryId,
  });
}

interface Account {
  allowance: AllowanceRow | undefined;
  permissions: Permissions;
  overbidYen: number;
}

/** Balance and free amount in yen, for one lot if given (business-rules.md#exposure). Managers bid only for clients, so they have no limits. */
function toBalanceInfo(account: Account, onLotYen: number | undefined): BalanceInfo {
  const { allowance } = account;
  if (!allowance) return { balance: 0, creditLimit: -1, dailyBidLimit: -1, dailyUssLimit: -1, activeBids: 0 };
  return {
    balance: allowance.balance_yen,
    creditLimit: allowance.credit_limit_yen,
    bidAllow: onLotYen ?? allowedYen(allowance, account),
    dailyBidLimit: allowance.bids_left,
    dailyUssLimit: allowance.uss_left,
    activeBids: allowance.active_bids,
  };
}

/** The amount left for one more bid on any lot, less the usual overbid. */
function allowedYen(allowance: AllowanceRow, { permissions, overbidYen }: Account): number {
  if (permissions.creditLimitCheck === false || allowance.credit_limit_yen === -1) return MAX_BID_YEN;
  return Math.max(0, allowance.balance_yen + allowance.credit_limit_yen - allowance.exposure_yen - overbidYen);
}
