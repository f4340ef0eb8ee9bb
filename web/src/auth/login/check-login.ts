import { MIN_PASSWORD_LENGTH } from '@seri/contract/auth/routes.ts';
import { t } from '../../shell/i18n/i18n.ts';

export type LoginFields = {
  email: string;
  password: string;
};

/** Errors that keep the form from being sent (business-rules.md#form-checks). */
export function checkLogin({ email, password }: LoginFields): Partial<LoginFields> {
  const problems: Partial<LoginFields> = {};
  if (!email.trim()) problems.email = t('Errors.Required');
  else if (!/^[^\s@]+@[^\s@]+$/.test(email.trim())) problems.email = t('Errors.Email');
  if (!password) problems.password = t('Errors.Required');
  else if (password.length < MIN_PASSWORD_LENGTH)
    problems.password = t('Errors.MinLength', { length: MIN_PASSWORD_LENGTH });
  return problems;
}
