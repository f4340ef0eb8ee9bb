import * as z from 'zod/mini';
import {
  currentPassword,
  MAX_PASSWORD_LENGTH,
  newPassword,
  ONE_LINE,
  phoneNumber,
  requiredLine,
} from '../auth/fields.ts';
import { permissions } from '../auth/permissions.ts';
import { instant, intParam, noQuery, route, success } from '../http.ts';
import { yen } from '../money.ts';

export const LANGUAGE = { en: 692, ru: 693 } as const;

export const profile = z.object({
  userId: z.int(),
  userLevel: z.int(),
  fullName: z.string(),
  email: z.string(),
  company: z.nullable(z.string()),
  countryId: z.nullable(z.int()),
  roleId: z.int(),
  city: z.string(),
  address: z.string(),
  lastLogin: z.nullable(z.string()),
  mobile: z.string(),
  officePhone: z.nullable(z.string()),
  bidEmailNotify: z.boolean(),
  language: z.nullable(z.int()),
  invoiceLink: z.nullable(z.string()),
  userType: z.int(),
});
export type Profile = z.infer<typeof profile>;

export const balanceInfo = z.object({
  balance: yen,
  creditLimit: yen,
  bidAllow: z.optional(yen),
  dailyBidLimit: z.int(),
  dailyUssLimit: z.int(),
  activeBids: z.int(),
});
export type BalanceInfo = z.infer<typeof balanceInfo>;

export const viewProfile = route({
  method: 'GET',
  path: '/v1/user/view-profile',
  budget: 'read',
  summary: 'The signed-in person: profile, balance and permissions; with carId also the amount available for that lot',
  access: 'signed_in',
  query: z.strictObject({
    carId: z.optional(z.string().check(z.maxLength(20))),
    bidGroup: z.optional(intParam(1, 10)),
    userId: z.optional(intParam(1, 2_147_483_647)),
  }),
  reply: z.object({
    success: z.literal(true),
    detail: profile,
    balanceInfo,
    permissions,
    /** The company requires a second factor of managers and this account has none yet: only its set-up is available. */
    secondFactorNeeded: z.boolean(),
  }),
  errors: ['NotFound'],
  beforeSecondFactor: true,
});
export type Session = z.infer<typeof viewProfile.reply>;

/** Maximum list of matches; one more row shows that there are too many. */
export const MAX_CLIENT_MATCHES = 10;

export const searchClients = route({
  method: 'GET',
  path: '/v1/user/search',
  summary: 'Clients by part of name, company, email address or number, for managers who bid for them; at most eleven',
  access: { all: ['managerBidForClient'], userType: 3 },
  query: z.strictObject({ user: z.string().check(z.trim(), z.minLength(1), z.maxLength(100)) }),
  reply: z.array(z.object({ value: z.int(), label: z.string() })),
  budget: 'search',
});

export const updateSetting = route({
  method: 'PUT',
  path: '/v1/user/update-setting',
  budget: 'write',
  summary: 'Save notification choice and language',
  access: 'signed_in',
  query: z.strictObject({}),
  body: z.strictObject({ bidEmailNotify: z.boolean(), language: z.union([z.literal(692), z.literal(693)]) }),
  reply: success,
  beforeSecondFactor: true,
});

const line = (max: number) => z.string().check(z.trim(), z.maxLength(max), z.regex(ONE_LINE));
const optionalLine = (max: number) => z.nullable(line(max));

export const updateProfile = route({
  method: 'PUT',
  path: '/v1/user/update-profile',
  budget: 'write',
  summary: 'Save the own profile; the email address stays',
  access: 'signed_in',
  query: noQuery,
  body: z.strictObject({
    fullName: requiredLine(120),
    mobile: phoneNumber,
    city: requiredLine(120),
    officePhone: z.nullable(line(40)),
    company: optionalLine(160),
    address: line(300),
    countryId: z.nullable(z.int()),
  }),
  reply: success,
  errors: ['Field.Required', 'Field.Invalid', 'Phone.Incomplete'],
});

export const changePassword = route({
  method: 'POST',
  path: '/v1/user/change-password',
  summary: 'Change the password; every other session of the account ends',
  access: 'signed_in',
  query: noQuery,
  body: z.strictObject({
    oldPassword: currentPassword,
    newPassword,
    confirmNewPassword: z.string().check(z.maxLength(2 * MAX_PASSWORD_LENGTH)),
  }),
  reply: success,
  errors: [
    'Password.Wrong',
    'Password.Short',
    'Password.Long',
    'Password.Common',
    'Password.Personal',
    'Password.Mismatch',
    'TooManyTries',
  ],
  budget: 'auth',
});

export const sessionList = route({
  method: 'GET',
  path: '/v1/user/list-sessions',
  budget: 'read',
  summary: 'Sessions of the account, the own one first',
  access: 'signed_in',
  query: noQuery,
  reply: z.object({
    items: z.array(
      z.object({
        id: z.string(),
        current: z.boolean(),
        /** The browser's user agent string. */
        userAgent: z.string(),
        address: z.string(),
        createdAt: instant,
        lastSeenAt: instant,
      }),
    ),
  }),
});

export const endSession = route({
  method: 'POST',
  path: '/v1/user/end-session',
  budget: 'write',
  summary: 'Sign one own session out; 404 for a missing or foreign one',
  access: 'signed_in',
  query: noQuery,
  body: z.strictObject({ id: z.uuid() }),
  reply: success,
  errors: ['NotFound'],
});

export const endOtherSessions = route({
  method: 'POST',
  path: '/v1/user/end-other-sessions',
  budget: 'write',
  summary: 'Sign all other sessions of the account out',
  access: 'signed_in',
  query: noQuery,
  reply: z.object({ success: z.literal(true), ended: z.int() }),
});

/** The client's data shown to managers, in the row and in the popup (business-rules.md#client-card). */
export const clientProfile = z.object({
  name: z.string(),
  company: z.nullable(z.string()),
  clientId: z.string(),
  jasClientId: z.int(),
  userLevel: z.nullable(z.int()),
  createdAt: z.string(),
  lastLogin: z.nullable(z.string()),
  creditLimit: yen,
  balance: yen,
  /** Amount in yen that the client can still bid beyond all open bids; null where no limit applies (business-rules.md#exposure). */
  bidAllow: z.optional(z.nullable(yen)),
  country: z.optional(z.nullable(z.int())),
  note: z.optional(z.nullable(z.string())),
  carDealer: z.optional(z.nullable(z.string())),
});
export type ClientProfile = z.infer<typeof clientProfile>;
