import { createHash } from 'node:crypto';
import { ApiError } from '../../platform/calls/errors.ts';
import type { Db, Tx } from '../../platform/db/db.ts';
import { networkOf } from '../../platform/http/limits/network.ts';
import {
  addAttempt,
  type Counter,
  clearAccountAttempts,
  clearAttempts,
  findSecondsToWait,
  lockCounter,
  removeAttempt,
} from './attempt-queries.ts';

export interface LoginAttempt {
  email: string;
  address: string;
  /** This account has signed in from this address before. */
  knownAddress: boolean;
  /** Token hash of the browser, when this account has signed in with it before. */
  knownDevice?: string | undefined;
}

/** Counts one attempt on each counter before costly work. Throws with Retry-After when one of them is exhausted. */
export async function recordAttempts(db: Db, unordered: Counter[]): Promise<void> {
  // One lock order everywhere prevents deadlocks.
  const counters = unordered.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
  // Most attempts of a flood end here, at the cost of a read.
  await refuseFull(db, counters);
  await db.transaction().execute(async (tx) => {
    for (const counter of counters) await lockCounter(tx, counter);
    await refuseFull(tx, counters);
    for (const counter of counters) await addAttempt(tx, counter);
  });
}

async function refuseFull(db: Db | Tx, counters: Counter[]): Promise<void> {
  const seconds = await findSecondsToWait(db, counters);
  if (seconds === null) return;
  throw new ApiError('TooManyTries', { retryAfterSeconds: seconds, details: { minutes: Math.ceil(seconds / 60) } });
}

export const recordAttempt = (db: Db, attempt: LoginAttempt): Promise<void> =>
  recordAttempts(db, loginCounters(attempt));

/**
 * After the right password, resets the account's counter. The address only gets this attempt back, or its owner could
 * reset it at will.
 */
export async function forgetAttempt(tx: Tx, attempt: LoginAttempt): Promise<void> {
  const [address, account] = loginCounters(attempt);
  await removeAttempt(tx, address);
  await clearAttempts(tx, account);
}

/** After a password change, resets all counters of attempts on the old password. */
export async function resetAttempts(tx: Tx, { userId, email }: { userId: number; email: string }): Promise<void> {
  await clearAccountAttempts(tx, subjectOf(email));
  await clearAttempts(tx, { scope: 'own_password', subject: String(userId) });
}

/** Sign-up attempts, by network. */
export const signUpCounters = (address: string): Counter[] => [
  { scope: 'sign_up_address', subject: networkOf(address) },
];

/** Requested emails, by the typed address, whether it has an account or not, and by network. */
export const mailCounters = (email: string, address: string): Counter[] => [
  { scope: 'mail_account', subject: subjectOf(email) },
  { scope: 'mail_address', subject: networkOf(address) },
];

export const linkCounters = (address: string): Counter[] => [{ scope: 'link_address', subject: networkOf(address) }];

function loginCounters({ email, address, knownAddress, knownDevice }: LoginAttempt): [Counter, Counter] {
  const account = subjectOf(email);
  const knownPlace = knownDevice ?? (knownAddress ? address : undefined);
  return [
    { scope: 'login_address', subject: networkOf(address) },
    // Separate from the attempts of others, so that they cannot lock out the owner at their usual address or browser.
    { scope: 'login_account', subject: knownPlace === undefined ? account : `${account} ${knownPlace}` },
  ];
}

/** A user may type a password into the address field, so only the hash is stored. */
const subjectOf = (email: string): string => createHash('sha256').update(email.toLowerCase()).digest('base64url');

const keyOf = ({ scope, subject }: Counter): string => `${scope} ${subject}`;
