import * as z from 'zod/mini';
import { route } from '../http.ts';

/** Whether a type must be chosen: business-rules.md#export-types. */
const typeOption = z.object({ value: z.int(), label: z.string(), description: z.string() });
const typeQuery = z.strictObject({ language: z.optional(z.enum(['692', '693'])) });
export const bidTypes = route({
  method: 'GET',
  path: '/v1/bid/type',
  budget: 'read',
  summary: 'Export types a client may choose',
  access: 'signed_in',
  query: typeQuery,
  reply: z.array(typeOption),
});
export const exportTypes = route({
  method: 'GET',
  path: '/v1/bid/export-type',
  budget: 'read',
  summary: 'Export types for managers',
  access: { userType: 3 },
  query: typeQuery,
  reply: z.array(typeOption),
});
