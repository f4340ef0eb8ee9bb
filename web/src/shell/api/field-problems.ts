import { textOf } from '../i18n/i18n.ts';
import { ApiError } from './api.ts';

/** Texts of the server's field errors, for the fields of this form. */
export function fieldProblems(
  error: unknown,
  fieldOf: (serverField: string) => string,
  known: object,
): Record<string, string> {
  if (!(error instanceof ApiError)) return {};
  const problems: Record<string, string> = {};
  for (const [field, [code]] of Object.entries(error.fieldErrors)) {
    if (code && fieldOf(field) in known)
      problems[fieldOf(field)] = textOf(`Error.${code}`, 'Error.Field.Invalid', error.details);
  }
  return problems;
}
