import { randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { hash, hashRaw, parseOptions, verify } from '@node-rs/argon2';
import { ApiError } from '../../platform/calls/errors.ts';

/** OWASP's minimum for argon2id. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const MAX_WAITING = 50;
const RETRY_SECONDS = 5;
const maxRunning = Math.min(4, availableParallelism());

let running = 0;
const waiting: (() => void)[] = [];

/** Returns an argon2id hash in the PHC format, by default with a random salt. */
export const hashPassword = (password: string, salt?: Buffer): Promise<string> =>
  runQueued(() => hash(normalized(password), salt ? { ...COST, salt } : COST));

/** For secrets that are looked up by their hash: the same salt gives the same 32 bytes. */
export const hashWithSalt = (secret: string, salt: Buffer): Promise<Buffer> =>
  runQueued(() => hashRaw(secret, { ...COST, salt }));

/** Costs the same with a null hash (unknown address, no password yet), so the time of a reply reveals nothing. */
export async function passwordFits(passwordHash: string | null, password: string): Promise<boolean> {
  const against = passwordHash ?? (await dummyHash);
  const fits = await runQueued(() => verify(against, normalized(password)));
  return fits && passwordHash !== null;
}

/** Keyboards produce an accented letter as one character or as two; both are the same password. */
const normalized = (password: string): string => password.normalize('NFC');

/** True when the hash was made with other parameters than the current ones. */
export function needsNewHash(passwordHash: string): boolean {
  const { memoryCost, timeCost, parallelism } = parseOptions(passwordHash);
  return memoryCost !== COST.memoryCost || timeCost !== COST.timeCost || parallelism !== COST.parallelism;
}

const dummyHash = hash(randomBytes(32), COST);

/** Throws while the queue is full, before other work is spent on the request. */
export function ensureQueueSpace(): void {
  if (running >= maxRunning && waiting.length >= MAX_WAITING)
    throw new ApiError('TooManyTries', { retryAfterSeconds: RETRY_SECONDS, details: { minutes: 1 } });
}

/** Few passwords are hashed concurrently, so that a flood of log-ins cannot delay bids (business-rules.md#login-attempts). */
async function runQueued<T>(work: () => Promise<T>): Promise<T> {
  ensureQueueSpace();
  if (running < maxRunning) running++;
  else await new Promise<void>((resolve) => waiting.push(resolve));
  try {
    return await work();
  } finally {
    // The place passes directly to the next waiting call, so that a new call cannot take it.
    const next = waiting.shift();
    if (next) next();
    else running--;
  }
}
