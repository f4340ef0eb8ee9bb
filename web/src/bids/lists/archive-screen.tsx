import { type BidHistoryQuery, bidHistoryQuery } from '@seri/contract/bids/list-routes.ts';
import { exportLog } from '@seri/contract/bids/log-routes.ts';
import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import { paths } from '../../app/paths.ts';
import { call } from '../../shell/api/api.ts';
import { t } from '../../shell/i18n/i18n.ts';
import { usePageTitle } from '../../shell/layout/page-title.ts';
import { LinkButton } from '../../shell/link-button.tsx';
import { rememberedPageSize } from '../../shell/page-size.ts';
import { useScreenSearch } from '../../shell/search.ts';
import { menuOfSession, useSession } from '../../shell/session/session.ts';
import { ActionButton } from '../../ui/actions/action-button.tsx';
import { EmptyState } from '../../ui/data/state-message.tsx';
import { listQueries } from '../core/list-queries.ts';
import { RefusalNote } from '../core/refusal-note.tsx';
import { ARCHIVE_TABS, tabsWith } from '../filters/status-tabs.ts';
import { ClientList } from './client-list.tsx';
import css from './download-log.module.css';
import { listNavigation, type SetSearch } from './list-navigation.ts';
import { endlessList, type ListState, pagedList } from './list-state.tsx';

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
  const search = { ...address, pageSize: rememberedPageSize(address.pageSize) };
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

/** Downloads all events of the client's own bids as a file that the client can verify. */
function DownloadLog() {
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => call(exportLog, {}),
    onSuccess: (log) => save(JSON.stringify(log), `bid-log-${log.exportedAt.slice(0, 10)}.json`),
  });
  return (
    <section className={css.log} aria-label={t('bids.log.title')}>
      <p className="quiet small">{t('bids.log.text')}</p>
      <ActionButton kind="plain" size="sm" loading={isPending} onClick={() => mutate()}>
        {t('bids.log.download')}
      </ActionButton>
      {error && <RefusalNote error={error} title={t('bids.log.failed')} />}
    </section>
  );
}

function save(text: string, name: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}
