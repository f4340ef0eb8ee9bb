import { createHash } from 'node:crypto';
import type { Db, Tx } from '../platform/db.ts';
import { Refused } from '../platform/refusals.ts';
import { networkOf } from './network.ts';
import { addTry, type Counter, clearTries, findWindow, lockCounter, takeBackTry } from './tries-queries.ts';

/** Tries within 15 minutes (quality B2). */
export const TRIES = { login_account: 10, login_address: 100 } as const;

export interface LoginTry {
  email: string;
  address: string;
  /** Somebody has signed in to this account from this address before. */
  knownAddress: boolean;
}

/** Counts this try before any hash is run; refuses with Retry-After when the account or the address had enough. */
export async function takeTry(db: Db, attempt: LoginTry): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const counters = countersOf(attempt);
    for (const counter of counters) {
      await lockCounter(tx, counter);
      const window = await findWindow(tx, counter);
      if (window && window.attempts >= TRIES[counter.scope]) throw tooMany(window.secondsLeft);
    }
    for (const counter of counters) await addTry(tx, counter);
  });
}

/** After the right password: the account starts afresh; of the address only this one try is taken back, or its owner could reset it at will. */
export async function forgiveTry(tx: Tx, attempt: LoginTry): Promise<void> {
  const [address, account] = countersOf(attempt);
  await takeBackTry(tx, address);
  await clearTries(tx, account);
}

/** The address comes first everywhere: one order of locks, no deadlock. */
function countersOf({ email, address, knownAddress }: LoginTry): [Counter, Counter] {
  // What is typed as an address may be a password, so only its hash is kept.
  const account = createHash('sha256').update(email.toLowerCase()).digest('base64url');
  return [
    { scope: 'login_address', subject: networkOf(address) },
    // Counted apart from strangers' tries, so that nobody can lock the owner out of his usual place.
    { scope: 'login_account', subject: knownAddress ? `${account} ${address}` : account },
  ];
}

const tooMany = (seconds: number) =>
  new Refused('TooManyTries', { retryAfterSeconds: seconds, details: { minutes: Math.ceil(seconds / 60) } });
