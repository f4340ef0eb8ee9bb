import { getGlossaryOverrides } from '@seri/contract/feed/shown-word-routes.ts';
import type { GlossaryOverrides } from '@seri/contract/lots/glossary-overrides.ts';
import { queryOptions } from '@tanstack/react-query';
import { addressOf, call } from './api/api.ts';
import { initialData } from './api/initial-data.ts';
import { language, languageId } from './i18n/i18n.ts';

const query = { language: String(languageId(language)) as '692' | '693' };
// A visitor the server does not know may read another language than it thought.
const known =
  initialData.words?.address === addressOf(getGlossaryOverrides, query) ? initialData.words.reply.words : undefined;

/** What managers wrote for words of lots, in the reader's language; each answer takes its place, drawn with the next page. */
export let glossaryOverrides: GlossaryOverrides = known ?? {};

export function setGlossaryOverrides(words: GlossaryOverrides): void {
  glossaryOverrides = words;
}

export const glossaryOverridesQuery = queryOptions({
  queryKey: ['feed', 'shown-words'],
  queryFn: async ({ signal }) => {
    const { words } = await call(getGlossaryOverrides, { query, signal });
    setGlossaryOverrides(words);
    return words;
  },
  staleTime: 5 * 60_000,
  ...(known ? { initialData: known } : {}),
});
