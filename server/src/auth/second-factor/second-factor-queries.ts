import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/db.ts';
import { tokenHash } from '../../platform/http/cookies.ts';
import type { RecoveryCodes } from './second-factor-codes.ts';

const SETUP_MINUTES = 15;
const now = sql<Date>`clock_timestamp()`;
const nowSeconds = sql<number>`extract(epoch from clock_timestamp())::float8`.as('now_seconds');

/** Returns the account data for the set-up and the checks. */
export const findOwner = (db: Db | Tx, userId: number) =>
  db
    .selectFrom('users')
    .leftJoin('second_factors', 'second_factors.user_id', 'users.id')
    .select((eb) => [
      'email',
      'full_name',
      'password_hash',
      'recovery_salt',
      eb('second_factors.user_id', 'is not', null).$castTo<boolean>().as('is_enabled'),
      eb
        .selectFrom('recovery_codes')
        .select((codes) => codes.fn.countAll<number>().as('count'))
        .whereRef('recovery_codes.user_id', '=', 'users.id')
        .where('used_at', 'is', null)
        .$asScalar()
        .$notNull()
        .as('recovery_codes_left'),
    ])
    .where('users.id', '=', userId)
    .executeTakeFirstOrThrow();

export async function saveSetup(tx: Tx, userId: number, encryptedSecret: Buffer): Promise<void> {
  await tx
    .insertInto('second_factor_setups')
    .values({ user_id: userId, encrypted_secret: encryptedSecret, started_at: now })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet({ encrypted_secret: encryptedSecret, started_at: now }),
    )
    .execute();
}

/** Returns the current set-up, and the time of the database's clock. */
export const findSetup = (db: Db, userId: number) =>
  db
    .selectFrom('second_factor_setups')
    .select(['encrypted_secret', nowSeconds])
    .where('user_id', '=', userId)
    .where('started_at', '>', sql<Date>`clock_timestamp() - make_interval(mins => ${SETUP_MINUTES})`)
    .executeTakeFirst();

/** Returns false when this set-up was finished or restarted meanwhile. */
export async function endSetup(tx: Tx, userId: number, encryptedSecret: Buffer): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('second_factor_setups')
    .where('user_id', '=', userId)
    .where('encrypted_secret', '=', encryptedSecret)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

export async function insertSecondFactor(
  tx: Tx,
  {
    userId,
    encryptedSecret,
    step,
    codes,
  }: { userId: number; encryptedSecret: Buffer; step: number; codes: RecoveryCodes },
): Promise<void> {
  await tx
    .insertInto('second_factors')
    .values({ user_id: userId, encrypted_secret: encryptedSecret, last_step: step, recovery_salt: codes.salt })
    .execute();
  await insertCodes(tx, userId, codes.hashes);
}

/** Returns false when the account has no second factor (any more). */
export async function replaceRecoveryCodes(tx: Tx, userId: number, codes: RecoveryCodes): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('second_factors')
    .set({ recovery_salt: codes.salt })
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) return false;
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  await insertCodes(tx, userId, codes.hashes);
  return true;
}

async function insertCodes(tx: Tx, userId: number, hashes: Buffer[]): Promise<void> {
  await tx
    .insertInto('recovery_codes')
    .values(hashes.map((hash) => ({ user_id: userId, code_hash: hash })))
    .execute();
}

/**
 * Removes the second factor, its recovery codes and pending log-ins; returns false when there was none. The caller
 * sends the email and checks rights.
 */
export async function removeSecondFactor(tx: Tx, userId: number): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('second_factors')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  await tx.deleteFrom('second_factor_setups').where('user_id', '=', userId).execute();
  await tx.deleteFrom('pending_logins').where('user_id', '=', userId).execute();
  return numDeletedRows > 0n;
}

/** Locks the row, so that two requests with one code are checked one after the other. */
export const lockSecondFactor = (tx: Tx, userId: number) =>
  tx
    .selectFrom('second_factors')
    .select(['encrypted_secret', 'last_step', nowSeconds])
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst();

export async function spendStep(tx: Tx, userId: number, step: number): Promise<void> {
  await tx.updateTable('second_factors').set({ last_step: step }).where('user_id', '=', userId).execute();
}

/** Returns false unless it is one of this account's unused codes. */
export async function spendRecoveryCode(tx: Tx, userId: number, codeHash: Buffer): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('recovery_codes')
    .set({ used_at: now })
    .where('user_id', '=', userId)
    .where('code_hash', '=', codeHash)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

export const PENDING_SECONDS = 600;

export async function insertPendingLogin(tx: Tx, userId: number, token: string): Promise<void> {
  await tx
    .insertInto('pending_logins')
    .values({
      token_hash: tokenHash(token),
      user_id: userId,
      created_at: now,
      expires_at: sql`clock_timestamp() + make_interval(secs => ${PENDING_SECONDS})`,
    })
    .execute();
}

/** Locks and returns the log-in that awaits its code; none after the account was closed or its password changed. */
export const lockPendingLogin = (tx: Tx, token: string) =>
  tx
    .selectFrom('pending_logins')
    .innerJoin('users', 'users.id', 'pending_logins.user_id')
    .select(['pending_logins.user_id', 'attempts', 'role_id'])
    .where('token_hash', '=', tokenHash(token))
    .where('expires_at', '>', now)
    .where((eb) =>
      eb.or([
        eb('password_changed_at', 'is', null),
        eb('password_changed_at', '<', eb.ref('pending_logins.created_at')),
      ]),
    )
    .forUpdate('pending_logins')
    .executeTakeFirst();

export async function countPendingAttempt(tx: Tx, token: string): Promise<void> {
  await tx
    .updateTable('pending_logins')
    .set((eb) => ({ attempts: eb('attempts', '+', 1) }))
    .where('token_hash', '=', tokenHash(token))
    .execute();
}

export async function deletePendingLogin(tx: Tx, token: string): Promise<void> {
  await tx.deleteFrom('pending_logins').where('token_hash', '=', tokenHash(token)).execute();
}

export async function deleteOldPendingLogins(db: Db): Promise<void> {
  await db.deleteFrom('pending_logins').where('expires_at', '<', now).execute();
  await db
    .deleteFrom('second_factor_setups')
    .where('started_at', '<', sql<Date>`clock_timestamp() - interval '1 day'`)
    .execute();
}
