import { CALLS_PER_MINUTE } from '@seri/contract/company/settings.ts';
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
