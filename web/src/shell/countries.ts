import { countryList } from '@seri/contract/company/routes.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from './api/api.ts';
import { language, languageId } from './i18n/i18n.ts';

/** Countries in the reader's language; the value is the ISO number. */
export const countriesQuery = queryOptions({
  queryKey: ['company', 'countries', language],
  queryFn: ({ signal }) => call(countryList, { query: { language: `${languageId(language)}` }, signal }),
  staleTime: Number.POSITIVE_INFINITY,
});
