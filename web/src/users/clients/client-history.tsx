import type { ClientChange } from '@seri/contract/users/client-figures-routes.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Fragment } from 'react';
import { errorText } from '../../shell/api/error-text.ts';
import { t } from '../../shell/i18n/i18n.ts';
import { ActionButton } from '../../ui/actions/action-button.tsx';
import { JapanTime } from '../../ui/data/japan-time.tsx';
import { SkeletonRows } from '../../ui/data/skeleton.tsx';
import { FormAlert } from '../../ui/forms/form-alert.tsx';
import { changesOf, changeTitle } from './change-texts.ts';
import css from './client.module.css';
import { clientQueries } from './client-queries.ts';

/** Changes of the account, its bids and its money, with authors and reasons, the newest first. */
export function ClientHistory({ userId }: { userId: number }) {
  const query = useInfiniteQuery(clientQueries.history(userId));
  const changes = query.data?.pages.flatMap(({ items }) => items) ?? [];
  const total = query.data?.pages[0]?.pageInfo.totalResults ?? 0;
  return (
    <section className="panel" aria-labelledby="client-decisions">
      <div className={css.head}>
        <h2 id="client-decisions">{t('users.clients.decisions')}</h2>
        {total > 0 && <span className="quiet small">{t('users.history.count', { count: total })}</span>}
      </div>
      {query.isPending && <SkeletonRows rows={3} photoWidth={0} />}
      {query.isError && <FormAlert>{errorText(query.error)}</FormAlert>}
      {query.data && total === 0 && <p className={css.empty}>{t('users.clients.noDecisions')}</p>}
      <ul className={css.decisions}>
        {changes.map((change) => (
          <li key={change.key}>
            <Change change={change} />
          </li>
        ))}
      </ul>
      {query.hasNextPage && (
        <ActionButton kind="plain" onClick={() => void query.fetchNextPage()} loading={query.isFetchingNextPage}>
          {t('users.history.more')}
        </ActionButton>
      )}
    </section>
  );
}

function Change({ change }: { change: ClientChange }) {
  return (
    <>
      <span className="quiet small">
        <JapanTime at={change.at} shape="full" zone />
        {' · '}
        {change.by ?? t('users.clients.operator')}
      </span>
      <span>
        {changeTitle(change)}
        {changesOf(change).map(({ text, from, to }, index) => (
          <Fragment key={`${text} ${from}`}>
            {index === 0 ? ': ' : ', '}
            {text}{' '}
            {from !== undefined && (
              <>
                <s className="quiet">{from}</s>
                {' → '}
              </>
            )}
            <b>{to}</b>
          </Fragment>
        ))}
        {change.reason && <span className={css.reason}>{t('users.history.reason', { text: change.reason })}</span>}
      </span>
    </>
  );
}
