import { sql } from 'kysely';
import type { Db } from '../../db/db.ts';
import { PREPARED } from '../../db/named-queries.ts';

interface Window {
  /** Units taken by all processes in this minute, this call included. */
  taken: number;
  secondsLeft: number;
}

/** Takes units from the current minute of the database's clock; the first call of a new minute resets the count. */
export async function takeFromWindow(db: Db, subject: string, budget: string, calls: number): Promise<Window> {
  const { rows } = await sql<Window>`${PREPARED}
    insert into call_budgets as kept (subject, budget, window_start, taken)
    values (${subject}, ${budget}, date_trunc('minute', clock_timestamp()), ${calls})
    on conflict (subject, budget) do update set
      window_start = greatest(kept.window_start, excluded.window_start),
      taken = case when kept.window_start >= excluded.window_start then kept.taken else 0 end + excluded.taken
    returning taken,
      greatest(0.1, extract(epoch from window_start + interval '1 minute' - clock_timestamp()))::float8 as "secondsLeft"`.execute(
    db,
  );
  const [window] = rows;
  if (!window) throw new Error('an upsert returned no row');
  return window;
}

/** Deletes the counters of past minutes. */
export async function deleteOldBudgets(db: Db): Promise<void> {
  await db
    .deleteFrom('call_budgets')
    .where(sql<boolean>`window_start < clock_timestamp() - interval '10 minutes'`)
    .execute();
}
