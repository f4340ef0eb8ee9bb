import type { BidIndexQuery } from '@seri/contract/bids/list-routes.ts';
import { useQuery } from '@tanstack/react-query';
import { writeStored } from '../../shell/i18n/storage.ts';
import type { BidFilter } from '../core/list-filter.ts';
import { layoutOf } from '../core/list-layouts.ts';
import { listQueries } from '../core/list-queries.ts';
import lists from '../core/lists.module.css';
import { FilterSheet } from '../filters/filter-sheet.tsx';
import { FilterTags, ListFilters } from '../filters/list-filters.tsx';
import { LotSearch } from '../filters/lot-search.tsx';
import { SavedFilters } from '../filters/saved-filters.tsx';
import { SortSheet } from '../filters/sort-sheet.tsx';
import type { listNavigation } from '../lists/list-navigation.ts';
import { ListTools } from '../lists/list-tools.tsx';

interface ManagerFiltersProps {
  search: Omit<BidIndexQuery, 'page' | 'pageSize'>;
  /** The same filters as a query string. */
  params: string;
  moves: ReturnType<typeof listNavigation<BidIndexQuery>>;
  isTable: boolean;
  /** Called with a saved filter that replaces the current one. */
  onApply: (params: string) => void;
}

const LAYOUT = layoutOf('index', 'manager');

/**
 * Filters of the bid manager; remembers the choice of the manager's own clients
 * (business-rules.md#clients-of-a-manager).
 */
export function ManagerFilters({ search, params, moves, isTable, onApply }: ManagerFiltersProps) {
  const { data: choices } = useQuery(listQueries.choices('index', 'all'));
  const filters = {
    layout: LAYOUT,
    filter: search,
    choices: choices?.filters,
    onChange: (changes: BidFilter, replace?: boolean) => {
      if ('mine' in changes) writeStored('bidsMine', changes.mine ?? '');
      return moves.change(changes, replace);
    },
  };
  const find = <LotSearch list="index" lotNo={search.lotNo} onChange={moves.searchLot} />;
  const tools = (
    <ListTools query={{ ...search, list: 'index' }}>
      <SavedFilters params={params} onApply={onApply} />
    </ListTools>
  );
  if (isTable) {
    return (
      <ListFilters {...filters}>
        {find}
        {tools}
      </ListFilters>
    );
  }
  return (
    <>
      <div className={lists.phoneBar}>
        {find}
        <FilterSheet {...filters} />
        <SortSheet sorting={moves.sorting} onSort={moves.sortBy} />
      </div>
      <div className={lists.phoneTags}>
        <FilterTags {...filters} />
      </div>
    </>
  );
}
