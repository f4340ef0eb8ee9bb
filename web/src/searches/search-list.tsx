import type { PageType } from '@seri/contract/lots/page-types.ts';
import { MAX_SEARCHES } from '@seri/contract/searches/routes.ts';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { errorText } from '../shell/api/error-text.ts';
import { t } from '../shell/i18n/i18n.ts';
import { ActionButton } from '../ui/actions/action-button.tsx';
import { SkeletonBlock } from '../ui/data/skeleton.tsx';
import { searchQueries } from './queries.ts';
import { SearchRow } from './search-row.tsx';
import css from './searches.module.css';

interface SearchListProps {
  pageType: PageType;
  isPhone: boolean;
  onClose: () => void;
}

/** All saved searches of a page, newest first. */
export function SearchList({ pageType, isPhone, onClose }: SearchListProps) {
  const { data, error, refetch } = useQuery(searchQueries.list(pageType));
  const count = useRef<HTMLParagraphElement>(null);
  if (error && !data) {
    return (
      <div role="alert">
        <p>{errorText(error)}</p>
        <ActionButton kind="plain" size="md" className={css.retry} onClick={() => void refetch()}>
          {t('ui.tryAgain')}
        </ActionButton>
      </div>
    );
  }
  if (!data) return <Loading />;
  if (data.items.length === 0) return <p className="quiet">{t('searches.none')}</p>;
  return (
    <>
      <p ref={count} tabIndex={-1} className="quiet small">
        {t('searches.count', { count: data.counter, max: MAX_SEARCHES })}
      </p>
      <ul>
        {data.items.map((search) => (
          <SearchRow
            key={search.id}
            search={search}
            replaces={isPhone}
            onOpen={onClose}
            // The pressed button disappears with its row, so move the focus.
            onDeleted={() => count.current?.focus()}
          />
        ))}
      </ul>
    </>
  );
}

const Loading = () => (
  <div className={css.loading} role="status" aria-label={t('ui.loading')}>
    <SkeletonBlock width="60%" height={16} />
    <SkeletonBlock width="80%" quiet />
    <SkeletonBlock width="45%" height={16} />
    <SkeletonBlock width="80%" quiet />
  </div>
);
