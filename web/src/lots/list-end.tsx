import { t } from '../shell/i18n.ts';
import { ActionButton } from '../ui/action-button.tsx';
import css from './lot-phone.module.css';

const BEFORE_THE_END_PX = 150;

interface ListEndProps {
  query: {
    hasNextPage: boolean;
    isFetchingNextPage: boolean;
    isFetchNextPageError: boolean;
    data: { pages: readonly unknown[] } | undefined;
    fetchNextPage: () => Promise<unknown>;
  };
}

/** Asks for the next page shortly before the end comes into view; behind the last one, the way back to the top. */
export function ListEnd({ query }: ListEndProps) {
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
  const hasMany = (query.data?.pages.length ?? 0) > 1;
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
      {hasMany && (
        <>
          {!query.hasNextPage && <p className="quiet small">{t('lots.end')}</p>}
          <ActionButton kind="quiet" size="md" onClick={() => scrollTo({ top: 0 })}>
            {t('Common.BackToTop')}
          </ActionButton>
        </>
      )}
    </div>
  );
}
