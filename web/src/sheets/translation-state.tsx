import { errorText, requestIdOf } from '../shell/api/error-text.ts';
import { t } from '../shell/i18n/i18n.ts';
import { ActionButton } from '../ui/actions/action-button.tsx';
import css from './sheet.module.css';

/** Explains that the server needs some seconds for a new sheet. */
export const TranslationWaits = () => (
  <p className={css.wait} role="status">
    <span className={css.wheel} aria-hidden />
    {t('sheets.waiting')}
  </p>
);

interface TranslationFailedProps {
  error: Error;
  onRetry: () => void;
  onBack: () => void;
}

/** The cause, a retry, and a button back to the original. */
export function TranslationFailed({ error, onRetry, onBack }: TranslationFailedProps) {
  const requestId = requestIdOf(error);
  return (
    <div className={css.problem} role="alert">
      <p>{errorText(error)}</p>
      <div className={css.buttons}>
        <ActionButton kind="plain" onClick={onRetry}>
          {t('ui.tryAgain')}
        </ActionButton>
        <ActionButton kind="quiet" onClick={onBack}>
          {t('sheets.backToOriginal')}
        </ActionButton>
      </div>
      {requestId && <p className="small">{t('ui.request', { id: requestId })}</p>}
    </div>
  );
}
