import type { ReplyOf } from '@seri/contract/http.ts';
import { SUGGEST } from '@seri/contract/lots/finder/routes.ts';
import type { PageType } from '@seri/contract/lots/page-types.ts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../api/api.ts';
import { language } from '../i18n/i18n.ts';

export type Suggestions = ReplyOf<(typeof SUGGEST)['car-auction']>;

/** The parser reads no more of a line. */
export const MAX_LINE_LENGTH = 300;
/** Counts of a line that is typed again within this time. */
const STALE_MS = 15_000;

/** The meaning of a search line on a page, on top of filters that are set already. */
export const suggestionsQuery = (pageType: PageType, line: string, within = '') =>
  queryOptions({
    queryKey: ['lots', 'suggest', pageType, line, within, language],
    queryFn: ({ signal }) => call(SUGGEST[pageType], { query: { line, within }, signal }),
    enabled: line.trim() !== '',
    staleTime: STALE_MS,
    placeholderData: keepPreviousData,
  });
