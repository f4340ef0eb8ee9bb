import { FAVORITE_GROUPS, type FavoriteGroup, favoriteListing } from '@seri/contract/favorites/routes.ts';
import { PAGE_SIZES } from '@seri/contract/http.ts';
import { LOT_SORTS, type LotSort, nextSorting, type Sorting } from '@seri/contract/lots/filter.ts';
import { IconStar } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { paths } from '../app/paths.ts';
import { LotRows } from '../lots/listing/lot-rows-panel.tsx';
import { errorText, requestIdOf } from '../shell/api/error-text.ts';
import { serverNow } from '../shell/i18n/clock.ts';
import { t } from '../shell/i18n/i18n.ts';
import { NotFound } from '../shell/layout/not-found-screen.tsx';
import { usePageTitle } from '../shell/layout/page-title.ts';
import { LinkButton } from '../shell/link-button.tsx';
import { rememberedPageSize, storePageSize } from '../shell/page-size.ts';
import { useScreenSearch } from '../shell/search.ts';
import { homeOf, useSession } from '../shell/session/session.ts';
import { ActionButton } from '../ui/actions/action-button.tsx';
import { ListPager } from '../ui/data/list-pager.tsx';
import { Money } from '../ui/data/money.tsx';
import { SkeletonRows } from '../ui/data/skeleton.tsx';
import { EmptyState, FailedState } from '../ui/data/state-message.tsx';
import { SelectField } from '../ui/forms/select-field.tsx';
import { Page } from '../ui/theme/page.tsx';
import css from './favorites-screen.module.css';
import { GroupOutlook } from './group-outlook.tsx';
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
  const pageSize = rememberedPageSize(address.pageSize);
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
      {data && data.order.length > 0 && <LotRows lots={inOrder(data)} isStale={list.isPlaceholderData} />}
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
            storePageSize(size);
            void setSearch({ pageSize: size, page: 1 });
          }}
        />
      )}
    </Page>
  );
}

/** Merges cars and motorcycles, which arrive in separate lists, into their common order. */
function inOrder({ carsList, bikeList, order }: FavoriteList) {
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

interface FavoriteSortProps {
  sorting: Sorting<LotSort>;
  /** Choosing the same sort again reverses it, then turns it off. */
  onSort: (sort: LotSort) => void;
}

function FavoriteSort({ sorting, onSort }: FavoriteSortProps) {
  const arrow = sorting.order === 'DESC' ? '↓' : '↑';
  const options = LOT_SORTS.map((sort) => ({
    value: sort,
    label: sorting.sort === sort ? `${t(`lots.sort.${sort}`)} ${arrow}` : t(`lots.sort.${sort}`),
  }));
  const choose = (chosen: string | undefined) => {
    const sort = LOT_SORTS.find((name) => name === chosen) ?? sorting.sort;
    if (sort) onSort(sort);
  };
  return (
    <div className={css.sort}>
      <SelectField
        single
        label={t('lots.sort.name')}
        allLabel={t('favorites.newestFirst')}
        options={options}
        value={sorting.sort ? [sorting.sort] : []}
        onChange={([chosen]) => choose(chosen)}
      />
    </div>
  );
}

/** The five groups with their lot counts, and the average price of the active group's lots. */
function GroupTabs({ active }: { active: FavoriteGroup }) {
  const { data: groups } = useQuery(favoriteQueries.groups());
  const sum = groups?.find(({ group }) => group === active);
  const tabs = useRef<HTMLElement>(null);
  // Scroll the active tab into view: on a phone the last groups are beyond the edge.
  useEffect(() => {
    const tab = tabs.current?.children[FAVORITE_GROUPS.indexOf(active)];
    tab?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [active]);
  return (
    <div className={css.groups}>
      <nav ref={tabs} className={css.tabs} aria-label={t('favorites.menu')}>
        {FAVORITE_GROUPS.map((group) => (
          <GroupTab key={group} group={group} lots={groups?.find((one) => one.group === group)?.lots} />
        ))}
      </nav>
      {sum && sum.lots > 0 && (
        <p className={css.sum}>
          {t('favorites.lots', { count: sum.lots })}, {t('favorites.running', { count: sum.running })}.{' '}
          {sum.averageSum === null ? (
            <span className="quiet">{t('favorites.noAverage')}</span>
          ) : (
            <>
              {t('favorites.averageSum')} <Money yen={sum.averageSum} className="strong" />
            </>
          )}
        </p>
      )}
    </div>
  );
}

function GroupTab({ group, lots }: { group: FavoriteGroup; lots: number | undefined }) {
  return (
    <Link {...paths.favorites(group)} className={css.tab} activeOptions={{ includeSearch: false }}>
      {t('favorites.group', { group })}
      {lots !== undefined && (
        <span>
          <b>{lots}</b> <span className="visually-hidden">{t('favorites.unit', { count: lots })}</span>
        </span>
      )}
    </Link>
  );
}
