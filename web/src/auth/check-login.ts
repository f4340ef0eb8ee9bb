import { MIN_PASSWORD_LENGTH } from '@seri/contract/auth/routes.ts';
import { t } from '../shell/i18n.ts';

export type LoginFields = {
  email: string;
  password: string;
};

/** What keeps the form from being sent (platform section 5); empty when nothing does. */
export function checkLogin({ email, password }: LoginFields): Partial<LoginFields> {
  const problems: Partial<LoginFields> = {};
  if (!email.trim()) problems.email = t('Errors.Required');
  else if (!/^[^\s@]+@[^\s@]+$/.test(email.trim())) problems.email = t('Errors.Email');
  if (!password) problems.password = t('Errors.Required');
  else if (password.length < MIN_PASSWORD_LENGTH)
    problems.password = t('Errors.MinLength', { length: MIN_PASSWORD_LENGTH });
  return problems;
}
