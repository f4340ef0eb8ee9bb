import { useQuery } from '@tanstack/react-query';
import { paths } from '../app/paths.ts';
import { errorText, requestIdOf } from '../shell/api/error-text.ts';
import { t } from '../shell/i18n/i18n.ts';
import { usePageTitle } from '../shell/layout/page-title.ts';
import { SkeletonRows } from '../ui/data/skeleton.tsx';
import { FailedState } from '../ui/data/state-message.tsx';
import { Page } from '../ui/theme/page.tsx';
import css from './channels.module.css';
import { EndpointList } from './endpoint-list.tsx';
import { EventChoices } from './event-choices.tsx';
import { channelQueries } from './queries.ts';
import { QuietHours } from './quiet-hours.tsx';

const REFRESH_MS = 15_000;

/** Where and when notices reach the user outside the portal. */
export function ChannelsScreen() {
  usePageTitle({ title: t('channels.title'), back: paths.notifications() });
  // A chat is linked in the messenger, so this page looks for it.
  const query = useQuery({ ...channelQueries.view, refetchInterval: REFRESH_MS });
  const { data } = query;
  return (
    <Page>
      {query.isPending && <SkeletonRows rows={6} photoWidth={0} />}
      {query.isError && !data && (
        <FailedState
          title={t('channels.failed')}
          text={errorText(query.error)}
          requestId={requestIdOf(query.error)}
          onRetry={() => void query.refetch()}
        />
      )}
      {data && (
        <div className={css.columns}>
          <div className={css.column}>
            <EndpointList channels={data} />
            <QuietHours channels={data} />
          </div>
          <EventChoices channels={data} />
        </div>
      )}
    </Page>
  );
}
