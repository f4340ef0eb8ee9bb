import { decrypt, encrypt } from '../../platform/encrypt.ts';

const sealing = (secretKey: string, userId: number) => ({
  ...{ secretKey, purpose: 'second factor secrets', owner: `user ${userId}` },
});

/** Returns the secret in its stored form, bound to its account. */
export const sealSecret = (secretKey: string, userId: number, secret: Uint8Array): Buffer =>
  encrypt(sealing(secretKey, userId), secret);

/** Returns null when the key or the account differs or the ciphertext was changed: then no code is valid. */
export const openSecret = (secretKey: string, userId: number, kept: Buffer): Buffer | null =>
  decrypt(sealing(secretKey, userId), kept);
