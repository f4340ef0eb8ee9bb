import { myBidsQuery } from '@seri/contract/bids/list-routes.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { ReachHint } from '../../shell/hints/reach-hint.tsx';
import { t } from '../../shell/i18n/i18n.ts';
import { usePageTitle } from '../../shell/layout/page-title.ts';
import { useScreenSearch } from '../../shell/search.ts';
import { listQueries } from '../core/list-queries.ts';
import { ACTIVE_TABS, tabsWith } from '../filters/status-tabs.ts';
import { ClientList } from './client-list.tsx';
import { endlessList } from './list-state.tsx';
import { NoBidsYet } from './no-bids-yet.tsx';

export function MyBidsScreen() {
  const [search, setSearch] = useScreenSearch(myBidsQuery);
  const state = endlessList(useInfiniteQuery(listQueries.mine({ ...search, page: 1 })));
  usePageTitle({ title: t('Menu.MyBids') });
  return (
    <ClientList
      list="my-bid"
      state={state}
      search={search}
      setSearch={setSearch}
      tabs={tabsWith(ACTIVE_TABS, state.first?.counters, false)}
      activeTab={search.bidStatus}
      onTab={(bidStatus) => ({ bidStatus })}
      empty={<NoBidsYet />}
      head={<ReachHint />}
    />
  );
}
