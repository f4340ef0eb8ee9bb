import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** About 32,000 hashes: a second on a phone, many hours for a flood of sign-ups. */
const ZERO_BITS = 15;
export const PUZZLE_MINUTES = 10;

/**
 * Returns `bits.end.nonce.seal`. The challenge contains all data for the later check, so nothing is stored before it
 * is solved.
 */
export function newPuzzle(secretKey: string, nowMs = Date.now()): { challenge: string; zeroBits: number } {
  const endSeconds = Math.floor(nowMs / 1_000) + PUZZLE_MINUTES * 60;
  const text = `${ZERO_BITS}.${endSeconds}.${randomBytes(16).toString('base64url')}`;
  return { challenge: `${text}.${signatureOf(secretKey, text)}`, zeroBits: ZERO_BITS };
}

/**
 * Returns the nonce of a puzzle that this portal made, that is solved and has not expired; else null. The caller
 * checks for reuse.
 */
export function solvedNonce(secretKey: string, solution: string, nowMs = Date.now()): string | null {
  const parts = /^((\d{1,2})\.(\d{1,12})\.([\w-]{22}))\.([\w-]{43})\.\d{1,15}$/.exec(solution);
  if (!parts) return null;
  const [, text = '', bits, endSeconds, nonce = '', seal = ''] = parts;
  if (!timingSafeEqual(Buffer.from(seal), Buffer.from(signatureOf(secretKey, text)))) return null;
  if (Number(endSeconds) * 1_000 < nowMs) return null;
  return leadingZeroBits(createHash('sha256').update(solution).digest()) >= Number(bits) ? nonce : null;
}

const signatureOf = (secretKey: string, text: string): string =>
  createHmac('sha256', secretKey).update(`puzzle ${text}`).digest('base64url');

function leadingZeroBits(hash: Buffer): number {
  const first = hash.findIndex((byte) => byte !== 0);
  return first < 0 ? hash.length * 8 : first * 8 + Math.clz32(hash[first] ?? 0) - 24;
}
