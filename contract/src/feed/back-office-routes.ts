import * as z from 'zod/mini';
import { noQuery, route } from '../http.ts';

/** Maximum rows of a request; send more rows in several requests. */
export const MAX_POSTED_ROWS = 500;

export const postLots = route({
  method: 'POST',
  path: '/v1/back-office/lots',
  budget: 'write',
  summary:
    'Post auction houses, lots and results as feed rows, at most 500; repeated rows change nothing, an invalid row affects no other',
  access: { service: 'lots:write' },
  query: noQuery,
  body: z.strictObject({
    rows: z.array(z.record(z.string(), z.unknown())).check(z.minLength(1), z.maxLength(MAX_POSTED_ROWS)),
  }),
  reply: z.object({
    success: z.literal(true),
    written: z.int(),
    unchanged: z.int(),
    /** By their position in `rows`, from 1. */
    refused: z.array(z.object({ row: z.int(), reason: z.string() })),
  }),
});
