import { listTerms } from '@seri/contract/feed/word-routes.ts';
import type { QueryInput } from '@seri/contract/http.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../shell/api/api.ts';
import { glossaryOverridesQuery } from '../shell/glossary-overrides.ts';

type WordsAsked = Omit<QueryInput<typeof listTerms>, 'page' | 'pageSize'> & { page: number; pageSize: number };

/** Words of lots with their translations. */
export const wordQueries = {
  words: ['feed', 'words'] as const,
  list: (asked: WordsAsked) =>
    queryOptions({
      queryKey: [...wordQueries.words, 'list', asked],
      queryFn: ({ signal }) => call(listTerms, { query: asked, signal }),
      placeholderData: (before) => before,
    }),
};

/** Queries to invalidate after a change of a word: the list, and the glossary that the next page uses. */
export const CHANGED_BY_WORDS = [wordQueries.words, glossaryOverridesQuery.queryKey];
