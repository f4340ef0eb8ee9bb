import type { PageInfo } from '@seri/contract/http.ts';
import type { LotListing } from '@seri/contract/lots/filter.ts';
import { useEffect } from 'react';
import { groupThousands } from '../shell/format.ts';
import { t } from '../shell/i18n.ts';
import { usePageTitle } from '../shell/page-title.ts';
import { rememberListing } from './last-listing.ts';

/** Heading with the number of hits; the lot pages lead back to this very list. */
export function useListingTitle(search: LotListing, pageInfo: PageInfo | undefined): void {
  usePageTitle({ title: t('lots.title'), note: pageInfo && countText(pageInfo) });
  const found = pageInfo?.totalSearchResults;
  useEffect(() => {
    if (found !== undefined) rememberListing(search, found);
  }, [search, found]);
}

function countText({ totalSearchResults, totalResults, approximate }: PageInfo): string {
  const found = groupThousands(totalSearchResults);
  if (totalSearchResults === totalResults) return t('lots.count', { count: totalSearchResults, found });
  const all = groupThousands(totalResults);
  return t(approximate ? 'lots.countAbout' : 'lots.countOf', { found, all });
}
