import { decrypt, encrypt } from '../platform/encrypt.ts';

const sealing = (secretKey: string, targetId: number) => ({
  ...{ secretKey, purpose: 'webhook secrets', owner: `target ${targetId}` },
});

export const sealTargetSecret = (secretKey: string, targetId: number, secret: string): Buffer =>
  encrypt(sealing(secretKey, targetId), Buffer.from(secret));

/** Decrypts a secret; null if SECRET_KEY has changed since it was encrypted. */
export const openTargetSecret = (secretKey: string, targetId: number, kept: Buffer): string | null =>
  decrypt(sealing(secretKey, targetId), kept)?.toString() ?? null;
