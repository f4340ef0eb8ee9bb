import { sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import { tokenHash } from '../../platform/http/cookies.ts';

/** Marks a puzzle as used. Returns false when it was used before. */
export async function spendPuzzle(db: Db, nonce: string): Promise<boolean> {
  const spent = await db
    .insertInto('spent_puzzles')
    .values({ nonce_hash: tokenHash(nonce) })
    .onConflict((conflict) => conflict.column('nonce_hash').doNothing())
    .returning('spent_at')
    .executeTakeFirst();
  return spent !== undefined;
}

/** Deletes used puzzles after a day; by then their own expiry refuses them. */
export async function deleteOldPuzzles(db: Db): Promise<void> {
  await db.deleteFrom('spent_puzzles').where(sql<boolean>`spent_at < clock_timestamp() - interval '1 day'`).execute();
}
