import * as z from 'zod/mini';
import { route } from '../http.ts';
import { PAGE_TYPES } from '../lots/page-types.ts';
import { costRule, costTable } from './tables.ts';

const { name, validFrom, note, ratesAt, rates, destinations } = costTable.shape;

export const lotCosts = route({
  method: 'GET',
  path: '/v1/costs/lot-costs',
  budget: 'read',
  summary: 'The landed-cost rules of a lot for every destination, with their table',
  access: 'signed_in',
  query: z.strictObject({ id: z.string().check(z.minLength(1), z.maxLength(20)), pageType: z.enum(PAGE_TYPES) }),
  reply: z.object({
    /** Null: the operator has imported none, so only the costs in Japan are known. */
    table: z.nullable(z.object({ id: z.int(), name, validFrom, note, ratesAt, rates, destinations })),
    facts: z.object({
      house: z.string(),
      vehicle: z.enum(['car', 'bike']),
      engineCc: z.nullable(z.int()),
      powerPs: z.nullable(z.int()),
      /** Whole months today; counted from January where only the year is known. */
      ageMonths: z.nullable(z.int()),
      isMonthKnown: z.boolean(),
    }),
    /** Code of the first port in the client's own country; null when the table has none, so the client must choose. */
    home: z.nullable(z.string()),
    /** Rules for this vehicle: those of the table, and the fees charged with every purchase. */
    rules: z.array(costRule),
  }),
  errors: ['NotFound', 'Access.Denied'],
});
