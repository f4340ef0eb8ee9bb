import { getGlossaryOverrides } from '@seri/contract/feed/shown-word-routes.ts';
import type { GlossaryOverrides } from '@seri/contract/lots/glossary-overrides.ts';
import { queryOptions } from '@tanstack/react-query';
import { addressOf, call } from './api/api.ts';
import { initialData } from './api/initial-data.ts';
import { language, languageId } from './i18n/i18n.ts';

const query = { language: String(languageId(language)) as '692' | '693' };
// An anonymous visitor may use another language than the server assumed.
const known =
  initialData.words?.address === addressOf(getGlossaryOverrides, query) ? initialData.words.reply.words : undefined;

/**
 * Managers' translations of words of lots, in the reader's language. A newer answer replaces them and shows on the next
 * page.
 */
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
