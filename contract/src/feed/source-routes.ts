import * as z from 'zod/mini';
import { SEES_CLIENTS } from '../auth/manager-access.ts';
import { instant, noQuery, route } from '../http.ts';
import { SHEET_CAUSES } from '../sheets/review-search.ts';

/** Days of the lists, rejected rows and removed lots that are counted. */
export const SOURCE_DAYS = 7;

/** Upcoming lots by the state of their auction sheet: the five numbers are all lots. */
const sheetCounts = {
  /** All places of the sheet are read. */
  read: z.int(),
  /** Some places are not read. */
  partly: z.int(),
  /** The picture cannot be read. */
  failed: z.int(),
  /** Not read yet. */
  waiting: z.int(),
  /** Lots without a sheet. */
  none: z.int(),
};

const sheetFailure = z.object({
  /** An error code of this contract, such as `Sheet.TooSmall`; the review lists its sheets by it. */
  problem: z.enum(SHEET_CAUSES),
  sheets: z.int(),
});
export type SheetFailure = z.infer<typeof sheetFailure>;

const feedSource = z.object({
  /** As its rows name it; for one that has never delivered a row, the name of its address. */
  source: z.string(),
  /** How its last list came. `none`: no list in these days. */
  kind: z.enum(['pulled', 'file', 'program', 'none']),
  /** Interval of polls in seconds; null unless it is pulled. */
  everySeconds: z.nullable(z.int()),
  /** End of the last list in these days, or the last answer without changes. */
  updatedAt: z.nullable(instant),
  /** A pulled source that has not answered for two intervals, and its last answer; null for others. */
  lateSince: z.nullable(instant),
  /** Why the last poll failed; a technical text in English. */
  problem: z.nullable(z.string()),
  houses: z.int(),
  lots: z.int(),
  /** New lots of today in Japan. */
  lotsAddedToday: z.int(),
  /** Rows rejected in lists with rows of this source. */
  rejected: z.int(),
  sheets: z.object(sheetCounts),
  sheetFailures: z.array(sheetFailure),
  /** Lots whose sheet and list differ, undecided. */
  contradictions: z.int(),
});
export type FeedSource = z.infer<typeof feedSource>;

const total = z.object({
  lots: z.int(),
  lotsAddedToday: z.int(),
  /** In all lists of these days. */
  removed: z.int(),
  rejected: z.int(),
  sheets: z.object(sheetCounts),
  contradictions: z.int(),
  /** Of these, lots with open bids. */
  contradictionsWithBids: z.int(),
  imports: z.int(),
  /** Imports that stopped or rejected rows. */
  importsWithErrors: z.int(),
});

export const feedSources = route({
  method: 'GET',
  path: '/v1/feed/sources',
  budget: 'search',
  summary: 'Sources of the feed with their upcoming lots, auction sheets and last lists',
  access: SEES_CLIENTS,
  query: noQuery,
  reply: z.object({ success: z.literal(true), items: z.array(feedSource), total }),
});
