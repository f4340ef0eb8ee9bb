import { useDoorMoney } from '../../costs/door-row-panel.tsx';
import { SavedSearches } from '../../searches/searches-panel.tsx';
import { stringifySearch } from '../../shell/search.ts';
import { filterOf, isFiltered } from '../core/lot-search.ts';
import type { LotSearch } from '../core/use-lot-search.ts';
import { tagsOf } from './lot-tags.ts';

const MAX_TITLE_LENGTH = 100;

interface ListingSearchesProps {
  lots: LotSearch;
  /** Icons only, for a phone. */
  compact?: boolean;
}

/** Save search and Saved searches of this listing: the address without the page, named by its filters. */
export function ListingSearches({ lots, compact = false }: ListingSearchesProps) {
  const { page, pageSize, ...saved } = lots.search;
  const filter = filterOf(lots.search);
  const doorMoney = useDoorMoney(Boolean(filter.doorFrom || filter.doorTo));
  const title = tagsOf(filter, () => {}, doorMoney).map((tag) => tag.label);
  return (
    <SavedSearches
      pageType={lots.pageType}
      params={stringifySearch(saved).slice(1)}
      title={title.join(', ').slice(0, MAX_TITLE_LENGTH)}
      isFiltered={isFiltered(filter)}
      size={compact ? 'md' : 'sm'}
      compact={compact}
    />
  );
}
