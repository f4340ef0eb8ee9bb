import * as z from 'zod/mini';
import { pageParams } from '../http.ts';
import { WORD_KINDS } from '../lots/glossary-overrides.ts';

// Search parameters of these lists, separate from their calls because every page of the web app loads this file.
export const NAME_KINDS = ['maker', 'model', 'color', 'grade', 'house'] as const;
export type NameKind = (typeof NAME_KINDS)[number];
/** New: undecided. Own: a canonical name. Merged: an alias of another name. */
export const NAME_STATES = ['new', 'own', 'merged'] as const;
export type NameState = (typeof NAME_STATES)[number];
/** Missing: not translated, lots show it as it is. Own: written by a manager. Standard: built in. */
export const WORD_STATES = ['missing', 'own', 'standard'] as const;
export type WordState = (typeof WORD_STATES)[number];

const search = z.optional(z.string().check(z.trim(), z.maxLength(100)));

export const namesSearch = z.strictObject({
  kind: z._default(z.enum(NAME_KINDS), 'maker'),
  state: z._default(z.enum(NAME_STATES), 'new'),
  /** Only for models. */
  maker: z.optional(z.string().check(z.maxLength(100))),
  search,
  ...pageParams,
});

export const wordsSearch = z.strictObject({
  kind: z._default(z.enum(WORD_KINDS), 'color'),
  state: z._default(z.enum(WORD_STATES), 'missing'),
  /** Part of the word or of a translation. */
  search,
  ...pageParams,
});

/** The screen of imports: its sources, or one of the lists below. */
export const importsScreenSearch = z.strictObject({
  state: z._default(z.enum(['sources', 'all', 'trouble']), 'sources'),
  ...pageParams,
});

/** Trouble: imports with refused rows, and aborted ones. */
export const importsSearch = z.strictObject({ state: z._default(z.enum(['all', 'trouble']), 'all'), ...pageParams });
