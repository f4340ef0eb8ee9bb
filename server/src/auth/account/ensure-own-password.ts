import { ApiError } from '../../platform/calls/errors.ts';
import type { Db } from '../../platform/db/db.ts';
import { type Counter, clearAttempts } from '../session/attempt-queries.ts';
import { recordAttempts } from '../session/login-rate-limit.ts';
import { ensureQueueSpace, passwordFits } from './password.ts';

/** Requires the password again, so that an open session alone is not enough to change credentials. */
export async function ensureOwnPassword(
  db: Db,
  {
    userId,
    passwordHash,
    password,
    field = 'password',
  }: { userId: number; passwordHash: string | null; password: string; field?: string },
): Promise<void> {
  ensureQueueSpace();
  const counter: Counter = { scope: 'own_password', subject: String(userId) };
  await recordAttempts(db, [counter]);
  if (!(await passwordFits(passwordHash, password)))
    throw new ApiError('Password.Wrong', { fields: { [field]: ['Password.Wrong'] } });
  await db.transaction().execute((tx) => clearAttempts(tx, counter));
}
