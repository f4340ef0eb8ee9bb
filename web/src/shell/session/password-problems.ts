import { charactersIn, MAX_PASSWORD_LENGTH } from '@seri/contract/auth/fields.ts';
import { t } from '../i18n/i18n.ts';

/** Problem of a new password, or null; the server also refuses the most common ones. */
export function passwordProblem(password: string, minimum: number): string | null {
  if (password === '') return t('Errors.Required');
  const length = charactersIn(password);
  if (length < minimum) return t('Errors.MinLength', { length: minimum });
  return length > MAX_PASSWORD_LENGTH ? t('Errors.MaxLength', { length: MAX_PASSWORD_LENGTH }) : null;
}

export function repeatProblem(password: string, repeat: string): string | null {
  if (repeat === '') return t('Errors.Required');
  return repeat === password ? null : t('Errors.PasswordMatch');
}
