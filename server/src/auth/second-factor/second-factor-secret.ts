import { decrypt, encrypt } from '../../platform/encrypt.ts';

const encryptionContext = (secretKey: string, userId: number) => ({
  ...{ secretKey, purpose: 'second factor secrets', owner: `user ${userId}` },
});

/** Returns the secret in its stored form, bound to its account. */
export const encryptSecret = (secretKey: string, userId: number, secret: Uint8Array): Buffer =>
  encrypt(encryptionContext(secretKey, userId), secret);

/** Returns null when the key or the account differs or the ciphertext was changed: then no code is valid. */
export const decryptSecret = (secretKey: string, userId: number, encrypted: Buffer): Buffer | null =>
  decrypt(encryptionContext(secretKey, userId), encrypted);
