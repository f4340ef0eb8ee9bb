import { USER_TYPE } from '@seri/contract/auth/permissions.ts';
import { bidHistoryQuery } from '@seri/contract/bids/routes.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { paths } from '../app/paths.ts';
import { t } from '../shell/i18n.ts';
import { LinkButton } from '../shell/link-button.tsx';
import { usePageTitle } from '../shell/page-title.ts';
import { useScreenSearch } from '../shell/search.ts';
import { useSession } from '../shell/session.ts';
import { EmptyState } from '../ui/state-message.tsx';
import { ClientList } from './client-list.tsx';
import { DownloadLog } from './download-log.tsx';
import { bidQueries } from './queries.ts';
import { ARCHIVE_TABS, tabsWith } from './status-tabs.ts';

/** What is decided for good; nothing here can be changed. */
export function ArchiveScreen() {
  const [search, setSearch] = useScreenSearch(bidHistoryQuery);
  const isStaff = useSession().detail.userType === USER_TYPE.manager;
  const query = useInfiniteQuery(bidQueries.archive({ ...search, page: 1 }));
  usePageTitle({ title: t('Menu.BidHistory') });
  return (
    <>
      <ClientList
        query={query}
        search={search}
        setSearch={setSearch}
        isStaff={isStaff}
        tabs={tabsWith(ARCHIVE_TABS, query.data?.pages[0]?.counters, false)}
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
      {!isStaff && <DownloadLog />}
    </>
  );
}
