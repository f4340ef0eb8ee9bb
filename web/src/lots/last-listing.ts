import type { LotListing } from '@seri/contract/lots/filter.ts';

const KEY = 'seri.last-listing';

interface LastListing {
  search: Partial<LotListing>;
  total: number;
}

/** A lot opens in its own tab and leads back to the list it was found in. */
export function rememberListing(search: LotListing, total: number): void {
  try {
    localStorage.setItem(KEY, JSON.stringify({ search, total } satisfies LastListing));
  } catch {
    // Without storage the way back leads to the whole list.
  }
}

export function lastListing(): LastListing | null {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? 'null') as LastListing | null;
  } catch {
    return null;
  }
}
