import { listTerms } from '@seri/contract/feed/word-routes.ts';
import type { QueryInput } from '@seri/contract/http.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../shell/api/api.ts';
import { glossaryOverridesQuery } from '../shell/glossary-overrides.ts';

type WordListQuery = Omit<QueryInput<typeof listTerms>, 'page' | 'pageSize'> & { page: number; pageSize: number };

/** Words of lots with their translations. */
export const wordQueries = {
  words: ['feed', 'words'] as const,
  list: (query: WordListQuery) =>
    queryOptions({
      queryKey: [...wordQueries.words, 'list', query],
      queryFn: ({ signal }) => call(listTerms, { query: query, signal }),
      placeholderData: (before) => before,
    }),
};

/** Queries to invalidate after a change of a word: the list, and the glossary that the next page uses. */
export const CHANGED_BY_WORDS = [wordQueries.words, glossaryOverridesQuery.queryKey];
