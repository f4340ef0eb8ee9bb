import { decrypt, encrypt } from '../platform/encrypt.ts';

const sealing = (secretKey: string, targetId: number) => ({
  ...{ secretKey, purpose: 'webhook secrets', owner: `target ${targetId}` },
});

export const sealTargetSecret = (secretKey: string, targetId: number, secret: string): Buffer =>
  encrypt(sealing(secretKey, targetId), Buffer.from(secret));

/** Null where SECRET_KEY is another one than when it was sealed. */
export const openTargetSecret = (secretKey: string, targetId: number, kept: Buffer): string | null =>
  decrypt(sealing(secretKey, targetId), kept)?.toString() ?? null;
