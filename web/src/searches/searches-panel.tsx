import type { PageType } from '@seri/contract/lots/page-types.ts';
import { MAX_SEARCHES } from '@seri/contract/searches/routes.ts';
import { IconBookmarkPlus, IconBookmarks } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { t } from '../shell/i18n/i18n.ts';
import { countersQuery } from '../shell/live/counters.ts';
import { ActionButton, type ActionSize } from '../ui/actions/action-button.tsx';
import { lazyPart } from '../ui/loading/lazy-part.tsx';
import type { SearchView } from './search-window.tsx';
import css from './searches.module.css';

const SearchWindow = lazyPart(() => import('./search-window.tsx'), 'SearchWindow');

interface SavedSearchesProps {
  pageType: PageType;
  /** Query string of the address without the page: the content of the search. */
  params: string;
  /** Suggested title: the filters in words. */
  title: string;
  /** At least one filter is set. */
  isFiltered: boolean;
  size?: ActionSize;
  /** Icons only, for the bar of a phone. */
  compact?: boolean;
}

/** Save search and Saved searches with their windows, for every listing (business-rules.md#saved-searches). */
export function SavedSearches({
  pageType,
  params,
  title,
  isFiltered,
  size = 'sm',
  compact = false,
}: SavedSearchesProps) {
  const [view, setView] = useState<SearchView | null>(null);
  const saved = Number(useQuery(countersQuery).data?.search[pageType] ?? 0);
  const isFull = saved >= MAX_SEARCHES;
  const press = { onPointerEnter: SearchWindow.preload, onFocus: SearchWindow.preload, size } as const;
  return (
    <div className={css.buttons} data-compact={compact || undefined}>
      <ActionButton
        {...press}
        kind="plain"
        disabled={!isFiltered}
        title={isFiltered ? (compact ? t('searches.save') : undefined) : t('searches.filterFirst')}
        // At the limit a press shows a message instead of saving, with a link to the list.
        aria-disabled={isFull || undefined}
        leftSection={<IconBookmarkPlus size={20} stroke={1.5} aria-hidden />}
        onClick={() => setView(isFull ? 'limit' : 'save')}
      >
        <span className={compact ? 'visually-hidden' : undefined}>{t('searches.save')}</span>
      </ActionButton>
      <ActionButton
        {...press}
        kind="plain"
        leftSection={<IconBookmarks size={20} stroke={1.5} aria-hidden />}
        rightSection={saved > 0 && <span className={css.count}>{saved}</span>}
        onClick={() => setView('list')}
      >
        <span className={compact ? 'visually-hidden' : undefined}>{t('searches.saved')}</span>
      </ActionButton>
      {view && (
        <Suspense>
          <SearchWindow pageType={pageType} draft={{ params, title }} view={view} isFull={isFull} onView={setView} />
        </Suspense>
      )}
    </div>
  );
}
