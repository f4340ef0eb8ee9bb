import { ROLE } from '@seri/contract/auth/permissions.ts';
import { ApiError } from '../../platform/calls/errors.ts';
import type { Db, Tx } from '../../platform/db/db.ts';
import { queueMail } from '../../platform/mail-outbox.ts';
import { type Counter, clearAttempts } from '../session/attempt-queries.ts';
import { recordAttempts } from '../session/login-rate-limit.ts';
import { type LoginBrowser, type OpenedSession, openSession } from '../session/open-session.ts';
import { acceptProof, readProof } from './second-factor-proof.ts';
import { countPendingAttempt, deletePendingLogin, lockPendingLogin } from './second-factor-queries.ts';

/** After this many wrong codes the password is required again. */
export const CODES_PER_LOGIN = 5;

interface EnterSecondFactor extends LoginBrowser {
  /** Token of the log-in whose password was right. */
  pending: string;
  code: string;
  secretKey: string;
}

/** The second step of a log-in. Each code is counted before it is checked, so a flood of codes does not pass. */
export async function finishLogin(
  db: Db,
  request: EnterSecondFactor,
): Promise<{ userId: number; tokens: OpenedSession }> {
  const { pending, code, secretKey } = request;
  const userId = await db.transaction().execute(async (tx) => {
    const login = await ensurePending(tx, pending);
    if (login.attempts >= CODES_PER_LOGIN) throw new ApiError('Auth.LoginExpired');
    await countPendingAttempt(tx, pending);
    return login.user_id;
  });
  await recordAttempts(db, [codeCounter(userId)]);
  const proof = await readProof(db, userId, code);
  return db.transaction().execute(async (tx) => {
    await ensurePending(tx, pending);
    if (!(await acceptProof(tx, { userId, proof, secretKey }))) throw wrongCode();
    if (proof && 'recoveryHash' in proof)
      await queueMail(tx, { kind: 'second_factor_changed', userId, change: 'recovery_code_used' });
    await deletePendingLogin(tx, pending);
    await clearAttempts(tx, codeCounter(userId));
    return { userId, tokens: await openSession(tx, userId, request) };
  });
}

async function ensurePending(tx: Tx, pending: string) {
  const login = await lockPendingLogin(tx, pending);
  if (!login || login.role_id === ROLE.disabled) throw new ApiError('Auth.LoginExpired');
  return login;
}

/** Counter of wrong codes of one account, over all its log-ins. */
export const codeCounter = (userId: number): Counter => ({ scope: 'second_factor', subject: String(userId) });

export const wrongCode = () => new ApiError('Auth.WrongCode', { fields: { code: ['Auth.WrongCode'] } });
