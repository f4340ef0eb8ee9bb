import { myBidsQuery } from '@seri/contract/bids/routes.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { paths } from '../app/paths.ts';
import { t } from '../shell/i18n.ts';
import { LinkButton } from '../shell/link-button.tsx';
import { usePageTitle } from '../shell/page-title.ts';
import { useScreenSearch } from '../shell/search.ts';
import { EmptyState } from '../ui/state-message.tsx';
import { ClientList } from './client-list.tsx';
import { bidQueries } from './queries.ts';
import { ACTIVE_TABS, tabsWith } from './status-tabs.ts';

export function MyBidsScreen() {
  const [search, setSearch] = useScreenSearch(myBidsQuery);
  const query = useInfiniteQuery(bidQueries.mine({ ...search, page: 1 }));
  usePageTitle({ title: t('Menu.MyBids') });
  return (
    <ClientList
      query={query}
      search={search}
      setSearch={setSearch}
      tabs={tabsWith(ACTIVE_TABS, query.data?.pages[0]?.counters, false)}
      activeTab={search.bidStatus}
      onTab={(bidStatus) => ({ bidStatus })}
      empty={
        <EmptyState
          title={t('bids.empty.mine.title')}
          text={t('bids.empty.mine.text')}
          action={<LinkButton {...paths.lots()}>{t('bids.empty.mine.action')}</LinkButton>}
        />
      }
    />
  );
}
