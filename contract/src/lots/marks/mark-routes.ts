import * as z from 'zod/mini';
import { noQuery, route, success } from '../../http.ts';
import { FACT_NAMES, type FactName, factShape, vehicleFacts } from '../facts.ts';
import { PAGE_TYPES } from '../page-types.ts';

const lotId = z.string().check(z.minLength(1), z.maxLength(20));
/** PostgreSQL text cannot hold a zero byte. */
const withoutZero = z.refine<string>((text) => !text.includes('\0'), 'Field.Invalid');

export const MAX_OWN_NOTE = 2_000;
export const MAX_TAGS = 10;
export const MAX_TAG_LENGTH = 30;
const tag = z.string().check(z.trim(), z.minLength(1), z.maxLength(MAX_TAG_LENGTH), withoutZero);

export const hideLot = route({
  method: 'POST',
  path: '/v1/lots/hide',
  budget: 'write',
  summary: 'Leave a lot out of all own lists, or show it again',
  access: 'signed_in',
  query: noQuery,
  body: z.strictObject({ id: lotId, hidden: z.boolean() }),
  reply: success,
  errors: ['NotFound', 'Access.Denied', 'Lot.MarkLimit'],
});

export const seenLot = route({
  method: 'POST',
  path: '/v1/lots/seen',
  budget: 'write',
  summary: 'Remember that the person has opened a lot; of very many, the oldest are forgotten',
  access: 'signed_in',
  query: noQuery,
  body: z.strictObject({ id: lotId }),
  reply: success,
  errors: ['NotFound', 'Access.Denied'],
});

export const saveOwnNote = route({
  method: 'POST',
  path: '/v1/lots/own-note',
  budget: 'write',
  summary: 'Set the own note and tags on a lot, which nobody else sees; empty ones delete them',
  access: 'signed_in',
  query: noQuery,
  body: z.strictObject({
    id: lotId,
    note: z.string().check(z.trim(), z.maxLength(MAX_OWN_NOTE, 'Field.Invalid'), withoutZero),
    tags: z.array(tag).check(z.maxLength(MAX_TAGS, 'Field.Invalid')),
  }),
  reply: success,
  errors: ['NotFound', 'Access.Denied', 'Lot.MarkLimit'],
});

export const ownTags = route({
  method: 'GET',
  path: '/v1/lots/own-tags',
  budget: 'read',
  summary: 'All own tags with their numbers of lots, by name',
  access: 'signed_in',
  query: noQuery,
  reply: z.array(z.object({ tag: z.string(), lots: z.int() })),
});

export const visitLots = route({
  method: 'POST',
  path: '/v1/lots/visit',
  budget: 'write',
  summary: 'Note a visit to a page of lots; lots listed after the end of the previous visit are new',
  access: 'signed_in',
  query: noQuery,
  body: z.strictObject({ pageType: z.enum(PAGE_TYPES) }),
  /** The end of the previous visit, ISO; null during the first one. */
  reply: z.object({ newSince: z.nullable(z.string()) }),
});

type NullableFacts = { [Name in FactName]: z.ZodMiniOptional<z.ZodMiniNullable<(typeof factShape)[Name]>> };
const givenFacts = Object.fromEntries(
  FACT_NAMES.map((name) => [name, z.optional(z.nullable(factShape[name] as z.ZodMiniType))]),
) as unknown as NullableFacts;

export const setLotFacts = route({
  method: 'POST',
  path: '/v1/lots/facts',
  budget: 'write',
  summary: "Set a manager's values of a lot's facts; null removes one, so that the next origin counts again",
  access: { userType: 3 },
  query: noQuery,
  body: z.strictObject({ id: lotId, facts: z.strictObject(givenFacts) }),
  /** All facts of the lot afterwards. */
  reply: z.object({ facts: vehicleFacts }),
  errors: ['NotFound'],
});
