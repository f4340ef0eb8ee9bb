import * as z from 'zod/mini';
import { SCOPES } from './scopes.ts';

/** The operator's name for a program; logged with each of its actions. */
const name = z.string().check(z.regex(/^[a-z0-9][a-z0-9-]{0,39}$/));
const scopes = z.array(z.enum(SCOPES)).check(z.minLength(1), z.maxLength(SCOPES.length));

export const newToken = z.strictObject({ name, scopes });
export type NewToken = z.input<typeof newToken>;

export const tokenRotation = z.strictObject({
  name,
  /** Hours for which the previous token stays valid; 0 revokes it at once. */
  overlapHours: z.int().check(z.minimum(0), z.maximum(720)),
});
export type TokenRotation = z.input<typeof tokenRotation>;
