import * as z from 'zod/mini';
import { emailAddress, ONE_LINE, phoneNumber, requiredLine } from '../auth/fields.ts';

export const PAYMENT_METHODS = ['bank', 'cash', 'letterOfCredit'] as const;
export type PaymentMethod = (typeof PAYMENT_METHODS)[number];

const line = (max: number) =>
  z.string().check(z.trim(), z.maxLength(max, 'Field.Invalid'), z.regex(ONE_LINE, 'Field.Invalid'));

/** Fields printed on the documents of a car; the error codes of invalid fields are the messages. */
export const partyFields = {
  fullName: requiredLine(120),
  address: requiredLine(200),
  countryId: z.int(),
  port: requiredLine(60),
  telephone: phoneNumber,
  email: emailAddress,
  /** Number of a passport or a registration, as customs require it. */
  document: line(80),
  paymentMethod: z.enum(PAYMENT_METHODS),
};
export const partyForm = z.strictObject(partyFields);
export type PartyForm = z.infer<typeof partyForm>;

/** `value` is the id of the address book entry, null for the profile (business-rules.md#purchase-parties). */
export const party = z.object({
  value: z.nullable(z.int()),
  fullName: z.string(),
  address: z.string(),
  country: z.string(),
  countryId: z.nullable(z.int()),
  port: z.string(),
  telephone: z.string(),
  email: z.string(),
  document: z.string(),
  paymentMethod: z.string(),
});
export type Party = z.infer<typeof party>;

/** While this is set, nobody else is notified of the arrival; every purchase begins so. */
export const notifyParty = z.union([
  z.object({ sameAsConsignee: z.literal(true) }),
  z.extend(party, { sameAsConsignee: z.literal(false) }),
]);

const WAITING_FOR_LOADING = 3;
/** Whether the parties can be changed: documents are issued once the ship is loaded, and a canceled purchase has none. */
export const canEditParties = (status: number): boolean => status <= WAITING_FOR_LOADING;
