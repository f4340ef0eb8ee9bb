import * as z from 'zod/mini';
import { emailAddress, ONE_LINE, phoneNumber, requiredLine } from '../auth/fields.ts';
import { FLAGS, ROLE, type RoleId } from '../auth/permissions.ts';
import { webLink } from '../link-fields.ts';

/** Account settings of staff and the operator; the server's commands validate them for every caller. */

const userId = z.int().check(z.minimum(1), z.maximum(2_147_483_647));
const roleId = z.literal(Object.values(ROLE) as RoleId[]);
const language = z.literal([692, 693] as const);
/** Yen; -1 is unlimited. */
const creditLimitYen = z.int().check(z.minimum(-1), z.maximum(999_999_999));
/** A number per day; -1 is unlimited. */
const perDay = z.int().check(z.minimum(-1), z.maximum(100_000));
const line = (max: number) => z.string().check(z.trim(), z.maxLength(max), z.regex(ONE_LINE));
const none = <S extends z.ZodMiniType>(schema: S) => z.optional(z.nullable(schema));

export const newAccount = z.strictObject({
  email: emailAddress,
  fullName: requiredLine(120),
  roleId,
  language: z.optional(language),
  countryId: none(z.int()),
  city: z.optional(line(120)),
  address: z.optional(line(300)),
  company: none(line(160)),
  mobile: z.optional(phoneNumber),
  officePhone: none(line(40)),
  /** The dealer of this client. */
  dealerId: none(userId),
  /** The manager assigned to this client. */
  managerId: none(userId),
  autobid: z.optional(z.boolean()),
  creditLimitYen: z.optional(creditLimitYen),
  dailyBidLimit: z.optional(perDay),
  dailyUssLimit: z.optional(perDay),
});
export type NewAccount = z.input<typeof newAccount>;
export type CheckedAccount = z.output<typeof newAccount>;

export const roleChange = z.strictObject({
  userId,
  roleId,
  /** False: reset the flags to those of the new role. */
  keepFlags: z._default(z.boolean(), false),
});
export type RoleChange = z.input<typeof roleChange>;

export const permissionChange = z.strictObject({
  userId,
  flags: z.partialRecord(z.enum(FLAGS), z.boolean()),
});
export type PermissionChange = z.input<typeof permissionChange>;

export const limitChange = z.strictObject({
  userId,
  creditLimitYen: z.optional(creditLimitYen),
  dailyBidLimit: z.optional(perDay),
  dailyUssLimit: z.optional(perDay),
  /** The manager's reason for the change log, in one line; it is erased with the client's data. */
  reason: z.optional(requiredLine(200)),
});
export type LimitChange = z.input<typeof limitChange>;

/** Absent fields are unchanged, null clears a field. */
export const accountChange = z.strictObject({
  userId,
  dealerId: none(userId),
  managerId: none(userId),
  autobid: z.optional(z.boolean()),
  note: none(z.string().check(z.trim(), z.maxLength(2_000))),
  invoiceLink: none(webLink(500)),
});
export type AccountChange = z.input<typeof accountChange>;
