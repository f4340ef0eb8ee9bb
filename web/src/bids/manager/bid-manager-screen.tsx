import { useMediaQuery } from '@mantine/hooks';
import { bidIndexQuery } from '@seri/contract/bids/list-routes.ts';
import { BID_STATUS } from '@seri/contract/bids/statuses.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { errorText, requestIdOf } from '../../shell/api/error-text.ts';
import { groupThousands } from '../../shell/i18n/format.ts';
import { t } from '../../shell/i18n/i18n.ts';
import { usePageTitle } from '../../shell/layout/page-title.ts';
import { useMinContentWidth } from '../../shell/layout/use-min-content-width.ts';
import { rememberedPageSize } from '../../shell/page-size.ts';
import { parseSearch, searchOf, stringifySearch, useScreenSearch } from '../../shell/search.ts';
import { ActionButton } from '../../ui/actions/action-button.tsx';
import { SkeletonRows } from '../../ui/data/skeleton.tsx';
import { EmptyState, FailedState } from '../../ui/data/state-message.tsx';
import { Page } from '../../ui/theme/page.tsx';
import { createTabStore, useTabStore } from '../../ui/theme/tab-store.ts';
import { useEventCallback } from '../../ui/theme/use-event-callback.ts';
import { maxWidthBelow } from '../../ui/theme/widths.ts';
import { clearedOf, isNarrowed } from '../core/list-filter.ts';
import { layoutOf } from '../core/list-layouts.ts';
import { listQueries } from '../core/list-queries.ts';
import { NoMatch } from '../lists/client-list.tsx';
import { DataProblems } from '../lists/data-problems.tsx';
import { listNavigation } from '../lists/list-navigation.ts';
import { pagedList } from '../lists/list-state.tsx';
import { StaleNote } from '../lists/stale-note.tsx';
import { DecideScreen } from '../phone/decide-screen.tsx';
import { progressOf } from '../queue/queue-progress.tsx';
import css from '../queue/selection-and-undo.module.css';
import { createSelectionAndUndo, SelectionAndUndoContext } from '../queue/selection-and-undo.ts';
import { UrgentBids } from '../queue/urgent-bids.tsx';
import { useFolds } from '../workqueue/use-folds.ts';
import { useQueueGroups } from '../workqueue/use-queue-groups.ts';
import { BidKeys } from './bid-keys.tsx';
import { BulkBar } from './bulk-bar.tsx';
import { KeyLegend } from './key-legend.tsx';
import managerCss from './manager.module.css';
import { BidDayLink, ManagerBar, ManagerFilterSheet } from './manager-bar.tsx';
import { ManagerCards } from './manager-card.tsx';
import { ManagerGrid } from './manager-grid.tsx';
import { OrderSheets } from './order-sheets.tsx';
import { StateNotice } from './state-notice.tsx';

const LAYOUT = layoutOf('index', 'manager');
/** Minimum width of the grid's columns. */
const GRID_PX = 1_110;
/** A phone held upright; a tablet and a phone on its side show the list. */
const PHONE_QUERY = `${maxWidthBelow(600)} and (orientation: portrait)`;
/** A manager on a phone decides one bid after the other, until they open the list. */
const oneByOne = createTabStore(true);
const NO_FILTER = { ...clearedOf(LAYOUT), lotNo: undefined };

