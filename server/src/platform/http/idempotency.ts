import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { ApiError } from '../calls/errors.ts';
import type { Db, Tx } from '../db/db.ts';
import type { IdempotencyKey } from './register-route.ts';

/** Digest of a body, by which repeats are compared. */
export const hashOf = (body: unknown) =>
  createHash('sha256')
    .update(JSON.stringify(body ?? null))
    .digest();

/** Name of the advisory lock that a running call holds. */
export const lockNameOf = ({ userId, call, key }: IdempotencyKey) => `${userId} ${call} ${key}`;

/**
 * Runs a command once per key and stores its reply in the command's own transaction (business-rules.md#idempotency).
 * The same key and body get the first reply again. Throws Idempotency.Mismatch for another body and
 * Idempotency.InProgress while the first call runs. An error rolls back and is not stored, so a corrected repeat runs
 * anew.
 */
export async function runOnce<T extends object>(
  tx: Tx,
  repeat: IdempotencyKey | null,
  command: () => Promise<T>,
): Promise<T> {
  if (!repeat) return command();
  const lock = await sql<{ free: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${lockNameOf(repeat)}, 7)) as free`.execute(tx);
  if (!lock.rows[0]?.free) throw new ApiError('Idempotency.InProgress', { retryAfterSeconds: 1 });
  const bodyHash = hashOf(repeat.body);
  const stored = await tx
    .selectFrom('idempotency_keys')
    .select(['body_hash', 'reply'])
    .where('user_id', '=', repeat.userId)
    .where('call', '=', repeat.call)
    .where('key', '=', repeat.key)
    .executeTakeFirst();
  if (stored && !bodyHash.equals(stored.body_hash)) throw new ApiError('Idempotency.Mismatch');
  if (stored) return stored.reply as T;
  const reply = await command();
  await tx
    .insertInto('idempotency_keys')
    .values({
      user_id: repeat.userId,
      call: repeat.call,
      key: repeat.key,
      body_hash: bodyHash,
      reply: JSON.stringify(reply),
    })
    .execute();
  return reply;
}

/** Runs an idempotent command in its own transaction; see `runOnce`. */
export const onceInTransaction = <T extends object>(
  db: Db,
  repeat: IdempotencyKey | null,
  command: (tx: Tx) => Promise<T>,
): Promise<T> => db.transaction().execute((tx) => runOnce(tx, repeat, () => command(tx)));

/** Deletes stored replies after a day (business-rules.md#idempotency). */
export async function deleteOldIdempotencyKeys(db: Db): Promise<void> {
  await db
    .deleteFrom('idempotency_keys')
    .where(sql<boolean>`created_at < clock_timestamp() - interval '24 hours'`)
    .execute();
}
