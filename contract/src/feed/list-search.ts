import * as z from 'zod/mini';
import { pageParams } from '../http.ts';
import { WORD_KINDS } from '../lots/glossary-overrides.ts';

// What the addresses of these lists hold, apart from their calls: every page of the web app loads this.
export const NAME_KINDS = ['maker', 'model', 'color', 'grade', 'house'] as const;
export type NameKind = (typeof NAME_KINDS)[number];
/** New: nobody has said yet what it is. Own: a name of its own. Merged: it means another one. */
export const NAME_STATES = ['new', 'own', 'merged'] as const;
export type NameState = (typeof NAME_STATES)[number];
/** Missing: nobody has translated it, lots show it as it is. Own: a manager wrote it. Standard: the portal brings it. */
export const WORD_STATES = ['missing', 'own', 'standard'] as const;
export type WordState = (typeof WORD_STATES)[number];

const search = z.optional(z.string().check(z.trim(), z.maxLength(100)));

export const namesSearch = z.strictObject({
  kind: z._default(z.enum(NAME_KINDS), 'maker'),
  state: z._default(z.enum(NAME_STATES), 'new'),
  /** Of models. */
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

/** Trouble: imports with refused rows, and those that stopped. */
export const importsSearch = z.strictObject({ state: z._default(z.enum(['all', 'trouble']), 'all'), ...pageParams });
