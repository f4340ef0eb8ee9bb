import { randomBytes, timingSafeEqual } from 'node:crypto';
import { ApiError, NotFound } from '../platform/calls/errors.ts';
import type { Db } from '../platform/db/db.ts';
import { tokenHash } from '../platform/http/cookies.ts';
import { networkOf } from '../platform/http/limits/network.ts';
import { countView, countWrongCode, isOpenTo, lockShare } from './queries.ts';
import { codeOf } from './share-code.ts';

interface OpenShare {
  id: string;
  code: string;
  address: string;
  secretKey: string;
}

/**
 * Checks the code and returns the token for the browser's cookie. Throws Share.WrongCode; NotFound for unknown, expired,
 * revoked and locked shares alike, decided by one statement, so that the reply does not distinguish them.
 */
export async function openShare(db: Db, { id, code, address, secretKey }: OpenShare): Promise<string> {
  const network = networkOf(address);
  if (!(await isOpenTo(db, id, network))) throw new NotFound();
  const token = randomBytes(32).toString('base64url');
  const isRight = await db.transaction().execute(async (tx) => {
    await lockShare(tx, id);
    // Checked again under the lock, so that many concurrent codes cannot exceed the limit.
    if (!(await isOpenTo(tx, id, network))) return null;
    if (!isSame(code.replaceAll(/\s/g, ''), codeOf(secretKey, id))) {
      await countWrongCode(tx, id, network);
      return false;
    }
    await countView(tx, id, tokenHash(token));
    return true;
  });
  if (isRight === null) throw new NotFound();
  if (!isRight) throw new ApiError('Share.WrongCode', { fields: { code: ['Share.WrongCode'] } });
  return token;
}

const isSame = (typed: string, code: string): boolean =>
  typed.length === code.length && timingSafeEqual(Buffer.from(typed, 'latin1'), Buffer.from(code, 'latin1'));
