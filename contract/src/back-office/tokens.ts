import * as z from 'zod/mini';
import { SCOPES } from './scopes.ts';

/** What the operator calls a program: it stands in every log beside what the program did. */
const name = z.string().check(z.regex(/^[a-z0-9][a-z0-9-]{0,39}$/));
const scopes = z.array(z.enum(SCOPES)).check(z.minLength(1), z.maxLength(SCOPES.length));

export const newToken = z.strictObject({ name, scopes });
export type NewToken = z.input<typeof newToken>;

export const tokenRotation = z.strictObject({
  name,
  /** How long the token of before still opens; 0: not at all. */
  overlapHours: z.int().check(z.minimum(0), z.maximum(720)),
});
export type TokenRotation = z.input<typeof tokenRotation>;
