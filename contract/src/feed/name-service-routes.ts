import * as z from 'zod/mini';
import { instant, noQuery, pageInfo, route, success } from '../http.ts';
import { PAGE_TYPES } from '../lots/page-types.ts';
import { NAME_KINDS, NAME_STATES, namesSearch } from './list-search.ts';

/** Counting stops at this number of lots. */
export const MAX_COUNTED_LOTS = 10_000;
const READ = { service: 'lots:read' } as const;
const WRITE = { service: 'lots:write' } as const;
const nameId = z.int().check(z.minimum(1), z.maximum(2_147_483_647));
const otherName = z.object({ nameId: z.int(), name: z.string() });

const feedName = z.object({
  nameId: z.int(),
  kind: z.enum(NAME_KINDS),
  /** Maker of a model, else empty. */
  maker: z.string(),
  name: z.string(),
  state: z.enum(NAME_STATES),
  /** The canonical name that lots show instead; null unless merged. */
  standsFor: z.nullable(z.string()),
  /** The first source that used it. */
  source: z.string(),
  /** First seen in a changed row; unchanged lines are skipped by their fingerprint. */
  firstSeenAt: instant,
  lastSeenAt: instant,
  /** Lots under it; for a merged name those whose source used it; for an unknown auction house those in quarantine. */
  lots: z.int(),
  /** There are more lots than are counted. */
  moreLots: z.boolean(),
  example: z.nullable(z.object({ id: z.string(), pageType: z.enum(PAGE_TYPES), lotNo: z.int(), house: z.string() })),
  /** A canonical name that differs only in case, width, punctuation or script. */
  suggestion: z.nullable(otherName),
  /** The last decision; `by` is null where the feed itself made it. */
  decided: z.nullable(z.object({ by: z.nullable(z.string()), at: instant })),
  /** Lots renamed so far, while the last decision is still being applied. */
  changing: z.nullable(z.int()),
});
export type FeedName = z.infer<typeof feedName>;

export const serviceNames = route({
  method: 'GET',
  path: '/v1/back-office/lots/names',
  summary: 'Names of makers, models, colors, grades and auction houses as sources write them: new, canonical or merged',
  access: READ,
  query: namesSearch,
  reply: z.object({
    success: z.literal(true),
    items: z.array(feedName),
    /** Names in the requested state, by kind. */
    counters: z.array(z.object({ kind: z.enum(NAME_KINDS), names: z.int() })),
    pageInfo,
  }),
  budget: 'search',
});

export const serviceMergeName = route({
  method: 'POST',
  path: '/v1/back-office/lots/merge-name',
  budget: 'write',
  summary: 'Merge a name into another: existing lots change in the background, new rows on import',
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
  summary: 'Make names canonical; all of them or none',
  access: WRITE,
  query: noQuery,
  body: z.strictObject({ nameIds: z.array(nameId).check(z.minLength(1), z.maxLength(100)) }),
  reply: success,
  errors: ['NotFound', 'FeedName.Merged', 'FeedName.HouseNeedsRow'],
  repeatSafe: true,
});

export const serviceUndoMerge = route({
  method: 'POST',
  path: '/v1/back-office/lots/take-back-name',
  budget: 'write',
  summary: 'Undo a merge: lots get the name back, except lots of a merged auction house',
  access: WRITE,
  query: noQuery,
  body: z.strictObject({ nameId }),
  reply: success,
  errors: ['NotFound', 'FeedName.NotMerged'],
  repeatSafe: true,
});
