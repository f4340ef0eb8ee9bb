import { FAVORITE_GROUPS, type FavoriteGroup, favoriteListing } from '@seri/contract/favorites/routes.ts';
import { PAGE_SIZES } from '@seri/contract/http.ts';
import { nextSorting } from '@seri/contract/lots/filter.ts';
import { IconStar } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { LotRows } from '../lots/listing/lot-rows-panel.tsx';
import { errorText, requestIdOf } from '../shell/api/error-text.ts';
import { serverNow } from '../shell/i18n/clock.ts';
import { t } from '../shell/i18n/i18n.ts';
import { readStored, writeStored } from '../shell/i18n/storage.ts';
import { NotFound } from '../shell/layout/not-found-screen.tsx';
import { usePageTitle } from '../shell/layout/page-title.ts';
import { LinkButton } from '../shell/link-button.tsx';
import { useScreenSearch } from '../shell/search.ts';
import { homeOf, useSession } from '../shell/session/session.ts';
import { ActionButton } from '../ui/actions/action-button.tsx';
import { ListPager } from '../ui/data/list-pager.tsx';
import { SkeletonRows } from '../ui/data/skeleton.tsx';
import { EmptyState, FailedState } from '../ui/data/state-message.tsx';
import { Page } from '../ui/theme/page.tsx';
import { FavoriteSort } from './favorite-sort.tsx';
import css from './favorites-screen.module.css';
import { GroupOutlook } from './group-outlook.tsx';
import { GroupTabs } from './group-tabs.tsx';
import { type FavoriteList, type FavoriteSearch, favoriteQueries } from './queries.ts';

/** Favourites of one group, /favorites/A to /favorites/E; any other letter is not found. */
export function FavoritesScreen() {
  const { group } = useParams({ strict: false });
  const known = FAVORITE_GROUPS.find((letter) => letter === group);
  return known ? <Favorites key={known} group={known} /> : <NotFound />;
}

function Favorites({ group }: { group: FavoriteGroup }) {
  usePageTitle({ title: t('Menu.Favorites'), tab: `${t('Menu.Favorites')}, ${t('favorites.group', { group })}` });
  const [address, setSearch] = useScreenSearch(favoriteListing.query);
  const stored = PAGE_SIZES.find((size) => String(size) === readStored('pageSize')) ?? PAGE_SIZES[0];
  const pageSize = address.pageSize === PAGE_SIZES[0] ? stored : address.pageSize;
  const { sort, order, page } = address;
  const search: FavoriteSearch = { group, sort, order, page, pageSize };
  const list = useQuery(favoriteQueries.list(search));
  const { data } = list;
  const total = data?.pageInfo.totalSearchResults ?? 0;
  return (
    <Page bleed>
      <div className={css.head}>
        <GroupTabs active={group} />
        {total > 1 && (
          <FavoriteSort
            sorting={search}
            onSort={(chosen) => void setSearch({ ...nextSorting(search, chosen), page: 1 })}
          />
        )}
      </div>
      {list.isPending && (
        <div className="panel">
          <SkeletonRows rows={6} />
        </div>
      )}
      {list.error && !data && (
        <FailedState
          title={t('favorites.failed')}
          text={errorText(list.error)}
          requestId={requestIdOf(list.error)}
          at={serverNow()}
          onRetry={() => void list.refetch()}
        />
      )}
      {data?.order.length === 0 && (
        <Nothing group={group} isPastEnd={page > 1} onFirst={() => void setSearch({ page: 1 })} />
      )}
      {data && data.order.length > 0 && <GroupOutlook group={group} />}
      {data && data.order.length > 0 && <LotRows lots={placed(data)} isStale={list.isPlaceholderData} />}
      {total > PAGE_SIZES[0] && (
        <ListPager
          page={page}
          pageSize={pageSize}
          total={total}
          pageSizes={PAGE_SIZES}
          onPage={(chosen) => {
            void setSearch({ page: chosen });
            scrollTo({ top: 0 });
          }}
          onPageSize={(size) => {
            writeStored('pageSize', String(size));
            void setSearch({ pageSize: size, page: 1 });
          }}
        />
      )}
    </Page>
  );
}

/** Merges cars and motorcycles, which arrive in separate lists, into their common order. */
function placed({ carsList, bikeList, order }: FavoriteList) {
  const byId = new Map([...carsList, ...bikeList].map((lot) => [lot.id, lot]));
  return order.flatMap(({ id, pageType }) => {
    const lot = byId.get(id);
    return lot ? [{ lot, pageType }] : [];
  });
}

interface NothingProps {
  group: FavoriteGroup;
  /** True if the page is beyond the last one, because its lots have left the group. */
  isPastEnd: boolean;
  onFirst: () => void;
}

function Nothing({ group, isPastEnd, onFirst }: NothingProps) {
  const session = useSession();
  if (isPastEnd) {
    return (
      <EmptyState
        title={t('lots.empty.page')}
        text={t('lots.empty.pageText')}
        action={<ActionButton onClick={onFirst}>{t('lots.empty.firstPage')}</ActionButton>}
      />
    );
  }
  return (
    <EmptyState
      icon={IconStar}
      title={t('favorites.empty.title', { group })}
      text={t('favorites.empty.text')}
      action={<LinkButton to={homeOf(session)}>{t('favorites.empty.open')}</LinkButton>}
    />
  );
}
