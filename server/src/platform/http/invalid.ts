import { ERROR_CODES, type ErrorCode } from '@seri/contract/errors.ts';
import { cleanTexts } from '@seri/contract/text.ts';
import type * as z from 'zod/mini';
import { ApiError } from '../calls/errors.ts';

/** Error for an invalid query or path: 400 (business-rules.md#error-answers). */
export const invalidRequest = (issues: z.core.$ZodIssue[]): ApiError =>
  new ApiError('Request.Invalid', { fields: fieldsOf(issues) });

/** Error for an invalid body: 422 with a code per field. Values are never coerced. */
export function invalidBody(issues: z.core.$ZodIssue[]): ApiError {
  const fields = fieldsOf(issues);
  const first = Object.values(fields)[0]?.[0] ?? 'Field.Invalid';
  return new ApiError(first as ErrorCode, { fields });
}

/**
 * Validates the input of a command as strictly as the body of a call, whatever its caller. Throws the error of
 * `invalidBody`.
 */
export function checked<S extends z.ZodMiniType>(schema: S, input: z.input<S>): z.output<S> {
  const parsed = schema.safeParse(cleanTexts(input), { reportInput: true });
  if (!parsed.success) throw invalidBody(parsed.error.issues);
  return parsed.data;
}

function fieldsOf(issues: z.core.$ZodIssue[]): Record<string, string[]> {
  const fields: Record<string, string[]> = {};
  for (const issue of issues) {
    if (issue.code === 'unrecognized_keys') for (const key of issue.keys) fields[key] = ['Field.Unknown'];
    else fields[issue.path.map(String).join('.') || 'body'] ??= [codeOf(issue)];
  }
  return fields;
}

/** A schema names the code of a wrong field as its message; otherwise the field is missing or invalid. */
function codeOf(issue: z.core.$ZodIssue): ErrorCode {
  if (issue.code === 'invalid_type' && issue.input === undefined) return 'Field.Required';
  return ERROR_CODES.find((code) => code === issue.message) ?? 'Field.Invalid';
}

/**
 * Returns the first text that PostgreSQL cannot store (with a zero byte or half a surrogate pair) as an issue;
 * undefined when there is none.
 */
export function unstorableText(value: unknown, path: PropertyKey[] = []): z.core.$ZodIssue | undefined {
  if (typeof value === 'string')
    return value.includes('\0') || !value.isWellFormed()
      ? { code: 'custom', path, message: 'Field.Invalid', input: value }
      : undefined;
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [key, inner] of Object.entries(value)) {
    const found = unstorableText(inner, [...path, key]);
    if (found) return found;
  }
  return undefined;
}
