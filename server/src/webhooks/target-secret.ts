import { decrypt, encrypt } from '../platform/encrypt.ts';

const keyOptions = (secretKey: string, targetId: number) => ({
  ...{ secretKey, purpose: 'webhook secrets', owner: `target ${targetId}` },
});

export const encryptTargetSecret = (secretKey: string, targetId: number, secret: string): Buffer =>
  encrypt(keyOptions(secretKey, targetId), Buffer.from(secret));

/** Decrypts a secret; null if SECRET_KEY has changed since it was encrypted. */
export const decryptTargetSecret = (secretKey: string, targetId: number, encrypted: Buffer): string | null =>
  decrypt(keyOptions(secretKey, targetId), encrypted)?.toString() ?? null;
