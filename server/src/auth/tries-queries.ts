import { sql } from 'kysely';
import type { Db, Tx } from '../platform/db.ts';

/** Whose tries are counted: an account or a network address. */
export interface Counter {
  scope: 'login_account' | 'login_address';
  subject: string;
}

const windowOpen = sql<boolean>`window_start > clock_timestamp() - interval '15 minutes'`;

/** Held to the end of the transaction: tries on one subject are counted one after the other. */
export async function lockCounter(tx: Tx, { scope, subject }: Counter): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${scope} ${subject}`}, 11))`.execute(tx);
}

/** The window that is running for this subject, if any. */
export const findWindow = (tx: Tx, { scope, subject }: Counter) =>
  tx
    .selectFrom('attempt_counters')
    .select([
      'attempts',
      sql<number>`ceil(extract(epoch from window_start + interval '15 minutes' - clock_timestamp()))::int`.as(
        'secondsLeft',
      ),
    ])
    .where('scope', '=', scope)
    .where('subject', '=', subject)
    .where(windowOpen)
    .orderBy('window_start', 'desc')
    .executeTakeFirst();

/** Adds one try to the running window, or opens a window with it. */
export async function addTry(tx: Tx, counter: Counter): Promise<void> {
  const counted = await changeTries(tx, counter, 1);
  if (counted) return;
  await tx
    .insertInto('attempt_counters')
    .values({ ...counter, window_start: sql`clock_timestamp()` })
    .execute();
}

export const takeBackTry = (tx: Tx, counter: Counter) => changeTries(tx, counter, -1);

export async function clearTries(tx: Tx, { scope, subject }: Counter): Promise<void> {
  await tx.deleteFrom('attempt_counters').where('scope', '=', scope).where('subject', '=', subject).execute();
}

export async function deleteOldTries(db: Db): Promise<void> {
  await db
    .deleteFrom('attempt_counters')
    .where(sql<boolean>`window_start < clock_timestamp() - interval '1 day'`)
    .execute();
}

async function changeTries(tx: Tx, { scope, subject }: Counter, by: 1 | -1): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('attempt_counters')
    .set({ attempts: sql`greatest(0, attempts + ${by})` })
    .where('scope', '=', scope)
    .where('subject', '=', subject)
    .where(windowOpen)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}
