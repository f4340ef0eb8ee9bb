import * as z from 'zod/mini';
import { instant, noQuery, pageInfo, route, success } from '../http.ts';
import { WORD_KINDS } from '../lots/glossary-overrides.ts';
import { WORD_STATES, wordsSearch } from './list-search.ts';

/** Limited, because every page loads them. */
export const MAX_GLOSSARY_OVERRIDES = 1_000;
/** Older changes of a term are stored but not listed. */
export const LISTED_CHANGES = 20;
export const MAX_WORD_LENGTH = 200;
export const MAX_TRANSLATION_LENGTH = 100;

const READ = { service: 'lots:read' } as const;
const WRITE = { service: 'lots:write' } as const;
const kind = z.enum(WORD_KINDS);
const word = z.string().check(z.trim(), z.minLength(1, 'Field.Required'), z.maxLength(MAX_WORD_LENGTH));
const translation = z.string().check(z.trim(), z.minLength(1, 'Field.Required'), z.maxLength(MAX_TRANSLATION_LENGTH));
const inBoth = z.object({ en: z.string(), ru: z.string() });

const listedTerm = z.object({
  kind,
  /** As auction houses write it. */
  word: z.string(),
  state: z.enum(WORD_STATES),
  /** The text on lots; null while there is no translation. */
  shown: z.nullable(inBoth),
  /** The text on lots without a manager's override. */
  standard: z.nullable(inBoth),
  /** For a missing term: the entry in the glossary of auction sheets. */
  suggestion: z.nullable(inBoth),
  /** Upcoming lots, and lots of the last 30 days with a result, at the last count. */
  lots: z.int(),
  /** The last change; a writer names it, so that unseen changes are not overwritten. */
  changeId: z.nullable(z.int()),
  /** Changes of it, the newest first, at most 20; `by` is null where the operator made the change. */
  changes: z.array(
    z.object({
      changeId: z.int(),
      /** Null: the override was removed. */
      to: z.nullable(inBoth),
      by: z.nullable(z.string()),
      at: instant,
    }),
  ),
});
export type ListedTerm = z.infer<typeof listedTerm>;

export const serviceListTerms = route({
  method: 'GET',
  path: '/v1/back-office/lots/words',
  summary:
    'Terms of colors, equipment, gearboxes, drives, grades and remarks as lots carry them, with their translations',
  access: READ,
  query: wordsSearch,
  reply: z.object({
    success: z.literal(true),
    items: z.array(listedTerm),
    /** Terms in the requested state, by kind. */
    counters: z.array(z.object({ kind, words: z.int() })),
    /** Instant of the last count of lots; null before the first. */
    countedAt: z.nullable(instant),
    pageInfo,
  }),
  budget: 'search',
});

export const serviceWriteTerm = route({
  method: 'POST',
  path: '/v1/back-office/lots/write-word',
  budget: 'write',
  summary: 'Set the translation of a term in both languages',
  access: WRITE,
  query: noQuery,
  body: z.strictObject({
    kind,
    word,
    en: translation,
    ru: translation,
    /** The last change the writer has seen; without it any change is overwritten. */
    changeId: z.optional(z.nullable(z.int())),
  }),
  reply: success,
  errors: ['FeedWord.Divided', 'FeedWord.Changed', 'FeedWord.TooMany'],
  repeatSafe: true,
});

export const serviceRemoveTerm = route({
  method: 'POST',
  path: '/v1/back-office/lots/take-back-word',
  budget: 'write',
  summary: 'Remove the translation of a term; lots show the built-in one, or the term itself',
  access: WRITE,
  query: noQuery,
  body: z.strictObject({ kind, word, changeId: z.optional(z.nullable(z.int())) }),
  reply: success,
  errors: ['FeedWord.NotOwn', 'FeedWord.Changed'],
  repeatSafe: true,
});
