import * as z from 'zod/mini';
import { instant, noQuery, pageInfo, route, success } from '../http.ts';
import { PAGE_TYPES } from '../lots/page-types.ts';
import { NAME_KINDS, NAME_STATES, namesSearch } from './list-search.ts';

/** More lots are not counted. */
export const MAX_COUNTED_LOTS = 10_000;
const READ = { service: 'lots:read' } as const;
const WRITE = { service: 'lots:write' } as const;
const nameId = z.int().check(z.minimum(1), z.maximum(2_147_483_647));
const otherName = z.object({ nameId: z.int(), name: z.string() });

const feedName = z.object({
  nameId: z.int(),
  kind: z.enum(NAME_KINDS),
  /** Of a model, else empty. */
  maker: z.string(),
  name: z.string(),
  state: z.enum(NAME_STATES),
  /** What lots are called instead; null unless merged. */
  standsFor: z.nullable(z.string()),
  /** The first source that wrote it. */
  source: z.string(),
  /** In rows that said something new; lines that are known from before are not read. */
  firstSeenAt: instant,
  lastSeenAt: instant,
  /** Lots under it, of a merged one those whose source wrote it; of a house nobody knows those that wait for it. */
  lots: z.int(),
  /** There are more than are counted. */
  moreLots: z.boolean(),
  example: z.nullable(z.object({ id: z.string(), pageType: z.enum(PAGE_TYPES), lotNo: z.int(), house: z.string() })),
  /** A name of its own that differs in nothing but case, width and signs, or in its writing. */
  suggestion: z.nullable(otherName),
  /** The last decision; `by` is null where the feed itself said it. */
  decided: z.nullable(z.object({ by: z.nullable(z.string()), at: instant })),
  /** Lots that got another name so far, while the last decision is still being carried out. */
  changing: z.nullable(z.int()),
});
export type FeedName = z.infer<typeof feedName>;

export const serviceNames = route({
  method: 'GET',
  path: '/v1/back-office/lots/names',
  summary: 'Names of makers, models, colours, grades and houses as sources write them: new, of their own or merged',
  access: READ,
  query: namesSearch,
  reply: z.object({
    success: z.literal(true),
    items: z.array(feedName),
    /** Names in the asked state, by kind. */
    counters: z.array(z.object({ kind: z.enum(NAME_KINDS), names: z.int() })),
    pageInfo,
  }),
  budget: 'search',
});

export const serviceMergeName = route({
  method: 'POST',
  path: '/v1/back-office/lots/merge-name',
  budget: 'write',
  summary: 'This name means that one: lots under it change in the background, later rows by themselves',
  access: WRITE,
  query: noQuery,
  body: z.strictObject({ nameId, targetId: nameId }),
  reply: success,
  errors: [
    'NotFound',
    'FeedName.OtherKind',
    'FeedName.Merged',
    'FeedName.TargetMerged',
    'FeedName.HouseStands',
    'FeedName.HouseNeedsRow',
  ],
  repeatSafe: true,
});

export const serviceAcceptNames = route({
  method: 'POST',
  path: '/v1/back-office/lots/accept-names',
  budget: 'write',
  summary: 'These are names of their own; all of them or none',
  access: WRITE,
  query: noQuery,
  body: z.strictObject({ nameIds: z.array(nameId).check(z.minLength(1), z.maxLength(100)) }),
  reply: success,
  errors: ['NotFound', 'FeedName.Merged', 'FeedName.HouseNeedsRow'],
  repeatSafe: true,
});

export const serviceTakeBackName = route({
  method: 'POST',
  path: '/v1/back-office/lots/take-back-name',
  budget: 'write',
  summary: 'A merged name means itself again: its lots get it back, those of a house stay where they are',
  access: WRITE,
  query: noQuery,
  body: z.strictObject({ nameId }),
  reply: success,
  errors: ['NotFound', 'FeedName.NotMerged'],
  repeatSafe: true,
});
