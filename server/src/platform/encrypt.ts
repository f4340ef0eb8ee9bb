import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

interface EncryptionContext {
  /** SECRET_KEY of the portal. */
  secretKey: string;
  /** Purpose of the secret; each purpose has a key of its own. */
  purpose: string;
  /** Owner of the secret: copied to another row, the ciphertext cannot be decrypted. */
  owner: string;
}

/** Returns the encrypted secret as it is stored: nonce, tag, ciphertext. */
export function encrypt({ secretKey, purpose, owner }: EncryptionContext, secret: Uint8Array): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, keyOf(secretKey, purpose), nonce).setAAD(Buffer.from(owner));
  const encrypted = Buffer.concat([cipher.update(secret), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), encrypted]);
}

/** Returns the secret; null when the key, owner or purpose differs or the ciphertext was changed. */
export function decrypt({ secretKey, purpose, owner }: EncryptionContext, encrypted: Buffer): Buffer | null {
  const nonce = encrypted.subarray(0, NONCE_BYTES);
  const tag = encrypted.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
  const decipher = createDecipheriv(CIPHER, keyOf(secretKey, purpose), nonce, { authTagLength: TAG_BYTES })
    .setAAD(Buffer.from(owner))
    .setAuthTag(tag);
  const secret = decipher.update(encrypted.subarray(NONCE_BYTES + TAG_BYTES));
  try {
    return Buffer.concat([secret, decipher.final()]);
  } catch {
    return null;
  }
}

const keyOf = (secretKey: string, purpose: string) => Buffer.from(hkdfSync('sha256', secretKey, '', purpose, 32));
