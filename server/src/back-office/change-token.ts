import { randomBytes } from 'node:crypto';
import type { Scope } from '@seri/contract/back-office/scopes.ts';
import { type NewToken, newToken, type TokenRotation, tokenRotation } from '@seri/contract/back-office/tokens.ts';
import { ApiError } from '../platform/calls/errors.ts';
import type { Tx } from '../platform/db/db.ts';
import { tokenHash } from '../platform/http/cookies.ts';
import { checked } from '../platform/http/invalid.ts';
import { endSecrets, insertSecret, insertToken, insertTokenEvent, lockToken, saveToken } from './token-queries.ts';

/** By its beginning a scanner of repositories knows what it has found. */
const newSecret = (): string => `seri_${randomBytes(32).toString('base64url')}`;

/** A token for one program; answers it for this one time, only its hash is kept. */
export async function createToken(tx: Tx, input: NewToken): Promise<string> {
  const { name, scopes } = checked(newToken, input);
  const tokenId = await insertToken(tx, name, scopes);
  if (tokenId === null) throw new ApiError('Service.NameTaken', { fields: { name: ['Service.NameTaken'] } });
  await insertTokenEvent(tx, tokenId, 'created', scopes);
  return giveSecret(tx, tokenId);
}

/** A new secret of the same token; the one of before opens for some hours more, so that the program can be changed. */
export async function rotateToken(tx: Tx, input: TokenRotation): Promise<string> {
  const { name, overlapHours } = checked(tokenRotation, input);
  const { id } = await lockToken(tx, name);
  await endSecrets(tx, id, overlapHours);
  await insertTokenEvent(tx, id, 'rotated');
  return giveSecret(tx, id);
}

async function giveSecret(tx: Tx, tokenId: number): Promise<string> {
  const secret = newSecret();
  await insertSecret(tx, tokenId, tokenHash(secret));
  return secret;
}

/** Other scopes; they count with the next call. */
export async function setScopes(tx: Tx, input: NewToken): Promise<void> {
  const { name, scopes } = checked(newToken, input);
  const { id } = await lockToken(tx, name);
  await saveToken(tx, id, { scopes: scopes as Scope[] });
  await insertTokenEvent(tx, id, 'scopes', scopes);
}

/** Closes a token at once, or opens it again with the secrets that have not ended. */
export async function setDisabled(tx: Tx, name: string, isDisabled: boolean): Promise<void> {
  const { id } = await lockToken(tx, name);
  await saveToken(tx, id, { isDisabled });
  await insertTokenEvent(tx, id, isDisabled ? 'disabled' : 'enabled');
}
