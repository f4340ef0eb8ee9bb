import { randomBytes } from 'node:crypto';
import type { Scope } from '@seri/contract/back-office/scopes.ts';
import { type NewToken, newToken, type TokenRotation, tokenRotation } from '@seri/contract/back-office/tokens.ts';
import { ApiError } from '../platform/calls/errors.ts';
import type { Tx } from '../platform/db/db.ts';
import { tokenHash } from '../platform/http/cookies.ts';
import { checked } from '../platform/http/invalid.ts';
import { endSecrets, insertSecret, insertToken, insertTokenEvent, lockToken, saveToken } from './token-queries.ts';

/** The prefix lets secret scanners recognize a leaked token. */
const newSecret = (): string => `seri_${randomBytes(32).toString('base64url')}`;

/** Creates a token for one program. Returns the secret, which cannot be read again: only its hash is stored. Throws Service.NameTaken. */
export async function createToken(tx: Tx, input: NewToken): Promise<string> {
  const { name, scopes } = checked(newToken, input);
  const tokenId = await insertToken(tx, name, scopes);
  if (tokenId === null) throw new ApiError('Service.NameTaken', { fields: { name: ['Service.NameTaken'] } });
  await insertTokenEvent(tx, tokenId, 'created', scopes);
  return issueSecret(tx, tokenId);
}

/** Creates a new secret for a token. The previous one stays valid for some hours, so that the program can be switched over. Throws NotFound. */
export async function rotateToken(tx: Tx, input: TokenRotation): Promise<string> {
  const { name, overlapHours } = checked(tokenRotation, input);
  const { id } = await lockToken(tx, name);
  await endSecrets(tx, id, overlapHours);
  await insertTokenEvent(tx, id, 'rotated');
  return issueSecret(tx, id);
}

async function issueSecret(tx: Tx, tokenId: number): Promise<string> {
  const secret = newSecret();
  await insertSecret(tx, tokenId, tokenHash(secret));
  return secret;
}

/** Replaces the scopes of a token from its next call on. Throws NotFound. */
export async function setScopes(tx: Tx, input: NewToken): Promise<void> {
  const { name, scopes } = checked(newToken, input);
  const { id } = await lockToken(tx, name);
  await saveToken(tx, id, { scopes: scopes as Scope[] });
  await insertTokenEvent(tx, id, 'scopes', scopes);
}

/** Disables a token immediately, or enables it again with its unexpired secrets. Throws NotFound. */
export async function setDisabled(tx: Tx, name: string, isDisabled: boolean): Promise<void> {
  const { id } = await lockToken(tx, name);
  await saveToken(tx, id, { isDisabled });
  await insertTokenEvent(tx, id, isDisabled ? 'disabled' : 'enabled');
}
