import type { PageType } from '@seri/contract/lots/page-types.ts';
import { IconCarOff } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { paths } from '../../app/paths.ts';
import { ApiError } from '../../shell/api/api.ts';
import { logFailure } from '../../shell/api/client-log.ts';
import { errorText, requestIdOf } from '../../shell/api/error-text.ts';
import { serverNow } from '../../shell/i18n/clock.ts';
import { t } from '../../shell/i18n/i18n.ts';
import { usePageTitle } from '../../shell/layout/page-title.ts';
import { LinkButton } from '../../shell/link-button.tsx';
import { EmptyState, FailedState } from '../../ui/data/state-message.tsx';
import { pageText } from '../core/listing-page.ts';

interface LotMissingProps {
  pageType: PageType;
  error: Error;
  onRetry: () => unknown;
}

/** Placeholder of a lot that is missing or failed to load; never a dialog (business-rules.md#lot-page). */
export function LotMissing({ pageType, error, onRetry }: LotMissingProps) {
  const isGone = error instanceof ApiError && error.code === 'NotFound';
  usePageTitle({ title: t(isGone ? 'lots.lot.gone' : 'lots.lot.failed') });
  useEffect(() => logFailure('lot', error), [error]);
  if (isGone) {
    return (
      <EmptyState
        icon={IconCarOff}
        title={t('lots.lot.gone')}
        text={t('lots.lot.goneText')}
        action={<LinkButton {...paths.listing(pageType)}>{pageText(pageType, 'title')}</LinkButton>}
      />
    );
  }
  return (
    <FailedState
      title={t('lots.lot.failed')}
      text={errorText(error)}
      requestId={requestIdOf(error)}
      at={serverNow()}
      onRetry={() => void onRetry()}
      action={<Link {...paths.listing(pageType)}>{pageText(pageType, 'title')}</Link>}
    />
  );
}
