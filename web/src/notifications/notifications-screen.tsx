import { USER_TYPE } from '@seri/contract/auth/permissions.ts';
import type { Notification } from '@seri/contract/notifications/routes.ts';
import { IconBell } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { paths } from '../app/paths.ts';
import { errorText, requestIdOf } from '../shell/api/error-text.ts';
import { ReachHint } from '../shell/hints/reach-hint.tsx';
import { japanFullTime } from '../shell/i18n/format.ts';
import { t } from '../shell/i18n/i18n.ts';
import { usePageTitle } from '../shell/layout/page-title.ts';
import { LinkButton } from '../shell/link-button.tsx';
import { useSession } from '../shell/session/session.ts';
import { ActionButton } from '../ui/actions/action-button.tsx';
import { SkeletonRows } from '../ui/data/skeleton.tsx';
import { EmptyState, FailedState } from '../ui/data/state-message.tsx';
import { useNextPage } from '../ui/data/use-next-page.ts';
import { Page } from '../ui/theme/page.tsx';
import { notificationLink, notificationText } from './notification-text.ts';
import css from './notifications.module.css';
import { notificationQueries, useMarkRead } from './queries.ts';

/** The reader's notifications, newest first, read and unread. */
export function NotificationsScreen() {
  usePageTitle({ title: t('notifications.title') });
  const query = useInfiniteQuery(notificationQueries.list);
  const end = useNextPage<HTMLDivElement>(query);
  const mark = useMarkRead();
  const all = query.data?.pages.flatMap(({ notifications }) => notifications) ?? [];
  const [newest] = all;
  return (
    <Page>
      <ReachHint />
      <div className={css.tools}>
        <LinkButton {...paths.channels()} kind="plain">
          {t('notifications.settings')}
        </LinkButton>
        {newest && (
          <ActionButton
            kind="plain"
            disabled={mark.isPending || all.every(({ isRead }) => isRead)}
            onClick={() => mark.mutate({ upTo: newest.id })}
          >
            {t('notifications.readAll')}
          </ActionButton>
        )}
      </div>
      {query.isPending && <SkeletonRows rows={6} />}
      {query.isError && !query.data && (
        <FailedState
          title={t('notifications.failed')}
          text={errorText(query.error)}
          requestId={requestIdOf(query.error)}
          onRetry={() => void query.refetch()}
        />
      )}
      {query.data && !newest && (
        <EmptyState icon={IconBell} title={t('notifications.empty.title')} text={t('notifications.empty.text')} />
      )}
      {newest && (
        <>
          <ul className={`panel ${css.list}`}>
            {all.map((one) => (
              <Row key={one.id} one={one} onRead={() => one.isRead || mark.mutate({ id: one.id })} />
            ))}
          </ul>
          {query.hasNextPage && (
            <div ref={end} className={css.end}>
              {query.isFetchNextPageError ? (
                <ActionButton kind="plain" onClick={() => void query.fetchNextPage()}>
                  {t('ui.tryAgain')}
                </ActionButton>
              ) : (
                <span role="status">{t('ui.loading')}</span>
              )}
            </div>
          )}
        </>
      )}
    </Page>
  );
}

function Row({ one, onRead }: { one: Notification; onRead: () => void }) {
  const isStaff = useSession().detail.userType === USER_TYPE.manager;
  const link = notificationLink(one, isStaff);
  const { lot, isRead } = one;
  const lines = (
    <>
      <span className={css.text}>
        {!isRead && <span className="visually-hidden">{t('notifications.unread')}</span>}
        {notificationText(one, isStaff)}
      </span>
      {lot && <span className="quiet small">{t('notifications.lot', { ...lot, lotNo: String(lot.lotNo) })}</span>}
      <span className="quiet small">{t('notifications.at', { time: japanFullTime(one.at) })}</span>
    </>
  );
  return (
    <li className={css.row} data-unread={!isRead || undefined}>
      {link ? (
        <Link {...link} className={css.body} onClick={onRead}>
          {lines}
        </Link>
      ) : (
        <button type="button" className={css.body} onClick={onRead}>
          {lines}
        </button>
      )}
    </li>
  );
}
