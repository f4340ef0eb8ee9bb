import { PartNotLoaded } from '../../ui/loading/load-part.ts';
import { t, textOf } from '../i18n/i18n.ts';
import { ApiError } from './api.ts';

/**
 * Text of an error: what happened, why, and what to do now. Unknown errors get `Error.Default`
 * (business-rules.md#error-answers).
 */
export function errorText(error: unknown): string {
  if (error instanceof PartNotLoaded)
    return error.problem === 'replaced' ? t('shell.part.replaced') : t('Error.Offline');
  if (!(error instanceof ApiError)) return t('Error.Internal');
  if (error.code === 'TooManyTries' && error.retryAfterSeconds) {
    return t('Errors.TooManyTries', { minutes: Math.ceil(error.retryAfterSeconds / 60) });
  }
  return textOf(`Error.${error.code}`, 'Error.Default');
}

export const requestIdOf = (error: unknown): string | null => (error instanceof ApiError ? error.requestId : null);
