import * as z from 'zod/mini';
import { ONE_LINE } from '../auth/fields.ts';
import { noQuery, route, success } from '../http.ts';
import { PAGE_TYPES } from '../lots/page-types.ts';

/** Saved searches of one page type (business-rules.md#saved-searches). */
export const MAX_SEARCHES = 10;
const MAX_PARAMS = 2_000;

/** Emails about new matching lots: never, with the next import, or once a day. */
export const ALERTS = ['off', 'instant', 'daily'] as const;
export type Alert = (typeof ALERTS)[number];

const id = z.int().check(z.minimum(1), z.maximum(2_147_483_647));
const type = z.enum(PAGE_TYPES);
const title = z
  .string()
  .check(
    z.trim(),
    z.minLength(1, 'Field.Required'),
    z.maxLength(120, 'Field.Invalid'),
    z.regex(ONE_LINE, 'Field.Invalid'),
  );
/** A query string as in the address bar, without the page. */
const params = z.string().check(z.minLength(1, 'Field.Required'), z.maxLength(MAX_PARAMS, 'Field.Invalid'));

export const savedSearch = z.object({
  id: z.int(),
  title: z.string(),
  params: z.string(),
  type,
  alert: z.enum(ALERTS),
});
export type SavedSearch = z.infer<typeof savedSearch>;

export const saveSearch = route({
  method: 'POST',
  path: '/v1/user/save-search',
  budget: 'write',
  summary: 'Save the filters of a listing under a title; at most ten per page',
  access: 'signed_in',
  query: noQuery,
  body: z.strictObject({ title, params, type, alert: z._default(z.enum(ALERTS), 'off') }),
  reply: z.null(),
  errors: ['Search.Limit'],
});

export const updateSearch = route({
  method: 'POST',
  path: '/v1/user/update-search',
  budget: 'write',
  summary: 'Rename a saved search, or change its alerts',
  access: 'signed_in',
  query: noQuery,
  body: z.strictObject({ id, title: z.optional(title), alert: z.optional(z.enum(ALERTS)) }),
  reply: success,
  errors: ['NotFound'],
});

export const mySearches = route({
  method: 'GET',
  path: '/v1/user/my-search',
  budget: 'read',
  summary: 'The saved searches of a page, the newest first',
  access: 'signed_in',
  query: z.strictObject({ type }),
  reply: z.object({ items: z.array(savedSearch), counter: z.int() }),
});

export const deleteSearch = route({
  method: 'POST',
  path: '/v1/user/delete-search',
  budget: 'write',
  summary: 'Delete a saved search',
  access: 'signed_in',
  query: noQuery,
  body: z.strictObject({ id }),
  reply: success,
  errors: ['NotFound'],
});

export const searchCounter = route({
  method: 'GET',
  path: '/v1/user/search-counter',
  budget: 'read',
  summary: 'Number of saved searches of a page, in the form of the menu counters',
  access: 'signed_in',
  query: z.strictObject({ type }),
  reply: z.object({ counter: z.string() }),
});
