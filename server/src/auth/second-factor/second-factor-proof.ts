import type { Db, Tx } from '../../platform/db/db.ts';
import { isAppCode, recoveryHash, stepOf } from './second-factor-codes.ts';
import { findOwner, lockSecondFactor, spendRecoveryCode, spendStep } from './second-factor-queries.ts';
import { decryptSecret } from './second-factor-secret.ts';

/** A typed code in the form in which it is compared; null when it cannot be a code. */
export type Proof = { appCode: string } | { recoveryHash: Buffer } | null;

/** A recovery code costs a hash: count the attempt first, and hold no row lock meanwhile. */
export async function readProof(db: Db, userId: number, typed: string): Promise<Proof> {
  if (isAppCode(typed)) return { appCode: typed };
  const { recovery_salt: salt } = await findOwner(db, userId);
  const hash = salt && (await recoveryHash(typed, salt));
  return hash ? { recoveryHash: hash } : null;
}

/** Uses the code up. Returns false when it is wrong, was used already, or the account has no second factor. */
export async function acceptProof(
  tx: Tx,
  { userId, proof, secretKey }: { userId: number; proof: Proof; secretKey: string },
): Promise<boolean> {
  const factor = await lockSecondFactor(tx, userId);
  if (!factor || !proof) return false;
  if ('appCode' in proof) {
    const secret = decryptSecret(secretKey, userId, factor.encrypted_secret);
    const step = secret && stepOf(secret, proof.appCode, factor.now_seconds);
    if (step === null || step <= factor.last_step) return false;
    await spendStep(tx, userId, step);
    return true;
  }
  return spendRecoveryCode(tx, userId, proof.recoveryHash);
}
