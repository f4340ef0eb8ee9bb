import { bidIndexQuery } from '@seri/contract/bids/routes.ts';
import { PAGE_SIZES } from '@seri/contract/http.ts';
import { useQuery } from '@tanstack/react-query';
import { errorText, requestIdOf } from '../shell/error-text.ts';
import { groupThousands } from '../shell/format.ts';
import { t } from '../shell/i18n.ts';
import { usePageTitle } from '../shell/page-title.ts';
import { useScreenSearch } from '../shell/search.ts';
import { readStored, writeStored } from '../shell/storage.ts';
import { ListPager } from '../ui/list-pager.tsx';
import { Page } from '../ui/page.tsx';
import { SkeletonRows } from '../ui/skeleton.tsx';
import { EmptyState, FailedState } from '../ui/state-message.tsx';
import { NoMatch } from './client-list.tsx';
import { listMoves, useIsTable } from './list-moves.ts';
import lists from './lists.module.css';
import { ManagerCard } from './manager-card.tsx';
import { ManagerFilters } from './manager-filters.tsx';
import { ManagerGrid } from './manager-grid.tsx';
import { OrderSheets } from './order-sheets.tsx';
import { bidQueries } from './queries.ts';
import { SortSheet } from './sort-sheet.tsx';
import { StaleNote } from './stale-note.tsx';
import { ACTIVE_TABS, tabsWith } from './status-tabs.ts';
import { StatusTabsBar } from './status-tabs-bar.tsx';
import { UrgentBids } from './urgent-bids.tsx';

const DEFAULT_SIZE = 20;

export function BidManagerScreen() {
  const [address, setSearch] = useScreenSearch(bidIndexQuery);
  // The size is remembered for all lists; an address that names one wins.
  const stored = Number(readStored('pageSize'));
  const pageSize = address.pageSize === DEFAULT_SIZE && stored ? stored : address.pageSize;
  const search = { ...address, pageSize };
  const query = useQuery(bidQueries.index(search));
  const isTable = useIsTable();
  const moves = listMoves(search, setSearch);
  const { data } = query;
  const rows = data?.cars ?? [];
  const isFiltered =
    search.bidStatus !== undefined || search.lotNo !== undefined || search.auctionDate.length + search.user.length > 0;
  const reset = () => moves.change({ bidStatus: undefined, lotNo: undefined, auctionDate: [], user: [] });
  const onOnlyClient = (userId: number) => moves.change({ user: [userId] });
  usePageTitle({
    title: t('Menu.BidManager'),
    note: data?.totalBids === undefined ? undefined : t('bids.total', { n: groupThousands(data.totalBids) }),
  });

  return (
    <Page dense bleed>
      <StatusTabsBar
        tabs={tabsWith(ACTIVE_TABS, data?.counters, true)}
        active={search.bidStatus}
        forClient={false}
        onChange={(bidStatus) => moves.change({ bidStatus })}
      />
      <ManagerFilters
        search={search}
        onChange={moves.change}
        onLot={moves.searchLot}
        sort={!isTable && <SortSheet sorting={moves.sorting} onSort={moves.sortBy} />}
      />
      <UrgentBids onShow={(bidStatus) => moves.change({ bidStatus, sort: 'auctionDate', order: 'ASC' })} />
      <OrderSheets />
      <StaleNote query={query} />
      {query.isPending && <SkeletonRows rows={8} photoWidth={64} />}
      {query.isError && !data && (
        <FailedState
          title={t('bids.list.failed')}
          text={errorText(query.error)}
          requestId={requestIdOf(query.error)}
          onRetry={() => void query.refetch()}
        />
      )}
      {data && rows.length === 0 && isFiltered && <NoMatch onReset={reset} />}
      {data && rows.length === 0 && !isFiltered && (
        <EmptyState title={t('bids.empty.manager.title')} text={t('bids.empty.manager.text')} />
      )}
      {rows.length > 0 &&
        (isTable ? (
          <ManagerGrid rows={rows} sorting={moves.sorting} onSort={moves.sortBy} onOnlyClient={onOnlyClient} />
        ) : (
          <div className={lists.cards}>
            {rows.map((row) => (
              <ManagerCard key={row.bidId} row={row} onOnlyClient={onOnlyClient} />
            ))}
          </div>
        ))}
      {data && data.pageInfo.totalSearchResults > PAGE_SIZES[0] && (
        <ListPager
          page={search.page}
          pageSize={pageSize}
          total={data.pageInfo.totalSearchResults}
          pageSizes={PAGE_SIZES}
          onPage={(page) => void setSearch({ page })}
          onPageSize={(size) => {
            writeStored('pageSize', String(size));
            moves.change({ pageSize: size });
          }}
        />
      )}
    </Page>
  );
}
