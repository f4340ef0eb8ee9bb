import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** About 32,000 hashes: a second of a phone, of a flood many hours. */
const ZERO_BITS = 15;
export const PUZZLE_MINUTES = 10;

/** `bits.end.nonce.seal`: everything a later check needs travels with it, and nothing is kept before it is solved. */
export function newPuzzle(secretKey: string, nowMs = Date.now()): { challenge: string; zeroBits: number } {
  const endSeconds = Math.floor(nowMs / 1_000) + PUZZLE_MINUTES * 60;
  const text = `${ZERO_BITS}.${endSeconds}.${randomBytes(16).toString('base64url')}`;
  return { challenge: `${text}.${sealOf(secretKey, text)}`, zeroBits: ZERO_BITS };
}

/** The nonce of a puzzle of ours that is solved and not over, or null; whether it was used before is the caller's to ask. */
export function solvedNonce(secretKey: string, solution: string, nowMs = Date.now()): string | null {
  const parts = /^((\d{1,2})\.(\d{1,12})\.([\w-]{22}))\.([\w-]{43})\.\d{1,15}$/.exec(solution);
  if (!parts) return null;
  const [, text = '', bits, endSeconds, nonce = '', seal = ''] = parts;
  if (!timingSafeEqual(Buffer.from(seal), Buffer.from(sealOf(secretKey, text)))) return null;
  if (Number(endSeconds) * 1_000 < nowMs) return null;
  return leadingZeroBits(createHash('sha256').update(solution).digest()) >= Number(bits) ? nonce : null;
}

const sealOf = (secretKey: string, text: string): string =>
  createHmac('sha256', secretKey).update(`puzzle ${text}`).digest('base64url');

function leadingZeroBits(hash: Buffer): number {
  const first = hash.findIndex((byte) => byte !== 0);
  return first < 0 ? hash.length * 8 : first * 8 + Math.clz32(hash[first] ?? 0) - 24;
}
