import type { PageName } from '@seri/contract/company/pages.ts';
import { page } from '@seri/contract/company/routes.ts';
import { queryOptions } from '@tanstack/react-query';
import { addressOf, call } from '../shell/api/api.ts';
import { initialData } from '../shell/api/initial-data.ts';
import { language, languageId } from '../shell/i18n/i18n.ts';

type PageText = { title: string; body: string };

export const companyQueries = {
  page: (name: PageName) => {
    const query = { name, language: `${languageId(language)}` } as const;
    // Use the text from the document once, and only in its own language.
    const reply =
      initialData.page?.address === addressOf(page, query) ? (initialData.page.reply as PageText) : undefined;
    return queryOptions<PageText>({
      queryKey: ['company', 'page', query],
      queryFn: ({ signal }) => call(page, { query, signal }),
      staleTime: 5 * 60_000,
      ...(reply ? { initialData: reply } : {}),
    });
  },
};
