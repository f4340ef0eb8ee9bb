import { charactersIn } from '@seri/contract/auth/fields.ts';
import { MIN_PASSWORD_LENGTH } from '@seri/contract/auth/routes.ts';
import { t } from '../../shell/i18n/i18n.ts';
import { useSettings } from '../../shell/settings.ts';

export const useShortestPassword = (): number => useSettings()?.passwordMinimum ?? MIN_PASSWORD_LENGTH;

/** How long a new password must be, and how much of it is still missing while it is typed. */
export function PasswordLength({ password, minimum }: { password: string; minimum: number }) {
  const missing = minimum - charactersIn(password);
  if (password === '') return t('auth.length.atLeast', { count: minimum });
  return missing > 0 ? t('auth.length.missing', { count: missing }) : t('auth.length.enough');
}
