import type { BidList } from '@seri/contract/bids/records.ts';
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { errorText, requestIdOf } from '../shell/error-text.ts';
import { groupThousands } from '../shell/format.ts';
import { t } from '../shell/i18n.ts';
import { ActionButton } from '../ui/action-button.tsx';
import { Page } from '../ui/page.tsx';
import { SkeletonRows } from '../ui/skeleton.tsx';
import { EmptyState, FailedState } from '../ui/state-message.tsx';
import { BidCard } from './bid-card.tsx';
import { BidTable } from './bid-table.tsx';
import { type ListSearch, listMoves, rowsOf, type SetSearch, useIsTable } from './list-moves.ts';
import css from './lists.module.css';
import { LoadMore } from './load-more.tsx';
import { LotSearch } from './lot-search.tsx';
import { SortSheet } from './sort-sheet.tsx';
import { StaleNote } from './stale-note.tsx';
import type { tabsWith } from './status-tabs.ts';
import { StatusTabsBar } from './status-tabs-bar.tsx';

interface ClientListProps<S extends ListSearch> {
  query: UseInfiniteQueryResult<InfiniteData<BidList>>;
  search: S;
  setSearch: SetSearch<S>;
  tabs: ReturnType<typeof tabsWith>;
  activeTab: number | undefined;
  onTab: (status: number | undefined) => Partial<S>;
  /** Shown when nothing is filtered and there is nothing. */
  empty: ReactNode;
  isStaff?: boolean;
}

/** Read-only bids: tabs, lot number, rows without a pager that go on as one scrolls (decisions D4.2). */
export function ClientList<S extends ListSearch>(props: ClientListProps<S>) {
  const { query, search, setSearch, tabs, activeTab, isStaff = false } = props;
  const isTable = useIsTable();
  const moves = listMoves(search, setSearch);
  const rows = rowsOf(query.data?.pages);
  const isFiltered = activeTab !== undefined || search.lotNo !== undefined;
  const total = query.data?.pages[0]?.pageInfo.totalSearchResults;
  const find = <LotSearch lotNo={search.lotNo} onChange={moves.searchLot} />;
  const reset = () => moves.change({ ...props.onTab(undefined), lotNo: undefined });

  return (
    <Page bleed>
      <StatusTabsBar
        tabs={tabs}
        active={activeTab}
        forClient={!isStaff}
        onChange={(status) => moves.change(props.onTab(status))}
      />
      {isTable ? (
        <div className={css.bar}>
          {find}
          {total !== undefined && <span className={css.barEnd}>{t('bids.total', { n: groupThousands(total) })}</span>}
        </div>
      ) : (
        <div className={css.phoneBar}>
          {find}
          <SortSheet sorting={moves.sorting} onSort={moves.sortBy} />
        </div>
      )}
      <StaleNote query={query} />
      {query.isPending && <SkeletonRows rows={8} />}
      {query.isError && rows.length === 0 && (
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
      {query.isSuccess && rows.length === 0 && (isFiltered ? <NoMatch onReset={reset} /> : props.empty)}
      {rows.length > 0 &&
        (isTable ? (
          <BidTable rows={rows} sorting={moves.sorting} onSort={moves.sortBy} isStaff={isStaff} />
        ) : (
          <div className={css.cards}>
            {rows.map((row) => (
              <BidCard key={row.bidId} row={row} forClient={!isStaff} />
            ))}
          </div>
        ))}
      <LoadMore query={query} />
    </Page>
  );
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
