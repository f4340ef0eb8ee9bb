import { createHmac, randomBytes } from 'node:crypto';
import type { addPasskey as addCall, passkeyLogin } from '@seri/contract/auth/passkeys.ts';
import { ROLE } from '@seri/contract/auth/permissions.ts';
import type { BodyOf } from '@seri/contract/http.ts';
import { ApiError, NotFound } from '../../platform/calls/errors.ts';
import type { Db } from '../../platform/db/db.ts';
import { queueMail } from '../../platform/mail-outbox.ts';
import { type LoginBrowser, type OpenedSession, openSession } from '../session/open-session.ts';
import {
  deletePasskey,
  findPasskey,
  insertChallenge,
  insertPasskey,
  recordUse,
  spendChallenge,
} from './passkey-queries.ts';
import type { RelyingParty } from './relying-party.ts';

/** Loaded with the first passkey, because it reads certificates of many kinds and takes a tenth of a start. */
const loadChecks = () => import('@simplewebauthn/server');

/** EdDSA, ES256 and RS256: authenticators of all makers support at least one. */
export const ALGORITHMS = [-8, -7, -257];

/** A random text that is valid once. */
export async function newChallenge(db: Db, userId: number | null): Promise<string> {
  const challenge = randomBytes(32).toString('base64url');
  await insertChallenge(db, challenge, userId);
  return challenge;
}

/** Constant for an account, without revealing which account it is. */
export const userHandle = (secretKey: string, userId: number): string =>
  createHmac('sha512', secretKey).update(`passkeys of user ${userId}`).digest('base64url');

/** Stores a passkey that the browser created for a challenge of this user. Returns its id. */
export async function addPasskey(
  db: Db,
  { userId, party, body }: { userId: number; party: RelyingParty; body: BodyOf<typeof addCall> },
): Promise<string> {
  const { id, clientDataJSON, attestationObject, name } = body;
  const { verifyRegistrationResponse } = await loadChecks();
  const { registrationInfo } = await verifyRegistrationResponse({
    response: { ...asCredential(id), response: { clientDataJSON, attestationObject } },
    expectedChallenge: (challenge) => spendChallenge(db, challenge, userId),
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: true,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch(refused);
  if (!registrationInfo) throw new ApiError('Auth.PasskeyRefused');
  const { credential } = registrationInfo;
  return db.transaction().execute(async (tx) => {
    const stored = await insertPasskey(tx, {
      userId,
      credentialId: credential.id,
      publicKey: credential.publicKey,
      signCount: credential.counter,
      name,
    });
    if (!stored) throw new ApiError('Auth.PasskeyRefused');
    await queueMail(tx, { kind: 'second_factor_changed', userId, change: 'passkey_added' });
    return stored.id;
  });
}

export const removePasskey = (db: Db, userId: number, id: string): Promise<void> =>
  db.transaction().execute(async (tx) => {
    if (!(await deletePasskey(tx, userId, id))) throw new NotFound();
    await queueMail(tx, { kind: 'second_factor_changed', userId, change: 'passkey_removed' });
  });

/** The device has verified its owner, so a passkey counts as both factors. */
export async function logInWithPasskey(
  db: Db,
  { party, body, arrival }: { party: RelyingParty; body: BodyOf<typeof passkeyLogin>; arrival: LoginBrowser },
): Promise<{ userId: number; tokens: OpenedSession }> {
  const { id, clientDataJSON, authenticatorData, signature } = body;
  const passkey = await findPasskey(db, id);
  if (!passkey) throw new ApiError('Auth.PasskeyRefused');
  const { verifyAuthenticationResponse } = await loadChecks();
  const { authenticationInfo, verified } = await verifyAuthenticationResponse({
    response: { ...asCredential(id), response: { clientDataJSON, authenticatorData, signature } },
    expectedChallenge: (challenge) => spendChallenge(db, challenge, null),
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: true,
    credential: { id, publicKey: Uint8Array.from(passkey.public_key), counter: passkey.sign_count },
  }).catch(refused);
  if (!verified) throw new ApiError('Auth.PasskeyRefused');
  if (passkey.role_id === ROLE.disabled) throw new ApiError('AccountDisabled');
  if (!passkey.email_verified_at) throw new ApiError('InvalidUser');
  const userId = passkey.user_id;
  return db.transaction().execute(async (tx) => {
    if (!(await recordUse(tx, passkey.id, authenticationInfo.newCounter))) throw new ApiError('Auth.PasskeyRefused');
    return { userId, tokens: await openSession(tx, userId, arrival) };
  });
}

const asCredential = (id: string) => ({ id, rawId: id, type: 'public-key' as const, clientExtensionResults: {} });

/** The library throws when origin, challenge or signature do not match, or when the counter went back. */
function refused(): never {
  throw new ApiError('Auth.PasskeyRefused');
}
