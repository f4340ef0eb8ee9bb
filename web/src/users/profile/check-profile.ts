import { isEmail, isPhone } from '@seri/contract/auth/fields.ts';
import { t } from '../../shell/i18n/i18n.ts';

export interface ProfileFields extends Record<string, string | null> {
  fullName: string;
  email: string;
  mobile: string;
  officePhone: string;
  company: string;
  countryId: string | null;
  city: string;
  address: string;
}

/** Name, mobile, city and a valid email are required, the rest is optional (business-rules.md#form-checks). */
export function checkProfile(fields: ProfileFields): Partial<Record<keyof ProfileFields & string, string>> {
  const problems: Partial<Record<string, string>> = {};
  for (const name of ['fullName', 'email', 'mobile', 'city'] as const) {
    if (fields[name].trim() === '') problems[name] = t('Errors.Required');
  }
  if (!problems.email && !isEmail(fields.email)) problems.email = t('Errors.Email');
  if (!problems.mobile && !isPhone(fields.mobile)) problems.mobile = t('Errors.IncompletePhone');
  return problems;
}
