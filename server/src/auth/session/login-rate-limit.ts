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
  /** Somebody has signed in to this account from this address before. */
  knownAddress: boolean;
  /** The same of the browser: what its cookie hashes to, when the account knows it. */
  knownDevice?: string | undefined;
}

/** Counts one try on each of these before anything costly is done; refuses with Retry-After when one of them had enough. */
export async function recordAttempts(db: Db, wanted: Counter[]): Promise<void> {
  // One order of locks everywhere: no deadlock.
  const counters = wanted.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
  // Most tries of a flood end here, at the price of reading.
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

/** After the right password: the account starts afresh; of the address only this one try is taken back, or its owner could reset it at will. */
export async function forgetAttempt(tx: Tx, attempt: LoginAttempt): Promise<void> {
  const [address, account] = loginCounters(attempt);
  await removeAttempt(tx, address);
  await clearAttempts(tx, account);
}

/** After the account got a new password: whoever tried the old one, from wherever, no longer counts. */
export async function resetAttempts(tx: Tx, { userId, email }: { userId: number; email: string }): Promise<void> {
  await clearAccountAttempts(tx, subjectOf(email));
  await clearAttempts(tx, { scope: 'own_password', subject: String(userId) });
}

/** Sign-up, by the network it comes from. */
export const signUpCounters = (address: string): Counter[] => [
  { scope: 'sign_up_address', subject: networkOf(address) },
];

/** A mail that is asked for: by the address that is typed, whether it has an account or not, and by the network. */
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
    // Counted apart from strangers' tries, so that nobody can lock the owner out of his usual place.
    { scope: 'login_account', subject: knownPlace === undefined ? account : `${account} ${knownPlace}` },
  ];
}

/** What is typed as an address may be a password, so only its hash is kept. */
const subjectOf = (email: string): string => createHash('sha256').update(email.toLowerCase()).digest('base64url');

const keyOf = ({ scope, subject }: Counter): string => `${scope} ${subject}`;
