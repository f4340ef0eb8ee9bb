import { createHmac, randomBytes } from 'node:crypto';

const BASE_32 = 'abcdefghijklmnopqrstuvwxyz234567';
const ID_LENGTH = 16;
const CODES = 1_000_000n;

/** A random id of 80 bits. */
export const newShareId = (): string =>
  Array.from(randomBytes(ID_LENGTH), (byte) => BASE_32.charAt(byte % BASE_32.length)).join('');

/** Six digits that only this portal can derive from the id of a share (business-rules.md#share-links). */
export function codeOf(secretKey: string, shareId: string): string {
  const digest = createHmac('sha256', secretKey).update(`share code ${shareId}`).digest();
  return String(digest.readBigUInt64BE() % CODES).padStart(6, '0');
}
