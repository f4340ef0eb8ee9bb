import * as z from 'zod/mini';
import { instant, noQuery, pageInfo, route, success } from '../http.ts';
import { WORD_KINDS } from '../lots/glossary-overrides.ts';
import { WORD_STATES, wordsSearch } from './list-search.ts';

/** They travel with every page. */
export const MAX_GLOSSARY_OVERRIDES = 1_000;
/** Earlier changes of a word are kept and not listed. */
export const LISTED_CHANGES = 20;
export const MAX_WORD_LENGTH = 200;
export const MAX_TRANSLATION_LENGTH = 100;

const READ = { service: 'lots:read' } as const;
const WRITE = { service: 'lots:write' } as const;
const kind = z.enum(WORD_KINDS);
const word = z.string().check(z.trim(), z.minLength(1, 'Field.Required'), z.maxLength(MAX_WORD_LENGTH));
const translation = z.string().check(z.trim(), z.minLength(1, 'Field.Required'), z.maxLength(MAX_TRANSLATION_LENGTH));
const inBoth = z.object({ en: z.string(), ru: z.string() });

const listedWord = z.object({
  kind,
  /** As houses write it. */
  word: z.string(),
  state: z.enum(WORD_STATES),
  /** What lots show; null while nobody has translated it. */
  shown: z.nullable(inBoth),
  /** What they would show without a manager's words. */
  standard: z.nullable(inBoth),
  /** Of a missing word: what the glossary of auction sheets says. */
  suggestion: z.nullable(inBoth),
  /** Coming lots, and those of the last 30 days that were sold or not, when they were last counted. */
  lots: z.int(),
  /** The last change; who writes names it, so that nobody writes over what he has not seen. */
  changeId: z.nullable(z.int()),
  /** What was changed, the newest first, at most 20; `by` is null where the operator did it. */
  changes: z.array(
    z.object({
      changeId: z.int(),
      /** Null: the word was taken back. */
      to: z.nullable(inBoth),
      by: z.nullable(z.string()),
      at: instant,
    }),
  ),
});
export type ListedWord = z.infer<typeof listedWord>;

export const serviceWords = route({
  method: 'GET',
  path: '/v1/back-office/lots/words',
  summary:
    'Words of colours, equipment, gearboxes, drives, grades and remarks as lots carry them, with their translations',
  access: READ,
  query: wordsSearch,
  reply: z.object({
    success: z.literal(true),
    items: z.array(listedWord),
    /** Words in the asked state, by kind. */
    counters: z.array(z.object({ kind, words: z.int() })),
    /** When the lots were last counted; null before the first time. */
    countedAt: z.nullable(instant),
    pageInfo,
  }),
  budget: 'search',
});

export const serviceWriteWord = route({
  method: 'POST',
  path: '/v1/back-office/lots/write-word',
  budget: 'write',
  summary: 'What lots show for a word, in both languages, from now on',
  access: WRITE,
  query: noQuery,
  body: z.strictObject({
    kind,
    word,
    en: translation,
    ru: translation,
    /** The last change that is known of; without it any is written over. */
    changeId: z.optional(z.nullable(z.int())),
  }),
  reply: success,
  errors: ['FeedWord.Divided', 'FeedWord.Changed', 'FeedWord.TooMany'],
  repeatSafe: true,
});

export const serviceTakeBackWord = route({
  method: 'POST',
  path: '/v1/back-office/lots/take-back-word',
  budget: 'write',
  summary: 'Lots show the portal’s own translation of a word again, or the word as it is',
  access: WRITE,
  query: noQuery,
  body: z.strictObject({ kind, word, changeId: z.optional(z.nullable(z.int())) }),
  reply: success,
  errors: ['FeedWord.NotOwn', 'FeedWord.Changed'],
  repeatSafe: true,
});
