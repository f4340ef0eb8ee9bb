import type { PageType } from '@seri/contract/lots/page-types.ts';
import { Suspense, useEffect } from 'react';
import { logFailure } from '../../shell/api/client-log.ts';
import { errorText, requestIdOf } from '../../shell/api/error-text.ts';
import { serverNow } from '../../shell/i18n/clock.ts';
import { t, withAllTexts } from '../../shell/i18n/i18n.ts';
import { ActionButton } from '../../ui/actions/action-button.tsx';
import { FailedState } from '../../ui/data/state-message.tsx';
import { lazyPart } from '../../ui/loading/lazy-part.tsx';
import type { NothingFoundProps } from './nothing-found.tsx';

const Nothing = lazyPart(
  withAllTexts(() => import('./nothing-found.tsx')),
  'NothingFound',
);

/** Why a list is empty; loads when one is. */
export const NothingFound = (props: NothingFoundProps) => (
  <Suspense>
    <Nothing {...props} />
  </Suspense>
);

interface ListFailedProps {
  pageType: PageType;
  error: unknown;
  onRetry: () => unknown;
  onReset: () => void;
}

export function ListFailed({ pageType, error, onRetry, onReset }: ListFailedProps) {
  useEffect(() => logFailure(`listing ${pageType}`, error), [pageType, error]);
  return (
    <FailedState
      title={t('lots.failed')}
      text={errorText(error)}
      requestId={requestIdOf(error)}
      at={serverNow()}
      onRetry={() => void onRetry()}
      action={
        <ActionButton kind="plain" onClick={onReset}>
          {t('Common.ResetFilter')}
        </ActionButton>
      }
    />
  );
}
