import * as z from 'zod/mini';
import { route } from '../http.ts';
import { WORD_KINDS } from '../lots/glossary-overrides.ts';

/** Separate from the managers' calls: every page makes this one. */
export const getGlossaryOverrides = route({
  method: 'GET',
  path: '/v1/site/lot-words',
  budget: 'read',
  summary: 'Terms translated by managers, by kind; the web app contains the built-in translations',
  access: 'public',
  query: z.strictObject({ language: z._default(z.enum(['692', '693']), '692') }),
  reply: z.object({ words: z.partialRecord(z.enum(WORD_KINDS), z.record(z.string(), z.string())) }),
});
