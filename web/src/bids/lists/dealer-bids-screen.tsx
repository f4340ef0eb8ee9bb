import { BID_TYPES, dealerBidsQuery } from '@seri/contract/bids/list-routes.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { t } from '../../shell/i18n/i18n.ts';
import { usePageTitle } from '../../shell/layout/page-title.ts';
import { useScreenSearch } from '../../shell/search.ts';
import { Segmented } from '../../ui/actions/segmented.tsx';
import { clearedOf } from '../core/list-filter.ts';
import { layoutOf } from '../core/list-layouts.ts';
import { listQueries } from '../core/list-queries.ts';
import css from '../core/lists.module.css';
import { ACTIVE_TABS, tabsWith } from '../filters/status-tabs.ts';
import { ClientList } from './client-list.tsx';
import { listNavigation } from './list-navigation.ts';
import { endlessList } from './list-state.tsx';
import { NoBidsYet } from './no-bids-yet.tsx';

/** A dealer's own bids and, read-only, those of their clients (business-rules.md#dealers). */
export function DealerBidsScreen() {
  const [search, setSearch] = useScreenSearch(dealerBidsQuery);
  const { bidType } = search;
  const state = endlessList(useInfiniteQuery(listQueries.dealer({ ...search, page: 1 })));
  const moves = listNavigation(search, setSearch);
  usePageTitle({ title: t('Menu.MyBids') });
  return (
    <ClientList
      list="dealer"
      bidType={bidType}
      state={state}
      search={search}
      setSearch={setSearch}
      tabs={tabsWith(ACTIVE_TABS, state.first?.counters, false)}
      activeTab={search.bidStatus}
      onTab={(bidStatus) => ({ bidStatus })}
      empty={<NoBidsYet />}
      head={
        <div className={css.head}>
          <Segmented
            name={t('bids.type.name')}
            value={bidType}
            options={BID_TYPES.map((type) => ({ value: type, label: t(`bids.type.${type}`) }))}
            onChange={(type) =>
              // Clear the filters that have no field among the dealer's own bids.
              moves.change({ bidType: type, ...(type === 'mine' ? clearedOf(layoutOf('dealer', 'dealer')) : {}) })
            }
          />
        </div>
      }
    />
  );
}
