import { bareCode } from '@seri/contract/auth/second-factor.ts';
import { t } from '../../shell/i18n/i18n.ts';

/** Error of a typed code, checked before the server is called. */
export function codeProblem(code: string, accepts: 'app' | 'any'): string | undefined {
  const bare = bareCode(code);
  if (!bare) return t('Errors.Required');
  return accepts === 'app' && !/^\d{6}$/.test(bare) ? t('Errors.Invalid') : undefined;
}

/** Problems of a form by field, without the fields that have none. */
export const onlyProblems = <F extends string>(problems: Record<F, string | undefined>): Partial<Record<F, string>> =>
  Object.fromEntries(Object.entries(problems).filter(([, problem]) => problem)) as Partial<Record<F, string>>;

export const passwordProblem = (password: string): string | undefined => (password ? undefined : t('Errors.Required'));
