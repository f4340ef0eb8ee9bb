import { useEffect } from 'react';
import { ApiError } from '../../shell/api/api.ts';
import { logFailure } from '../../shell/api/client-log.ts';
import { errorText, requestIdOf } from '../../shell/api/error-text.ts';
import { t } from '../../shell/i18n/i18n.ts';
import { ActionButton } from '../../ui/actions/action-button.tsx';
import type { LotPlace } from '../lot/lot-queries.ts';
import css from './compare-screen.module.css';

interface CompareMissingProps {
  place: LotPlace;
  error: Error;
  onRetry: () => void;
  onRemove: () => void;
}

/** A lot of a comparison that is missing or failed to load; the other lots are still compared. */
export function CompareMissing({ place, error, onRetry, onRemove }: CompareMissingProps) {
  const isGone = error instanceof ApiError && error.code === 'NotFound';
  const requestId = requestIdOf(error);
  useEffect(() => logFailure(`lot ${place.id}`, error), [place.id, error]);
  return (
    <div className={css.missing} role="alert">
      <p>
        <b>{t(isGone ? 'lots.lot.gone' : 'lots.lot.failed')}</b>{' '}
        {isGone ? t('lots.compare.goneText') : errorText(error)}
        {!isGone && requestId && <span className="quiet small"> {t('ui.request', { id: requestId })}</span>}
      </p>
      {!isGone && <ActionButton onClick={onRetry}>{t('ui.tryAgain')}</ActionButton>}
      <ActionButton kind="plain" onClick={onRemove}>
        {t('lots.compare.remove')}
      </ActionButton>
    </div>
  );
}
