import type { LotListing } from '@seri/contract/lots/filter.ts';
import type { PageType } from '@seri/contract/lots/page-types.ts';
import { readStored, writeStored } from '../../shell/i18n/storage.ts';

interface LastListing {
  pageType: PageType;
  search: Partial<LotListing>;
  total: number;
}

/**
 * Remembers the list a lot was opened from, since lots open in a new tab and link back to it. Without storage they link
 * to the whole list.
 */
export function rememberListing(pageType: PageType, search: LotListing, total: number): void {
  writeStored('lastListing', JSON.stringify({ pageType, search, total } satisfies LastListing));
}

/** The last viewed list, if it was of this page type. */
export function lastListing(pageType: PageType): LastListing | null {
  try {
    const last = JSON.parse(readStored('lastListing') ?? 'null') as LastListing | null;
    return last?.pageType === pageType ? last : null;
  } catch {
    return null;
  }
}
