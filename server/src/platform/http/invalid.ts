import { ERROR_CODES, type ErrorCode } from '@seri/contract/errors.ts';
import { cleanTexts } from '@seri/contract/text.ts';
import type * as z from 'zod/mini';
import { ApiError } from '../calls/errors.ts';

/** A query or path that does not fit: 400 (business-rules.md#error-answers). */
export const invalidRequest = (issues: z.core.$ZodIssue[]): ApiError =>
  new ApiError('Request.Invalid', { fields: fieldsOf(issues) });

/** A body that does not fit: 422 with a code per field; never coerced. */
export function invalidBody(issues: z.core.$ZodIssue[]): ApiError {
  const fields = fieldsOf(issues);
  const first = Object.values(fields)[0]?.[0] ?? 'Field.Invalid';
  return new ApiError(first as ErrorCode, { fields });
}

/** What a command was given, whoever called it: refused as the body of a call is. */
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

/** A schema names the code of a wrong field as its message; what it leaves open is missing or does not fit. */
function codeOf(issue: z.core.$ZodIssue): ErrorCode {
  if (issue.code === 'invalid_type' && issue.input === undefined) return 'Field.Required';
  return ERROR_CODES.find((code) => code === issue.message) ?? 'Field.Invalid';
}

/** The first text PostgreSQL cannot keep, a zero byte or half a surrogate pair in it, as an issue; undefined when there is none. */
export function unkeptText(value: unknown, path: PropertyKey[] = []): z.core.$ZodIssue | undefined {
  if (typeof value === 'string')
    return value.includes('\0') || !value.isWellFormed()
      ? { code: 'custom', path, message: 'Field.Invalid', input: value }
      : undefined;
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [key, inner] of Object.entries(value)) {
    const found = unkeptText(inner, [...path, key]);
    if (found) return found;
  }
  return undefined;
}
