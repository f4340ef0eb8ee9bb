import * as z from 'zod/mini';
import type { ErrorCode } from '../errors.ts';

/** Lots for review: `contradictions` undecided, `unread` places, `failed` sheets. */
export const REVIEW_FILTERS = ['check', 'contradictions', 'unread', 'failed', 'all'] as const;
export type ReviewFilter = (typeof REVIEW_FILTERS)[number];

/** Why a sheet cannot be read, as error codes of this contract; `Sheet.Unreadable`: without a known cause. */
export const SHEET_CAUSES = [
  'Sheet.NotAPicture',
  'Sheet.Animated',
  'Sheet.TooLarge',
  'Sheet.TooSmall',
  'Sheet.Damaged',
  'Sheet.NoLabels',
  'Sheet.Unreadable',
] as const satisfies readonly ErrorCode[];
export type SheetCause = (typeof SHEET_CAUSES)[number];

export const REVIEW_PAGE_SIZE = 50;

/** Which sheets the review lists. */
export const reviewScope = {
  filter: z._default(z.enum(REVIEW_FILTERS), 'check'),
  /** Only lots of this source, as its rows name it. */
  source: z.optional(z.string().check(z.minLength(1), z.maxLength(120))),
  /** Only sheets that cannot be read for this cause. */
  cause: z.optional(z.enum(SHEET_CAUSES)),
};
export interface ReviewScope {
  filter: ReviewFilter;
  source?: string | undefined;
  cause?: SheetCause | undefined;
}

export const reviewSearch = z.strictObject({
  ...reviewScope,
  page: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(10_000)), 1),
});
