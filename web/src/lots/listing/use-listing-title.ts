import type { PageInfo } from '@seri/contract/http.ts';
import type { LotListing } from '@seri/contract/lots/filter.ts';
import type { PageType } from '@seri/contract/lots/page-types.ts';
import { useEffect } from 'react';
import { groupThousands } from '../../shell/i18n/format.ts';
import { t } from '../../shell/i18n/i18n.ts';
import { usePageTitle } from '../../shell/layout/page-title.ts';
import { rememberListing } from '../core/last-listing.ts';
import { pageText } from '../core/listing-page.ts';
import { filterOf, isFiltered } from '../core/lot-search.ts';

/** Sets the heading with the number of hits, and remembers the list that lot pages link back to. */
export function useListingTitle(pageType: PageType, search: LotListing, pageInfo: PageInfo | undefined): void {
  usePageTitle({
    title: pageText(pageType, 'title'),
    note: pageInfo && countText(pageInfo, isFiltered({ ...filterOf(search), open: undefined })),
    description: pageText(pageType, 'about'),
  });
  const found = pageInfo?.totalSearchResults;
  useEffect(() => {
    if (found !== undefined) rememberListing(pageType, search, found);
  }, [pageType, search, found]);
}

/** `1 240 of 61 240 lots`, or `1 240 lots` of an unfiltered list. */
export function countText({ totalSearchResults, totalResults }: PageInfo, isNarrowed: boolean): string {
  const found = groupThousands(totalSearchResults);
  if (!isNarrowed || totalSearchResults === totalResults) {
    return t('lots.count', { count: totalSearchResults, found });
  }
  return t('lots.countOf', { found, all: groupThousands(totalResults) });
}
