import { useEffect, useEffectEvent, useRef } from 'react';
import { t } from '../shell/i18n.ts';
import { ActionButton } from '../ui/action-button.tsx';
import css from './lists.module.css';

interface LoadMoreProps {
  query: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown };
}

const MARGIN = '150px';

/** The next page comes as its end comes near; the button is for keyboards, and for another try. */
export function LoadMore({ query }: LoadMoreProps) {
  const end = useRef<HTMLDivElement>(null);
  const { hasNextPage, isFetchingNextPage } = query;
  const onNear = useEffectEvent(() => {
    if (hasNextPage && !isFetchingNextPage) query.fetchNextPage();
  });
  useEffect(() => {
    if (!end.current || !hasNextPage) return;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && onNear(), { rootMargin: MARGIN });
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [hasNextPage]);
  if (!hasNextPage) return null;
  return (
    <div ref={end} className={css.more}>
      <ActionButton kind="plain" loading={isFetchingNextPage} onClick={() => query.fetchNextPage()}>
        {t('bids.list.more')}
      </ActionButton>
    </div>
  );
}
