import { charactersIn } from '@seri/contract/auth/fields.ts';
import { MIN_PASSWORD_LENGTH } from '@seri/contract/auth/routes.ts';
import { t } from '../../shell/i18n/i18n.ts';
import { useSettings } from '../../shell/settings.ts';

export const useMinPasswordLength = (): number => useSettings()?.passwordMinimum ?? MIN_PASSWORD_LENGTH;

/** Shows the minimum length of a new password and the number of characters still missing. */
export function PasswordLength({ password, minimum }: { password: string; minimum: number }) {
  const missing = minimum - charactersIn(password);
  if (password === '') return t('auth.length.atLeast', { count: minimum });
  return missing > 0 ? t('auth.length.missing', { count: missing }) : t('auth.length.enough');
}
