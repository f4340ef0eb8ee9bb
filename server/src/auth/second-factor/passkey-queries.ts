import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/db.ts';
import { tokenHash } from '../../platform/http/cookies.ts';

const CHALLENGE_MINUTES = 5;
const now = sql<Date>`clock_timestamp()`;

/** `userId`: the owner of the passkey that is being added; null for a log-in. */
export async function insertChallenge(db: Db, challenge: string, userId: number | null): Promise<void> {
  await db
    .insertInto('passkey_challenges')
    .values({
      challenge_hash: tokenHash(challenge),
      user_id: userId,
      expires_at: sql`clock_timestamp() + make_interval(mins => ${CHALLENGE_MINUTES})`,
    })
    .execute();
}

/** Uses a challenge up. Returns true once, within its time, for the same user. */
export async function spendChallenge(db: Db, challenge: string, userId: number | null): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('passkey_challenges')
    .where('challenge_hash', '=', tokenHash(challenge))
    .where('user_id', 'is not distinct from', userId)
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

export async function deleteOldChallenges(db: Db): Promise<void> {
  await db.deleteFrom('passkey_challenges').where('expires_at', '<', now).execute();
}

export const listPasskeys = (db: Db, userId: number) =>
  db
    .selectFrom('passkeys')
    .select(['id', 'credential_id', 'name', 'created_at', 'last_used_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .execute();

/** Returns undefined when the authenticator's key is already stored for any account. */
export const insertPasskey = (
  tx: Tx,
  passkey: { userId: number; credentialId: string; publicKey: Uint8Array; signCount: number; name: string },
) =>
  tx
    .insertInto('passkeys')
    .values({
      user_id: passkey.userId,
      credential_id: passkey.credentialId,
      public_key: Buffer.from(passkey.publicKey),
      sign_count: passkey.signCount,
      name: passkey.name,
    })
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .returning('id')
    .executeTakeFirst();

/** Returns false when it does not exist or belongs to another account. */
export async function deletePasskey(tx: Tx, userId: number, id: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('passkeys')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

/** Returns the passkey with the state of its owner. */
export const findPasskey = (db: Db, credentialId: string) =>
  db
    .selectFrom('passkeys')
    .innerJoin('users', 'users.id', 'passkeys.user_id')
    .select(['passkeys.id', 'user_id', 'public_key', 'sign_count', 'role_id', 'email_verified_at'])
    .where('credential_id', '=', credentialId)
    .executeTakeFirst();

/** Returns false when it was deleted, or used with this count or a higher one meanwhile; some authenticators always send 0. */
export async function recordUse(tx: Tx, id: string, signCount: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('passkeys')
    .set({ sign_count: signCount, last_used_at: now })
    .where('id', '=', id)
    .where((eb) =>
      eb.or([eb('sign_count', '<', signCount), eb.and([eb('sign_count', '=', 0), eb.lit(signCount === 0)])]),
    )
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}
