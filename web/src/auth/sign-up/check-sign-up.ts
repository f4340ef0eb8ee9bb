import { hasThreeWords, isEmail, isMaskedPhone, isPhone } from '@seri/contract/auth/fields.ts';
import { type Language, t } from '../../shell/i18n/i18n.ts';
import { passwordProblem, repeatProblem } from '../../shell/session/password-problems.ts';
import type { SignUpField, SignUpFields } from './sign-up-fields.ts';

type Problems = Partial<Record<SignUpField, string>>;

interface Rules {
  language: Language;
  /** Minimum password length of the company settings. */
  passwordMinimum: number;
}

/** Problem text for each field that keeps the form from being sent (business-rules.md#form-checks). */
export function checkSignUp(fields: SignUpFields, { language, passwordMinimum }: Rules): Problems {
  const problems = {
    fullName: required(fields.fullName) ?? nameProblem(fields.fullName, language),
    email: required(fields.email) ?? (isEmail(fields.email) ? null : t('Errors.Email')),
    mobile: required(fields.mobile) ?? phoneProblem(fields.mobile, language),
    country: required(fields.country ?? ''),
    city: required(fields.city),
    password: passwordProblem(fields.password, passwordMinimum),
    confirmPassword: repeatProblem(fields.password, fields.confirmPassword),
    terms: fields.terms ? null : t('Errors.Terms'),
  };
  return Object.fromEntries(Object.entries(problems).filter(([, problem]) => problem !== null)) as Problems;
}

const required = (text: string): string | null => (text.trim() === '' ? t('Errors.Required') : null);

const nameProblem = (name: string, language: Language): string | null =>
  language === 'ru' && !hasThreeWords(name) ? t('Errors.IncompleteName') : null;

function phoneProblem(phone: string, language: Language): string | null {
  const isComplete =
    language === 'ru' ? isMaskedPhone(phone) : isPhone(phone) && /^\+?[\d\s()./\p{Pd}]+$/u.test(phone.trim());
  return isComplete ? null : t('Errors.IncompletePhone');
}
