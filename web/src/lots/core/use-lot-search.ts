import { PAGE_SIZES } from '@seri/contract/http.ts';
import { bikeListing, type LotFilter, type LotSort, lotListing, nextSorting } from '@seri/contract/lots/filter.ts';
import { isBikePage, type PageType } from '@seri/contract/lots/page-types.ts';
import { useEffect, useMemo, useRef, useState } from 'react';
import { storedPageSize, storePageSize } from '../../shell/page-size.ts';
import { useScreenSearch } from '../../shell/search.ts';
import { EMPTY_FILTER, filterOf } from './lot-search.ts';

const [DEFAULT_SIZE] = PAGE_SIZES;

type DayEnd = 'dateFrom' | 'dateTo';

interface Pending {
  /** Address this change was made on; a step back invalidates the change. */
  on: LotFilter;
  patch: Partial<LotFilter>;
}

/** Listing state: the address owns it; typed values wait here until they are applied. */
export function useLotSearch(pageType: PageType) {
  const [address, setSearch] = useScreenSearch(isBikePage(pageType) ? bikeListing : lotListing);
  const [size, setSize] = useState(storedPageSize);
  const [pending, setPending] = useState<Pending | null>(null);
  const [wrongDays, setWrongDays] = useState<readonly DayEnd[]>([]);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  const search = useMemo(
    () => ({ ...address, pageSize: address.pageSize === DEFAULT_SIZE ? size : address.pageSize }),
    [address, size],
  );
  const patch = pending && pending.on === address ? pending.patch : null;

  /** `replace` from a sheet, whose own history entry then becomes the new list. */
  const apply = async (changes: Partial<LotFilter>, replace = false) => {
    clearTimeout(timer.current);
    // Fields show the change until the address contains it.
    const shown = { on: address, patch: changes };
    setPending(shown);
    await setSearch({ ...changes, page: 1 }, { replace });
    setPending((now) => (now === shown ? null : now));
  };
  const change = (changes: Partial<LotFilter>, delayMs: number) => {
    const together = { ...patch, ...changes };
    setPending({ on: address, patch: together });
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void apply(together), delayMs);
  };

  return {
    pageType,
    /** The current query. */
    search,
    /** Values of the fields: the address with pending changes. */
    filter: { ...filterOf(search), ...patch },
    waiting: patch,
    /** Nothing to apply, or an invalid day (business-rules.md#saved-searches). */
    isSearchDisabled: patch === null || wrongDays.length > 0,
    setDayWrong: (end: DayEnd, isWrong: boolean) =>
      setWrongDays((before) => [...before.filter((other) => other !== end), ...(isWrong ? [end] : [])]),
    change,
    apply,
    /** Applies pending changes at once. */
    applyNow: () => void (patch && apply(patch)),
    clear: () => void apply(EMPTY_FILTER),
    sort: (sort: LotSort, replace = false) => setSearch({ ...nextSorting(search, sort), page: 1 }, { replace }),
    setPage: (page: number) => void setSearch({ page }),
    setPageSize: (pageSize: number) => {
      storePageSize(pageSize);
      setSize(pageSize);
      void setSearch({ pageSize, page: 1 });
    },
  };
}
export type LotSearch = ReturnType<typeof useLotSearch>;
