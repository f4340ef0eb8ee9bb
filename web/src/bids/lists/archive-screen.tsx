import { type BidHistoryQuery, bidHistoryQuery } from '@seri/contract/bids/list-routes.ts';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { paths } from '../../app/paths.ts';
import { t } from '../../shell/i18n/i18n.ts';
import { usePageTitle } from '../../shell/layout/page-title.ts';
import { LinkButton } from '../../shell/link-button.tsx';
import { useScreenSearch } from '../../shell/search.ts';
import { menuOfSession, useSession } from '../../shell/session/session.ts';
import { EmptyState } from '../../ui/data/state-message.tsx';
import { listQueries } from '../core/list-queries.ts';
import { ARCHIVE_TABS, tabsWith } from '../filters/status-tabs.ts';
import { ClientList } from './client-list.tsx';
import { DownloadLog } from './download-log.tsx';
import { listNavigation, type SetSearch } from './list-navigation.ts';
import { endlessList, type ListState, pagedList, rememberedSize } from './list-state.tsx';

/** Read-only list of final bids. Managers page through it, clients scroll. */
export function ArchiveScreen() {
  const isStaff = menuOfSession(useSession()) === 'manager';
  usePageTitle({ title: t('Menu.BidHistory') });
  return isStaff ? <PagedArchive /> : <EndlessArchive />;
}

function EndlessArchive() {
  const [search, setSearch] = useScreenSearch(bidHistoryQuery);
  const state = endlessList(useInfiniteQuery(listQueries.archive({ ...search, page: 1 })));
  return (
    <>
      <Archive search={search} setSearch={setSearch} state={state} />
      <DownloadLog />
    </>
  );
}

function PagedArchive() {
  const [address, setSearch] = useScreenSearch(bidHistoryQuery);
  const search = { ...address, pageSize: rememberedSize(address.pageSize) };
  const query = useQuery(listQueries.archivePage(search));
  const moves = listNavigation(search, setSearch);
  const state = pagedList(query, {
    search,
    onPage: (page) => void setSearch({ page }),
    onPageSize: (pageSize) => moves.change({ pageSize }),
  });
  return <Archive search={search} setSearch={setSearch} state={state} isStaff />;
}

interface ArchiveProps {
  search: BidHistoryQuery;
  setSearch: SetSearch<BidHistoryQuery>;
  state: ListState;
  isStaff?: boolean;
}

const Archive = ({ search, setSearch, state, isStaff = false }: ArchiveProps) => (
  <ClientList
    list="history"
    state={state}
    search={search}
    setSearch={setSearch}
    tabs={tabsWith(ARCHIVE_TABS, state.first?.counters, false)}
    activeTab={search.archiveStatus}
    onTab={(archiveStatus) => ({ archiveStatus })}
    empty={
      <EmptyState
        title={t('bids.empty.archive.title')}
        text={t('bids.empty.archive.text')}
        action={
          <LinkButton {...(isStaff ? paths.bidManager() : paths.myBids())}>
            {t(isStaff ? 'Menu.BidManager' : 'Menu.MyBids')}
          </LinkButton>
        }
      />
    }
  />
);
