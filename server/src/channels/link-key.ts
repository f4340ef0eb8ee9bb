import { createHash } from 'node:crypto';

/** Only the hash of a one-time key is stored. */
export const linkKeyHash = (key: string): Buffer => createHash('sha256').update(key).digest();
