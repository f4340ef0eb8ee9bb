import * as z from 'zod/mini';

/** Lots for review: `contradictions` undecided, `unread` places, `failed` sheets. */
export const REVIEW_FILTERS = ['check', 'contradictions', 'unread', 'failed', 'all'] as const;
export type ReviewFilter = (typeof REVIEW_FILTERS)[number];

export const REVIEW_PAGE_SIZE = 50;

export const reviewSearch = z.strictObject({
  filter: z._default(z.enum(REVIEW_FILTERS), 'check'),
  page: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(10_000)), 1),
});
