import { ApiError, NotFound } from '../../platform/calls/errors.ts';
import type { Db } from '../../platform/db/db.ts';
import { queueMail } from '../../platform/mail-outbox.ts';
import { ensureOwnPassword } from '../account/ensure-own-password.ts';
import { clearAttempts } from '../session/attempt-queries.ts';
import { recordAttempts } from '../session/login-rate-limit.ts';
import { base32, newRecoveryCodes, newSecret, otpauthUri, stepOf } from './second-factor-codes.ts';
import { codeCounter, wrongCode } from './second-factor-login.ts';
import { acceptProof, readProof } from './second-factor-proof.ts';
import {
  endSetup,
  findOwner,
  findSetup,
  insertSecondFactor,
  removeSecondFactor,
  replaceRecoveryCodes,
  saveSetup,
} from './second-factor-queries.ts';
import { decryptSecret, encryptSecret } from './second-factor-secret.ts';

interface Own {
  userId: number;
  password: string;
}

/** Creates a secret for the user's app. A secret in use is never replaced: it must first be removed with a code. */
export async function startSetup(
  db: Db,
  { userId, password, issuer, secretKey }: Own & { issuer: string; secretKey: string },
): Promise<{ secret: string; uri: string }> {
  const owner = await findOwner(db, userId);
  await ensureOwnPassword(db, { userId, passwordHash: owner.password_hash, password });
  if (owner.is_enabled) throw new ApiError('Auth.SecondFactorExists');
  const secret = newSecret();
  await db.transaction().execute((tx) => saveSetup(tx, userId, encryptSecret(secretKey, userId, secret)));
  return { secret: base32(secret), uri: otpauthUri(secret, { issuer, email: owner.email }) };
}

/** The first code shows that the app has the secret; from now on every log-in requires a code. Returns the recovery codes. */
export async function confirmSetup(
  db: Db,
  { userId, code, secretKey }: { userId: number; code: string; secretKey: string },
): Promise<string[]> {
  const setup = await findSetup(db, userId);
  if (!setup) throw new ApiError('Auth.LoginExpired');
  const encryptedSecret = setup.encrypted_secret;
  const secret = decryptSecret(secretKey, userId, encryptedSecret);
  const step = secret && stepOf(secret, code, setup.now_seconds);
  if (step === null) throw wrongCode();
  const codes = await newRecoveryCodes();
  await db.transaction().execute(async (tx) => {
    if (!(await endSetup(tx, userId, encryptedSecret))) throw new ApiError('Auth.LoginExpired');
    await insertSecondFactor(tx, { userId, encryptedSecret, step, codes });
    await queueMail(tx, { kind: 'second_factor_changed', userId, change: 'added' });
  });
  return codes.shown;
}

/** Requires the password and a code: neither an open session nor a stolen password is enough. */
export async function disableSecondFactor(
  db: Db,
  { userId, password, code, secretKey }: Own & { code: string; secretKey: string },
): Promise<void> {
  const owner = await findOwner(db, userId);
  await ensureOwnPassword(db, { userId, passwordHash: owner.password_hash, password });
  if (!owner.is_enabled) throw new NotFound();
  await recordAttempts(db, [codeCounter(userId)]);
  const proof = await readProof(db, userId, code);
  await db.transaction().execute(async (tx) => {
    if (!(await acceptProof(tx, { userId, proof, secretKey }))) throw wrongCode();
    await clearAttempts(tx, codeCounter(userId));
    await removeSecondFactor(tx, userId);
    await queueMail(tx, { kind: 'second_factor_changed', userId, change: 'removed' });
  });
}

/** Returns ten new recovery codes; the old ones become invalid. */
export async function renewRecoveryCodes(db: Db, { userId, password }: Own): Promise<string[]> {
  const owner = await findOwner(db, userId);
  await ensureOwnPassword(db, { userId, passwordHash: owner.password_hash, password });
  if (!owner.is_enabled) throw new NotFound();
  const codes = await newRecoveryCodes();
  const replaced = await db.transaction().execute((tx) => replaceRecoveryCodes(tx, userId, codes));
  if (!replaced) throw new NotFound();
  return codes.shown;
}
