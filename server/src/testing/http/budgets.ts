import { CALLS_PER_MINUTE } from '@seri/contract/company/settings.ts';
import type { Pool } from 'pg';
import type { Database } from '../../platform/db/db.ts';

/** For tests of speed or faults: removes the limits on calls. */
export async function liftBudgets({ db }: Database): Promise<void> {
  const unlimited = 1_000_000_000;
  const budgets = Object.keys(CALLS_PER_MINUTE).map((budget) => [budget, unlimited]);
  const value = JSON.stringify(Object.fromEntries(budgets));
  await db
    .insertInto('company_settings')
    .values({ key: 'callsPerMinute', value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute();
}

/** Waits for the next minute of the database's clock when the current one has fewer seconds left than a test needs. */
export async function leaveSecondsInMinute(pool: Pool, seconds: number): Promise<void> {
  const { rows } = await pool.query<{ left: number }>(
    'select 60 - extract(second from clock_timestamp())::float8 as left',
  );
  const left = rows[0]?.left ?? 0;
  if (left < seconds) await new Promise((resolve) => setTimeout(resolve, left * 1_000 + 50));
}
