import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** The secret as it is kept: nonce, tag, ciphertext. Bound to its account, so a row copied to another one opens nothing. */
export function sealSecret(secretKey: string, userId: number, secret: Uint8Array): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, keyOf(secretKey), nonce).setAAD(ownerOf(userId));
  const sealed = Buffer.concat([cipher.update(secret), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
}

/** Null when it was sealed under another key, for another account, or was changed: then no code fits it. */
export function openSecret(secretKey: string, userId: number, kept: Buffer): Buffer | null {
  const nonce = kept.subarray(0, NONCE_BYTES);
  const tag = kept.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
  const decipher = createDecipheriv(CIPHER, keyOf(secretKey), nonce, { authTagLength: TAG_BYTES })
    .setAAD(ownerOf(userId))
    .setAuthTag(tag);
  const secret = decipher.update(kept.subarray(NONCE_BYTES + TAG_BYTES));
  try {
    return Buffer.concat([secret, decipher.final()]);
  } catch {
    return null;
  }
}

const keyOf = (secretKey: string) => Buffer.from(hkdfSync('sha256', secretKey, '', 'second factor secrets', 32));
const ownerOf = (userId: number) => Buffer.from(`user ${userId}`);
