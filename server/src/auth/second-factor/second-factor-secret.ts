import { decrypt, encrypt } from '../../platform/encrypt.ts';

const sealing = (secretKey: string, userId: number) => ({
  ...{ secretKey, purpose: 'second factor secrets', owner: `user ${userId}` },
});

/** The secret as it is kept, bound to its account. */
export const sealSecret = (secretKey: string, userId: number, secret: Uint8Array): Buffer =>
  encrypt(sealing(secretKey, userId), secret);

/** Null when it was sealed under another key, for another account, or was changed: then no code fits it. */
export const openSecret = (secretKey: string, userId: number, kept: Buffer): Buffer | null =>
  decrypt(sealing(secretKey, userId), kept);
