import type { ErrorCode } from '@seri/contract/errors.ts';
import type * as z from 'zod/mini';
import { Refused } from '../refusals.ts';

/** A query or path that does not fit: 400 (decisions D7.14). */
export const invalidRequest = (issues: z.core.$ZodIssue[]): Refused =>
  new Refused('Request.Invalid', { fields: fieldsOf(issues) });

/** A body that does not fit: 422 with a code per field; never coerced. */
export function invalidBody(issues: z.core.$ZodIssue[]): Refused {
  const fields = fieldsOf(issues);
  const first = Object.values(fields)[0]?.[0] ?? 'Field.Invalid';
  return new Refused(first as ErrorCode, { fields });
}

function fieldsOf(issues: z.core.$ZodIssue[]): Record<string, string[]> {
  const fields: Record<string, string[]> = {};
  for (const issue of issues) {
    if (issue.code === 'unrecognized_keys') for (const key of issue.keys) fields[key] = ['Field.Unknown'];
    else fields[issue.path.map(String).join('.') || 'body'] = [codeOf(issue)];
  }
  return fields;
}

const codeOf = (issue: z.core.$ZodIssue): ErrorCode =>
  issue.code === 'invalid_type' && issue.input === undefined ? 'Field.Required' : 'Field.Invalid';
