import * as z from 'zod/mini';
import { SEES_CLIENTS } from '../auth/manager-access.ts';
import { noQuery, route, success } from '../http.ts';

const MAX_VALUE = 9_999_999_999;

export const setReferenceValue = route({
  method: 'PUT',
  path: '/v1/costs/reference-value',
  budget: 'write',
  summary: 'Store the customs value that a manager looked up for a lot at a destination; null removes it',
  access: SEES_CLIENTS,
  query: noQuery,
  body: z.strictObject({
    id: z.string().check(z.minLength(1), z.maxLength(20)),
    destination: z.string().check(z.regex(/^[A-Z0-9][A-Z0-9-]{0,39}$/)),
    /** In the currency of the line that rests on it. */
    value: z.nullable(z.int().check(z.minimum(1), z.maximum(MAX_VALUE))),
  }),
  reply: success,
  errors: ['NotFound', 'Door.NoDestination'],
});
