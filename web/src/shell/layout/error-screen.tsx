import { useQueryErrorResetBoundary } from '@tanstack/react-query';
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { paths } from '../../app/paths.ts';
import { FailedState } from '../../ui/data/state-message.tsx';
import { ApiError } from '../api/api.ts';
import { errorText, requestIdOf } from '../api/error-text.ts';
import { serverNow } from '../i18n/clock.ts';
import { t } from '../i18n/i18n.ts';
import { LinkButton } from '../link-button.tsx';
import { useSessionState } from '../session/session.ts';
import { usePageTitle } from './page-title.ts';
import { PlainPage } from './plain-page.tsx';

/** Page for an error: the reason, a retry, and links to other pages. */
export function ErrorScreen({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const queries = useQueryErrorResetBoundary();
  const { status } = useSessionState();
  usePageTitle({ title: t('Failed.Title') });
  const retry = () => {
    queries.reset();
    reset();
    return router.invalidate();
  };
  // A bug of the page itself is not solved by a refetch.
  const isOurs = !(error instanceof ApiError);
  const message = (
    <FailedState
      title={t('Failed.Title')}
      text={errorText(error)}
      onRetry={isOurs ? () => location.reload() : retry}
      requestId={requestIdOf(error)}
      at={serverNow()}
      action={
        status === 'authenticated' && (
          <LinkButton {...paths.profile()} kind="plain">
            {t('Menu.Profile')}
          </LinkButton>
        )
      }
    />
  );
  return status === 'authenticated' ? message : <PlainPage>{message}</PlainPage>;
}
