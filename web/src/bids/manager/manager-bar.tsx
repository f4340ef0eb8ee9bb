import type { BidIndexQuery } from '@seri/contract/bids/list-routes.ts';
import type { BidList } from '@seri/contract/bids/records.ts';
import { IconAdjustmentsHorizontal, IconCalendarTime } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useId } from 'react';
import { paths } from '../../app/paths.ts';
import { t } from '../../shell/i18n/i18n.ts';
import { writeStored } from '../../shell/i18n/storage.ts';
import { ActionButton } from '../../ui/actions/action-button.tsx';
import { createTabStore, useTabStore } from '../../ui/theme/tab-store.ts';
import { type BidFilter, tagsOf } from '../core/list-filter.ts';
import { layoutOf } from '../core/list-layouts.ts';
import { listQueries } from '../core/list-queries.ts';
import lists from '../core/lists.module.css';
import { FilterSheet } from '../filters/filter-sheet.tsx';
import { FilterTags, ListFilters } from '../filters/list-filters.tsx';
import { LotSearch } from '../filters/lot-search.tsx';
import { SavedFilters } from '../filters/saved-filters.tsx';
import { SortSheet } from '../filters/sort-sheet.tsx';
import { ACTIVE_TABS, tabsWith } from '../filters/status-tabs.ts';
import { StatusTabsBar } from '../filters/status-tabs-bar.tsx';
import type { listNavigation } from '../lists/list-navigation.ts';
import { ListTools } from '../lists/list-tools.tsx';
import { QueueProgress } from '../queue/queue-progress.tsx';
import css from './manager-bar.module.css';

interface ManagerBarProps {
  search: Omit<BidIndexQuery, 'page' | 'pageSize'>;
  /** The same filters as a query string. */
  params: string;
  counters: BidList['counters'] | undefined;
  moves: ReturnType<typeof listNavigation<BidIndexQuery>>;
  isTable: boolean;
  /** Warnings below the bar. */
  alarms: ReactNode;
  /** Called with a saved filter that replaces the current one. */
  onApply: (params: string) => void;
}

const LAYOUT = layoutOf('index', 'manager');
/** Open while the manager works in this tab of the browser. */
const isPanelOpen = createTabStore(false);

/** Filters of the list with their choices. */
function useManagerFilters({ search, moves }: Pick<ManagerBarProps, 'search' | 'moves'>) {
  const { data: choices } = useQuery(listQueries.choices('index', 'all'));
  return {
    layout: LAYOUT,
    filter: search,
    choices: choices?.filters,
    onChange: (changes: BidFilter, replace?: boolean) => {
      if ('mine' in changes) writeStored('bidsMine', changes.mine ?? '');
      return moves.change(changes, replace);
    },
  };
}

/** Opens the auction day. */
export const BidDayLink = () => (
  <Link {...paths.bidDay()} className={css.day} aria-label={t('bids.day.title')} title={t('bids.day.title')}>
    <IconCalendarTime size={20} stroke={1.5} aria-hidden />
  </Link>
);

/** The filters in one button. */
export const ManagerFilterSheet = (props: Pick<ManagerBarProps, 'search' | 'moves'>) => (
  <FilterSheet {...useManagerFilters(props)} />
);

/**
 * The bar of the bid manager: status tabs, progress, filters and the search by lot number. Remembers the choice of the
 * manager's own clients (business-rules.md#clients-of-a-manager).
 */
export function ManagerBar({ search, params, counters, moves, isTable, alarms, onApply }: ManagerBarProps) {
  const filters = useManagerFilters({ search, moves });
  const isOpen = useTabStore(isPanelOpen);
  const panelId = useId();
  const count = tagsOf(search, LAYOUT, filters.choices).length;
  const find = <LotSearch list="index" lotNo={search.lotNo} onChange={moves.searchLot} />;
  const tabs = (
    <StatusTabsBar
      tabs={tabsWith(ACTIVE_TABS, counters, true)}
      active={search.bidStatus}
      forClient={false}
      onChange={(bidStatus, replace) => moves.change({ bidStatus }, replace)}
    />
  );
  const back = search.sort !== undefined && (
    <ActionButton kind="plain" size="sm" onClick={() => moves.change({})}>
      {t('bids.queue.back')}
    </ActionButton>
  );
  if (!isTable) {
    return (
      <>
        {tabs}
        <div className={css.narrow}>
          <QueueProgress counters={counters} />
          {back}
          <div className={css.find}>{find}</div>
          <FilterSheet {...filters} />
          <SortSheet sorting={moves.sorting} onSort={moves.sortBy} />
          <BidDayLink />
        </div>
        <div className={`${lists.phoneTags} ${css.below}`}>
          <FilterTags {...filters} />
          {alarms}
        </div>
      </>
    );
  }
  return (
    <>
      <div className={css.bar}>
        <div className={css.tabs}>{tabs}</div>
        {back}
        <QueueProgress counters={counters} />
        <BidDayLink />
        <ActionButton
          kind="plain"
          size="sm"
          className={css.filter}
          aria-expanded={isOpen}
          aria-controls={panelId}
          leftSection={<IconAdjustmentsHorizontal size={18} stroke={1.5} aria-hidden />}
          onClick={() => isPanelOpen.set(!isOpen)}
        >
          {count > 0 ? t('bids.filter.openSet', { count }) : t('bids.filter.open')}
        </ActionButton>
        <div className={css.find}>{find}</div>
      </div>
      <div id={panelId} className={css.below} data-open={isOpen || undefined}>
        {isOpen ? (
          <ListFilters {...filters}>
            <ListTools query={{ ...search, list: 'index' }}>
              <SavedFilters params={params} onApply={onApply} />
            </ListTools>
          </ListFilters>
        ) : (
          <FilterTags {...filters} />
        )}
        {alarms}
      </div>
    </>
  );
}
