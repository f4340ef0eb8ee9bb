import { ROLE } from '@seri/contract/auth/permissions.ts';
import type { FastifyBaseLogger } from 'fastify';
import { ApiError } from '../platform/calls/errors.ts';
import type { Db, Tx } from '../platform/db/db.ts';
import { tokenHash } from '../platform/http/cookies.ts';
import { lockAccount } from './account/link-queries.ts';
import { ensureQueueSpace, hashPassword, needsNewHash, passwordFits } from './account/password.ts';
import { findAccount, replaceHash } from './queries.ts';
import { insertPendingLogin } from './second-factor/second-factor-queries.ts';
import { countWrongLogin } from './session/attempt-queries.ts';
import { forgetAttempt, recordAttempt } from './session/login-rate-limit.ts';
import { type LoginBrowser, type OpenedSession, openSession } from './session/open-session.ts';
import { randomToken } from './session/tokens.ts';

/** Each time this many log-ins fail over all accounts within 15 minutes, the operator is alerted. */
export const ALARM_EVERY = 500;

interface SignIn extends LoginBrowser {
  email: string;
  password: string;
}

/** The session's tokens, or the token of a log-in that awaits its code. */
type SignedIn = { userId: number; tokens: OpenedSession } | { userId: number; pending: string };

/** The state of an account is revealed only after its right password (business-rules.md#account-secrecy). */
export async function signIn(db: Db, request: SignIn, log: Pick<FastifyBaseLogger, 'warn'>): Promise<SignedIn> {
  const { email, password, address } = request;
  ensureQueueSpace();
  const deviceHash = request.device === undefined ? null : tokenHash(request.device);
  const account = await findAccount(db, email, { address, deviceHash });
  const attempt = {
    email,
    address,
    knownAddress: Boolean(account?.known_address),
    knownDevice: account?.known_device ? deviceHash?.toString('base64url') : undefined,
  };
  await recordAttempt(db, attempt);
  const fits = await passwordFits(account?.password_hash ?? null, password);
  if (!account?.password_hash || !fits) {
    await watchWrongLogins(db, log);
    throw new ApiError('WrongCredentials');
  }
  if (account.role_id === ROLE.disabled) throw new ApiError('AccountDisabled');
  if (!account.email_verified_at) throw new ApiError('InvalidUser');

  const newHash = needsNewHash(account.password_hash) ? await hashPassword(password) : undefined;
  return db.transaction().execute(async (tx): Promise<SignedIn> => {
    await ensureUnchanged(tx, account);
    if (newHash) await replaceHash(tx, account.id, newHash);
    const signedIn = await letIn(tx, account, request);
    await forgetAttempt(tx, attempt);
    return signedIn;
  });
}

async function letIn(
  tx: Tx,
  { id: userId, has_second_factor: hasSecondFactor }: { id: number; has_second_factor: unknown },
  arrival: LoginBrowser,
): Promise<SignedIn> {
  if (!hasSecondFactor) return { userId, tokens: await openSession(tx, userId, arrival) };
  const pending = randomToken();
  await insertPendingLogin(tx, userId, pending);
  return { userId, pending };
}

/** A password that was reset during the hashing must not open another session. */
async function ensureUnchanged(tx: Tx, account: { id: number; password_changed_at: Date | null }): Promise<void> {
  const locked = await lockAccount(tx, account.id);
  if (locked.password_changed_at?.getTime() !== account.password_changed_at?.getTime())
    throw new ApiError('WrongCredentials');
}

/** Detects a few attempts on each of many accounts, which look harmless one by one. */
async function watchWrongLogins(db: Db, log: Pick<FastifyBaseLogger, 'warn'>): Promise<void> {
  const wrong = await countWrongLogin(db);
  if (wrong % ALARM_EVERY === 0) log.warn({ event: 'many_wrong_logins', wrong, minutes: 15 }, 'many failed log-ins');
}
