import * as z from 'zod/mini';
import { ONE_LINE } from '../auth/fields.ts';
import { noQuery, route, success } from '../http.ts';

/** Filters that a manager saves under their own names. */
export const MAX_FILTERS = 10;
export const FILTER_TITLE_LENGTH = 60;

const MANAGER = { all: ['bidManagementEnabled'], userType: 3 } as const;

const title = z
  .string()
  .check(
    z.trim(),
    z.minLength(1, 'Field.Required'),
    z.maxLength(FILTER_TITLE_LENGTH, 'Field.Invalid'),
    z.regex(ONE_LINE, 'Field.Invalid'),
  );
/** A query string of the bid manager as in the address bar, without the page. */
const params = z.string().check(z.minLength(1, 'Field.Required'), z.maxLength(2_000, 'Field.Invalid'));

export const savedFilter = z.object({ id: z.int(), title: z.string(), params: z.string() });
export type SavedFilter = z.infer<typeof savedFilter>;

export const myFilters = route({
  method: 'GET',
  path: '/v1/bid/my-filters',
  budget: 'read',
  summary: "A manager's saved filters of the bid manager, by name",
  access: MANAGER,
  query: noQuery,
  reply: z.object({ items: z.array(savedFilter) }),
});

export const saveFilter = route({
  method: 'POST',
  path: '/v1/bid/save-filter',
  budget: 'write',
  summary: 'Save a filter of the bid manager under a name; an existing name is replaced, ten at most',
  access: MANAGER,
  query: noQuery,
  body: z.strictObject({ title, params }),
  reply: success,
  errors: ['Bid.FilterLimit'],
});

export const deleteFilter = route({
  method: 'POST',
  path: '/v1/bid/delete-filter',
  budget: 'write',
  summary: 'Delete a filter of the bid manager',
  access: MANAGER,
  query: noQuery,
  body: z.strictObject({ id: z.int().check(z.minimum(1), z.maximum(2_147_483_647)) }),
  reply: success,
  errors: ['NotFound'],
});
