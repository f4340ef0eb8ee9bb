import * as z from 'zod/mini';
import { permissions } from '../auth/permissions.ts';
import { intParam, route, success } from '../http.ts';
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
  summary: 'The signed-in person: profile, balance and permissions; with carId, what may be bid on that lot',
  access: 'signed_in',
  query: z.strictObject({
    carId: z.optional(z.string().check(z.maxLength(20))),
    bidGroup: z.optional(intParam(1, 10)),
    userId: z.optional(intParam(1, 2_147_483_647)),
  }),
  reply: z.object({ success: z.literal(true), detail: profile, balanceInfo, permissions }),
  errors: ['NotFound'],
});
export type Session = z.infer<typeof viewProfile.reply>;

export const updateSetting = route({
  method: 'PUT',
  path: '/v1/user/update-setting',
  summary: 'Save notification choice and language',
  access: 'signed_in',
  query: z.strictObject({}),
  body: z.strictObject({ bidEmailNotify: z.boolean(), language: z.union([z.literal(692), z.literal(693)]) }),
  reply: success,
});

/** What managers see of a bidding client, in the row and in the popup (platform section 3). */
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
  country: z.optional(z.nullable(z.int())),
  note: z.optional(z.nullable(z.string())),
  carDealer: z.optional(z.nullable(z.string())),
});
