import { FLAGS, offered, type Permissions, USER_TYPE } from '@seri/contract/auth/permissions.ts';
import {
  MAX_CLIENT_MATCHES,
  type Profile,
  searchClients,
  updateProfile,
  updateSetting,
  viewProfile,
} from '@seri/contract/users/routes.ts';
import type { FastifyInstance } from 'fastify';
import type { CurrentUser } from '../platform/calls/current-user.ts';
import { NotFound } from '../platform/calls/errors.ts';
import { readSettings } from '../platform/company-settings.ts';
import type { Database, Db } from '../platform/db/db.ts';
import { registerRoute } from '../platform/http/register-route.ts';
import { toBalanceInfo } from './allowance.ts';
import {
  findAllowance,
  findClientsLike,
  findPerson,
  findVisibleLot,
  type PersonRow,
  updateSettings,
} from './queries.ts';
import { updateOwnProfile } from './update-profile.ts';

interface BidFlows {
  /** The highest amount in yen that the client may bid on the lot in the group; bidding belongs to another capability. */
  findAllowedYen: (db: Db, asked: { userId: number; lotId: number; groupValue: number | null }) => Promise<number>;
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
      label: [full_name, `C-${String(id).padStart(4, '0')}`, company].filter(Boolean).join(', '),
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
