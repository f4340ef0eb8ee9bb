import { IconAdjustmentsHorizontal, IconArrowsSort } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from '../shell/i18n.ts';
import { ActionButton } from '../ui/action-button.tsx';
import { Bone } from '../ui/skeleton.tsx';
import { FilterSheet } from './filter-sheet.tsx';
import { ListFailed, NothingFound } from './lot-list-states.tsx';
import css from './lot-phone.module.css';
import { LotPhoneCard } from './lot-phone-card.tsx';
import { filterOf } from './lot-search.ts';
import { tagsOf } from './lot-tags.ts';
import { lotQueries } from './queries.ts';
import { QuickSearch } from './quick-search.tsx';
import { sortedText } from './sort-menu.tsx';
import { SortSheet } from './sort-sheet.tsx';
import { useListingTitle } from './use-listing-title.ts';
import { DELAY_MS, type LotSearch } from './use-lot-search.ts';

const IN_FIRST_VIEW = 4;
const BEFORE_THE_END_PX = 150;

/** The listing of a phone: quick search that stays in view, sheets for sort and filters, cards without an end. */
export function LotPhoneView({ lots }: { lots: LotSearch }) {
  const { search, filter, change, apply } = lots;
  const [sheet, setSheet] = useState<'sort' | 'filter' | null>(null);
  const query = useInfiniteQuery(lotQueries.endless(search));
  const { data, error, isPlaceholderData } = query;
  const found = data?.pages.flatMap((page) => page.carsList);
  useListingTitle(search, data?.pages[0]?.pageInfo);
  const filters = tagsOf(filterOf(search), apply).length;
  const close = () => setSheet(null);
  return (
    <>
      <div className={css.bar}>
        <QuickSearch
          search={filter.search}
          onType={(text) => change({ search: text }, DELAY_MS.quickSearchPhone)}
          onSubmit={(text) => void apply({ ...lots.waiting, search: text })}
        />
        <div className={css.buttons}>
          <ActionButton
            kind="plain"
            size="md"
            leftSection={<IconArrowsSort size={20} stroke={1.5} aria-hidden />}
            onClick={() => setSheet('sort')}
          >
            {sortedText(search)}
          </ActionButton>
          <ActionButton
            kind="plain"
            size="md"
            leftSection={<IconAdjustmentsHorizontal size={20} stroke={1.5} aria-hidden />}
            rightSection={filters > 0 && <span className={css.badge}>{filters}</span>}
            onClick={() => setSheet('filter')}
          >
            {t('lots.filter.name')}
          </ActionButton>
        </div>
      </div>
      <FilterSheet key={String(sheet === 'filter')} opened={sheet === 'filter'} lots={lots} onClose={close} />
      <SortSheet opened={sheet === 'sort'} lots={lots} onClose={close} />
      {error && !found && <ListFailed error={error} onRetry={query.refetch} onReset={lots.clear} />}
      {!(found || error) && <CardSkeletons />}
      {found?.length === 0 && <NothingFound search={{ ...search, page: 1 }} lots={lots} />}
      {found && found.length > 0 && (
        <ul className={css.list} data-stale={isPlaceholderData || undefined} aria-busy={isPlaceholderData}>
          {found.map((lot, index) => (
            <LotPhoneCard key={lot.id} lot={lot} eager={index < IN_FIRST_VIEW} />
          ))}
        </ul>
      )}
      <ListEnd query={query} />
    </>
  );
}

interface ListEndProps {
  query: {
    hasNextPage: boolean;
    isFetchingNextPage: boolean;
    isFetchNextPageError: boolean;
    error: unknown;
    data: { pages: readonly unknown[] } | undefined;
    fetchNextPage: () => Promise<unknown>;
  };
}

function ListEnd({ query }: ListEndProps) {
  const watch = (end: HTMLDivElement | null) => {
    if (!end) return;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting && !query.isFetchingNextPage) void query.fetchNextPage();
      },
      { rootMargin: `${BEFORE_THE_END_PX}px` },
    );
    observer.observe(end);
    return () => observer.disconnect();
  };
  return (
    <div className={css.end}>
      {query.isFetchNextPageError && (
        <ActionButton kind="plain" size="md" onClick={() => void query.fetchNextPage()}>
          {t('lots.more')}
        </ActionButton>
      )}
      {query.hasNextPage && !query.isFetchNextPageError && (
        <div ref={watch} role="status" aria-label={t('ui.loading')} className={css.spinner} />
      )}
      {(query.data?.pages.length ?? 0) > 1 && (
        <ActionButton kind="quiet" size="md" onClick={() => scrollTo({ top: 0 })}>
          {t('Common.BackToTop')}
        </ActionButton>
      )}
    </div>
  );
}

const SKELETONS = ['a', 'b', 'c', 'd', 'e'];

function CardSkeletons() {
  return (
    <div className={css.list} role="status" aria-label={t('ui.loading')}>
      {SKELETONS.map((name) => (
        <div key={name} className={css.card}>
          <Bone height={93} />
          <div>
            <Bone width="60%" height={16} />
            <Bone width="80%" quiet />
            <Bone width="70%" quiet />
            <Bone width="40%" height={16} quiet />
          </div>
        </div>
      ))}
    </div>
  );
}
