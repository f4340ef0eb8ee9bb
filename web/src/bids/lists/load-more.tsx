import { t } from '../../shell/i18n/i18n.ts';
import { ActionButton } from '../../ui/actions/action-button.tsx';
import { type EndlessList, useNextPage } from '../../ui/data/use-next-page.ts';
import css from '../core/lists.module.css';

/** Loads the next page near its end. The button is for keyboards and for a retry. */
export function LoadMore({ query }: { query: EndlessList }) {
  const end = useNextPage<HTMLDivElement>(query);
  if (!query.hasNextPage) return null;
  return (
    <div ref={end} className={css.more}>
      <ActionButton kind="plain" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
        {t('bids.list.more')}
      </ActionButton>
    </div>
  );
}
