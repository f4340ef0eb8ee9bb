import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/db.ts';

/** Attempts allowed within a number of minutes (business-rules.md#login-attempts). */
export const LIMITS = {
  login_account: { attempts: 10, minutes: 15 },
  login_address: { attempts: 100, minutes: 15 },
  sign_up_address: { attempts: 20, minutes: 60 },
  mail_account: { attempts: 5, minutes: 60 },
  mail_address: { attempts: 30, minutes: 60 },
  link_address: { attempts: 60, minutes: 15 },
  /** Passwords of signed-in users, and codes of log-ins. */
  own_password: { attempts: 10, minutes: 15 },
  second_factor: { attempts: 10, minutes: 15 },
} as const;

/** The subject of a count: an account or a network address. */
export interface Counter {
  scope: keyof typeof LIMITS;
  subject: string;
}

/** Failed log-ins over all accounts: they block no log-in but alert the operator. */
const ALL_FAILED = { scope: 'login_wrong', subject: 'all', minutes: 15 } as const;

const windowOpen = (minutes: number) =>
  sql<boolean>`window_start > clock_timestamp() - make_interval(mins => ${minutes})`;

/** Held to the end of the transaction, so that attempts on one subject are counted one after the other. */
export async function lockCounter(tx: Tx, { scope, subject }: Counter): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${scope} ${subject}`}, 11))`.execute(tx);
}

/** Returns the seconds until every exhausted window has ended; null when each of them has attempts left. */
export async function findSecondsToWait(db: Db | Tx, counters: Counter[]): Promise<number | null> {
  const limits = counters.map(({ scope, subject }) => {
    const { attempts, minutes } = LIMITS[scope];
    return sql`(${scope}::text, ${subject}::text, ${attempts}::integer, ${minutes}::integer)`;
  });
  const { rows } = await sql<{ seconds: number | null }>`
    select ceil(extract(epoch from max(window_start + make_interval(mins => minutes) - clock_timestamp())))::int as seconds
    from attempt_counters
    join (values ${sql.join(limits)}) as wanted (scope, subject, tries, minutes) using (scope, subject)
    where attempts >= tries and window_start > clock_timestamp() - make_interval(mins => minutes)`.execute(db);
  return rows[0]?.seconds ?? null;
}

/** Adds one attempt to the current window, or opens a window with it. */
export async function addAttempt(tx: Tx, { scope, subject }: Counter): Promise<void> {
  await countOne(tx, { scope, subject, minutes: LIMITS[scope].minutes });
}

export async function removeAttempt(tx: Tx, { scope, subject }: Counter): Promise<void> {
  await changeAttempts(tx, { scope, subject, minutes: LIMITS[scope].minutes }, -1);
}

/** Returns the number of failed log-ins in this window, this one included. */
export const countWrongLogin = (db: Db): Promise<number> => countOne(db, ALL_FAILED);

export async function clearAttempts(tx: Tx, { scope, subject }: Counter): Promise<void> {
  await tx.deleteFrom('attempt_counters').where('scope', '=', scope).where('subject', '=', subject).execute();
}

/** Clears the log-in attempts on an account from every address. */
export async function clearAccountAttempts(tx: Tx, account: string): Promise<void> {
  await tx
    .deleteFrom('attempt_counters')
    .where('scope', '=', 'login_account')
    .where(sql<boolean>`split_part(subject, ' ', 1) = ${account}`)
    .execute();
}

export async function deleteOldAttempts(db: Db): Promise<void> {
  await db
    .deleteFrom('attempt_counters')
    .where(sql<boolean>`window_start < clock_timestamp() - interval '1 day'`)
    .execute();
}

interface Window {
  scope: string;
  subject: string;
  minutes: number;
}

async function countOne(db: Db | Tx, window: Window): Promise<number> {
  const counted = await changeAttempts(db, window, 1);
  if (counted) return counted.attempts;
  const { scope, subject } = window;
  await db
    .insertInto('attempt_counters')
    .values({ scope, subject, window_start: sql`clock_timestamp()` })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return 1;
}

const changeAttempts = (db: Db | Tx, { scope, subject, minutes }: Window, by: 1 | -1) =>
  db
    .updateTable('attempt_counters')
    .set({ attempts: sql`greatest(0, attempts + ${by})` })
    .where('scope', '=', scope)
    .where('subject', '=', subject)
    .where(windowOpen(minutes))
    .returning('attempts')
    .executeTakeFirst();
