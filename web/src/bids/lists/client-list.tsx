import type { BidType, ListName } from '@seri/contract/bids/list-routes.ts';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { errorText, requestIdOf } from '../../shell/api/error-text.ts';
import { groupThousands } from '../../shell/i18n/format.ts';
import { t } from '../../shell/i18n/i18n.ts';
import { menuOfSession, useSession } from '../../shell/session/session.ts';
import { ActionButton } from '../../ui/actions/action-button.tsx';
import { SkeletonRows } from '../../ui/data/skeleton.tsx';
import { EmptyState, FailedState } from '../../ui/data/state-message.tsx';
import { Page } from '../../ui/theme/page.tsx';
import { type BidFilter, clearedOf, isNarrowed } from '../core/list-filter.ts';
import { layoutOf, tagLayoutOf } from '../core/list-layouts.ts';
import { listQueries } from '../core/list-queries.ts';
import css from '../core/lists.module.css';
import { FilterSheet } from '../filters/filter-sheet.tsx';
import { FilterTags, ListFilters } from '../filters/list-filters.tsx';
import { LotSearch } from '../filters/lot-search.tsx';
import { SortSheet } from '../filters/sort-sheet.tsx';
import type { tabsWith } from '../filters/status-tabs.ts';
import { StatusTabsBar } from '../filters/status-tabs-bar.tsx';
import { BidCard } from './bid-card.tsx';
import { BidTable } from './bid-table.tsx';
import { DataProblems } from './data-problems.tsx';
import { type ListSearch, listNavigation, type SetSearch, useIsTable } from './list-navigation.ts';
import type { ListState } from './list-state.tsx';
import { ListTools } from './list-tools.tsx';
import { StaleNote } from './stale-note.tsx';

interface ClientListProps<S extends ListSearch & BidFilter> {
  list: ListName;
  bidType?: BidType;
  state: ListState;
  search: S;
  setSearch: SetSearch<S>;
  tabs: ReturnType<typeof tabsWith>;
  activeTab: readonly number[];
  onTab: (statuses: number[]) => Partial<S>;
  /** Shown if the list is empty without any filter. */
  empty: ReactNode;
  /** Content above the tabs. */
  head?: ReactNode;
}

/** Read-only bids: tabs, lot number search, the reader's filters and the rows. */
export function ClientList<S extends ListSearch & BidFilter>(props: ClientListProps<S>) {
  const { list, bidType = 'all', state, search, setSearch, tabs, activeTab } = props;
  const { rows, first, query } = state;
  const reader = menuOfSession(useSession());
  const isTable = useIsTable();
  const moves = listNavigation(search, setSearch);
  const layout = layoutOf(list, reader, bidType);
  const tagLayout = tagLayoutOf(list, reader, bidType);
  const { data: choices } = useChoices(list, bidType, layout.length > 0);
  const hasBids = (first?.pageInfo.totalResults ?? 0) > 0;
  const isFiltered = hasBids || activeTab.length > 0 || isNarrowed(search, tagLayout);
  const find = <LotSearch list={list} bidType={bidType} lotNo={search.lotNo} onChange={moves.searchLot} />;
  const reset = () => moves.change({ ...clearedOf(tagLayout), ...props.onTab([]), lotNo: undefined } as Partial<S>);
  const filters = {
    layout,
    tagLayout,
    filter: search as BidFilter,
    choices,
    onChange: (changes: BidFilter, replace?: boolean) => moves.change(changes as Partial<S>, replace),
  };
  const { page: _, pageSize: __, ...exported } = search as S & { pageSize?: number };

  return (
    <Page bleed>
      {props.head}
      <StatusTabsBar
        tabs={tabs}
        active={activeTab}
        forClient={reader !== 'manager'}
        onChange={(statuses, replace) => moves.change(props.onTab(statuses), replace)}
      />
      {isTable ? (
        <ListFilters {...filters}>
          {find}
          <ListTools query={{ ...exported, list, bidType }} />
        </ListFilters>
      ) : (
        <>
          <div className={css.phoneBar}>
            {find}
            {layout.length > 0 && <FilterSheet {...filters} />}
            <SortSheet sorting={moves.sorting} onSort={moves.sortBy} />
          </div>
          <div className={css.phoneTags}>
            <FilterTags {...filters} />
          </div>
        </>
      )}
      {first && isTable && (
        <p className={css.barEnd}>{t('bids.total', { n: groupThousands(first.pageInfo.totalSearchResults) })}</p>
      )}
      <DataProblems problems={state.problems} />
      <StaleNote query={query} />
      {query.isPending && <SkeletonRows rows={8} />}
      {query.error && !first && (
        <FailedState
          title={t('bids.list.failed')}
          text={errorText(query.error)}
          requestId={requestIdOf(query.error)}
          onRetry={() => void query.refetch()}
          action={
            isFiltered && (
              <ActionButton kind="plain" onClick={reset}>
                {t('Common.ResetFilter')}
              </ActionButton>
            )
          }
        />
      )}
      {first && rows.length === 0 && (isFiltered ? <NoMatch onReset={reset} /> : props.empty)}
      {rows.length > 0 &&
        (isTable ? (
          <BidTable rows={rows} sorting={moves.sorting} onSort={moves.sortBy} reader={reader} />
        ) : (
          <div className={css.cards}>
            {rows.map((row) => (
              <BidCard key={row.bidId} row={row} forClient={reader !== 'manager'} />
            ))}
          </div>
        ))}
      {state.end}
    </Page>
  );
}

/** Filter choices of the list; a dealer's clients have a call of their own. */
function useChoices(list: ListName, bidType: BidType, isShown: boolean) {
  const isDealer = menuOfSession(useSession()) === 'dealer';
  const { data: found } = useQuery({ ...listQueries.choices(list, bidType), enabled: isShown });
  const { data: clients = [] } = useQuery({ ...listQueries.dealerClients, enabled: isShown && isDealer });
  return { data: found && (isDealer ? { ...found.filters, clients } : found.filters) };
}

export function NoMatch({ onReset }: { onReset: () => void }) {
  return (
    <EmptyState
      title={t('bids.empty.filter.title')}
      text={t('bids.empty.filter.text')}
      action={<ActionButton onClick={onReset}>{t('Common.ResetFilter')}</ActionButton>}
    />
  );
}
