import * as z from 'zod/mini';
import { route } from '../http.ts';
import { PAGE_TYPES } from '../lots/page-types.ts';
import { yen } from '../money.ts';
import { doorReply } from './door-routes.ts';
import { askable } from './question-routes.ts';
import { costTable } from './tables.ts';
import { importedVehicle } from './vehicle.ts';

export const lotCosts = route({
  method: 'GET',
  path: '/v1/costs/lot-costs',
  budget: 'read',
  summary: "What decides the total of a lot at the reader's door: the vehicle's facts, and the rules on its way there",
  access: 'signed_in',
  query: z.strictObject({ id: z.string().check(z.minLength(1), z.maxLength(20)), pageType: z.enum(PAGE_TYPES) }),
  reply: z.object({
    ...doorReply.shape,
    /** Null: the operator has imported no table, or no destination is known. Only the rules for the reader's door. */
    table: z.nullable(z.object({ id: z.int(), ...costTable.shape })),
    vehicle: importedVehicle,
    /** Day of the auction in Japan. */
    auctionDay: z.string(),
    /** The price of the total in lists: the average of similar sales, otherwise the start price. */
    likelyYen: z.nullable(yen),
    /** Facts that were asked for and are not answered: own questions; for managers, those of all clients. */
    asked: z.optional(z.array(z.object({ fact: askable, clients: z.int() }))),
  }),
  errors: ['NotFound', 'Access.Denied'],
});
