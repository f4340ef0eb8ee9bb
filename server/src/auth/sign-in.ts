import { ROLE } from '@seri/contract/auth/permissions.ts';
import type { Db } from '../platform/db.ts';
import { Refused } from '../platform/refusals.ts';
import { forgiveTry, takeTry } from './limit-tries.ts';
import { ensureTurn, hashPassword, needsNewHash, passwordFits } from './password.ts';
import { endSessionsOf, findAccount, insertSession, recordLogin } from './queries.ts';
import { newTokens, type Tokens } from './tokens.ts';

interface SignIn {
  email: string;
  password: string;
  address: string;
  userAgent: string;
  /** Cookies the browser still had; the session behind them ends, log-in never continues one. */
  oldTokens: string[];
}

/** Refuses in the words of decisions D7.16: what an account is comes to light only after its right password. */
export async function signIn(db: Db, request: SignIn): Promise<{ userId: number; tokens: Tokens }> {
  const { email, password, address } = request;
  ensureTurn();
  const account = await findAccount(db, email, address);
  const attempt = { email, address, knownAddress: Boolean(account?.known_address) };
  await takeTry(db, attempt);
  const fits = await passwordFits(account?.password_hash ?? null, password);
  if (!account?.password_hash || !fits) throw new Refused('WrongCredentials');
  if (account.role_id === ROLE.disabled) throw new Refused('AccountDisabled');
  if (!account.email_verified_at) throw new Refused('InvalidUser');

  const newHash = needsNewHash(account.password_hash) ? await hashPassword(password) : undefined;
  const tokens = newTokens();
  await db.transaction().execute(async (tx) => {
    await forgiveTry(tx, attempt);
    await recordLogin(tx, account.id, newHash);
    await endSessionsOf(tx, request.oldTokens, 'new_login');
    await insertSession(tx, { userId: account.id, tokens, userAgent: request.userAgent.slice(0, 300), address });
  });
  return { userId: account.id, tokens };
}
