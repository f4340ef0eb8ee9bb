import * as z from 'zod/mini';
import { route } from '../../http.ts';
import { PAGE_RULES, type PAGE_TYPES, type PageType } from '../page-types.ts';

/** Longer lines are refused; the parser reads the first 300 characters. */
export const MAX_TYPED_LENGTH = 2_000;

const params = z.string();
const lots = z.int();

/** A stretch of the line: its first character and the one after its last. */
const stretch = { start: z.int(), end: z.int() };

/** One reading of a line. */
const reading = z.object({
  /** The filters as the query of an address; empty where nothing was understood. */
  params,
  /** Matching lots on this page, as its list would show them. */
  lots,
  /** The reading as a line in the reader's language, which means the same filters. */
  text: z.string(),
  /** Stretches that are filters. */
  understood: z.array(z.object(stretch)),
  /**
   * Stretches that are no filter, and the lots that have the word in trim, equipment or remarks. A word that no lot has is
   * left out of `params`.
   */
  rest: z.array(z.object({ ...stretch, text: z.string(), lots })),
  /** The line names a total at the client's door, which this page cannot filter by. */
  hasDoorPrice: z.boolean(),
});
export type LineReading = z.infer<typeof reading>;

/** A longer line that begins with what was typed. */
const completion = z.object({ text: z.string(), params, lots });
export type LineCompletion = z.infer<typeof completion>;

const suggestOf = <P extends PageType>(pageType: P) =>
  route({
    method: 'GET',
    path: `/v1/${pageType}/suggest`,
    budget: 'read',
    cost: 3,
    summary: 'What a search line means: its readings as filters with their numbers of lots, and how it may go on',
    access: { all: [PAGE_RULES[pageType].flag] },
    query: z.strictObject({
      line: z.string().check(z.maxLength(MAX_TYPED_LENGTH)),
      /** Filters that are set already, as the query of an address: the line adds to them. Invalid ones are ignored. */
      within: z._default(z.string().check(z.maxLength(MAX_TYPED_LENGTH)), ''),
    }),
    reply: z.object({
      /** The likeliest first; none for an empty line. */
      readings: z.array(reading),
      completions: z.array(completion),
      /** The first reading on the page of sales, for readers who may see it. */
      sales: z.nullable(z.object({ params, lots })),
    }),
    errors: ['Lists.Filling'],
  });

export const suggestCarAuction = suggestOf('car-auction');
export const suggestStock = suggestOf('stock');
export const suggestStats = suggestOf('stats');
export const suggestBikes = suggestOf('bikes');
export const suggestBikeStats = suggestOf('bike-stats');

/** The call of each page. */
export const SUGGEST = {
  'car-auction': suggestCarAuction,
  stock: suggestStock,
  stats: suggestStats,
  bikes: suggestBikes,
  'bike-stats': suggestBikeStats,
} as const satisfies Record<(typeof PAGE_TYPES)[number], unknown>;
