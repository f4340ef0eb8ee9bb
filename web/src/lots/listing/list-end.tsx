import { t } from '../../shell/i18n/i18n.ts';
import { ActionButton } from '../../ui/actions/action-button.tsx';
import { type EndlessList, useNextPage } from '../../ui/data/use-next-page.ts';
import css from './lot-phone.module.css';

interface ListEndProps {
  /** True once all fetched lots are rendered. */
  isDrawn: boolean;
  query: EndlessList;
}

/** Fetches the next page shortly before the end comes into view; after the last one, a link to the top. */
export function ListEnd({ query, isDrawn }: ListEndProps) {
  const end = useNextPage<HTMLDivElement>(query, isDrawn);
  const hasMany = (query.data?.pages.length ?? 0) > 1;
  return (
    <div className={css.end}>
      {query.isFetchNextPageError && (
        <ActionButton kind="plain" size="md" onClick={() => void query.fetchNextPage()}>
          {t('lots.more')}
        </ActionButton>
      )}
      {query.hasNextPage && !query.isFetchNextPageError && (
        <div ref={end} role="status" aria-label={t('ui.loading')} className={css.spinner} />
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