export function BidManagerScreen() {
  const [address, setSearch] = useScreenSearch(bidIndexQuery);
  const search = { ...address, pageSize: rememberedPageSize(address.pageSize) };
  const query = useQuery(listQueries.index(search));
  const isTable = useMinContentWidth(GRID_PX);
  const [store] = useState(createSelectionAndUndo);
  const moves = listNavigation(search, setSearch);
  const { first, rows, problems, end } = pagedList(query, {
    search,
    onPage: (page) => void setSearch({ page }),
    onPageSize: (pageSize) => moves.change({ pageSize }),
  });
  const hasBids = (first?.pageInfo.totalResults ?? 0) > 0;
  const isFiltered = hasBids || isNarrowed(search, LAYOUT);
  const onOnlyClient = useEventCallback((userId: number) => moves.change({ user: [userId] }));
  const { page: _, pageSize: __, ...filters } = search;
  const { total, undecided } = progressOf(first?.counters);
  const pages = {
    shown: first?.pageInfo.page ?? search.page,
    count: Math.max(1, Math.ceil((first?.pageInfo.totalSearchResults ?? 0) / search.pageSize)),
    readAtMs: query.dataUpdatedAt,
    total: first?.pageInfo.totalSearchResults ?? 0,
    undecided,
    open: (page: number) => void setSearch({ page }),
  };
  const groups = useQueueGroups(rows, search.sort === undefined ? first?.queue : undefined);
  const isPhone = useMediaQuery(PHONE_QUERY, undefined, { getInitialValueInEffect: false });
  const isOneByOne = useTabStore(oneByOne);
  const canBeOneByOne = isPhone && !isNarrowed(search, LAYOUT);
  const isDeciding = canBeOneByOne && isOneByOne;
  const { folds, onFold } = useFolds(groups, !isNarrowed(search, LAYOUT));
  const shownRows = groups?.flatMap((group) => (folds.get(group.key) ? [] : group.rows)) ?? rows;
  const list = { rows, groups, folds, onFold, onOnlyClient };
  const isOnNew = search.bidStatus.length === 1 && search.bidStatus[0] === BID_STATUS.new;
  const isAllDecided = first !== undefined && rows.length === 0 && isOnNew && total > 0 && undecided === 0;
  usePageTitle({
    title: t('Menu.BidManager'),
    note: first?.totalBids === undefined ? undefined : t('bids.total', { n: groupThousands(first.totalBids) }),
  });

  const bar = (
    <ManagerBar
      search={filters}
      params={stringifySearch(filters).slice(1)}
      counters={first?.counters}
      moves={moves}
      isTable={isTable}
      alarms={<UrgentBids onShow={(status) => moves.change({ ...NO_FILTER, bidStatus: [status], ...BY_TIME })} />}
      onApply={(params) => void setSearch(searchOf(bidIndexQuery)(parseSearch(params)))}
    />
  );
  if (isDeciding) {
    return (
      <SelectionAndUndoContext value={store}>
        <Page dense bleed>
          <DecideScreen
            search={search}
            onList={() => oneByOne.set(false)}
            tools={
              <>
                <BidDayLink />
                <ManagerFilterSheet search={filters} moves={moves} />
              </>
            }
          />
          <BidKeys rows={[]} pages={pages} />
          <StateNotice onlyFailed />
        </Page>
      </SelectionAndUndoContext>
    );
  }
  return (
    <SelectionAndUndoContext value={store}>
      <Page dense bleed>
        <div className={managerCss.top}>{bar}</div>
        <OrderSheets />
        <BidKeys rows={shownRows} pages={pages} />
        <DataProblems problems={problems} />
        <StaleNote query={query} />
        {query.isPending && <SkeletonRows rows={8} photoWidth={64} />}
        {query.isError && !first && (
          <FailedState
            title={t('bids.list.failed')}
            text={errorText(query.error)}
            requestId={requestIdOf(query.error)}
            onRetry={() => void query.refetch()}
          />
        )}
        {isAllDecided && <AllDecided total={total} onAll={() => moves.change({ bidStatus: [] })} />}
        {first && rows.length === 0 && isFiltered && !isAllDecided && (
          <NoMatch onReset={() => moves.change(NO_FILTER)} />
        )}
        {first && rows.length === 0 && !isFiltered && (
          <EmptyState title={t('bids.empty.manager.title')} text={t('bids.empty.manager.text')} />
        )}
        {rows.length > 0 &&
          (isTable ? (
            <ManagerGrid {...list} sorting={moves.sorting} onSort={moves.sortBy} />
          ) : (
            <ManagerCards {...list} />
          ))}
        <div className={css.dock}>
          <BulkBar rows={rows} />
          <StateNotice />
        </div>
        {end}
        {canBeOneByOne && undecided > 0 && (
          <div className={managerCss.oneByOne}>
            <ActionButton size="lg" fullWidth onClick={() => oneByOne.set(true)}>
              {t('bids.phone.oneByOne', { count: undecided })}
            </ActionButton>
          </div>
        )}
        <KeyLegend />
      </Page>
    </SelectionAndUndoContext>
  );
}

/** End of the queue: no bid is New under these filters. */
const AllDecided = ({ total, onAll }: { total: number; onAll: () => void }) => (
  <EmptyState
    title={t('bids.queue.done')}
    text={t('bids.queue.doneText', { count: total })}
    action={<ActionButton onClick={onAll}>{t('bids.queue.showAll')}</ActionButton>}
  />
);

const BY_TIME = { sort: 'auctionDate', order: 'ASC' } as const;
