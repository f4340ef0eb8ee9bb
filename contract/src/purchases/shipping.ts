import * as z from 'zod/mini';
import { ONE_LINE } from '../auth/fields.ts';
import { dayParam } from '../http.ts';

const text = (max: number) =>
  z.nullable(z.string().check(z.trim(), z.minLength(1), z.maxLength(max), z.regex(ONE_LINE, 'Field.Invalid')));
const day = z.nullable(dayParam);

/** Transport of a car as entered by the company. An absent field is unchanged, null clears it. */
export const shippingChange = z.strictObject({
  stockYard: z.optional(text(80)),
  yardArrivalEta: z.optional(day),
  exportPort: z.optional(text(60)),
  shippingLine: z.optional(text(80)),
  vessel: z.optional(text(80)),
  voyage: z.optional(text(40)),
  destination: z.optional(text(60)),
  dischargePort: z.optional(text(60)),
  etd: z.optional(day),
  eta: z.optional(day),
});
export type ShippingChange = z.infer<typeof shippingChange>;

export const MAX_NOTE_LENGTH = 2_000;
