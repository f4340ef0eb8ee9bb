import type { LotListing } from '@seri/contract/lots/filter.ts';
import type { PageType } from '@seri/contract/lots/page-types.ts';
import { readStored, writeStored } from '../../shell/i18n/storage.ts';

interface LastListing {
  pageType: PageType;
  search: Partial<LotListing>;
  total: number;
}

/** A lot opens in its own tab and leads back to the list it was found in; without storage to the whole list. */
export function rememberListing(pageType: PageType, search: LotListing, total: number): void {
  writeStored('lastListing', JSON.stringify({ pageType, search, total } satisfies LastListing));
}

/** The list somebody looked at last, if it was one of this page. */
export function lastListing(pageType: PageType): LastListing | null {
  try {
    const last = JSON.parse(readStored('lastListing') ?? 'null') as LastListing | null;
    return last?.pageType === pageType ? last : null;
  } catch {
    return null;
  }
}
