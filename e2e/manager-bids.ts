import type { Page } from '@playwright/test';
import { quietLot, type Sql, type StageLot } from './bidding.ts';
import { newPerson, type Person } from './people.ts';
import { readStage } from './stage-facts.ts';

/** A bid in this status on a lot that is told to the agent for so many minutes more. */
export async function bidOn(
  sql: Sql,
  status: number,
  cutoffInMinutes: number,
): Promise<{ lot: StageLot; bidId: string }> {
  const anna = await newPerson(readStage().databaseUrl);
  const lot = await quietLot(sql);
  await sql(
    `update lots set agent_cutoff_at = now() + $2 * interval '1 minute', auction_at = now() + interval '20 hours' where id = $1`,
    [lot.id, cutoffInMinutes],
  );
  const [bid] = await sql<{ id: string }>(
    `insert into bids (lot_id, user_id, placed_by, lot_source, amount_yen, status)
     values ($2, $1, $1, 'auction', 300000, $3) returning id::text`,
    [anna.userId, lot.id, status],
  );
  await sql('update bid_clients set credit_limit_yen = 5000000, exposure_yen = 300000 where user_id = $1', [
    anna.userId,
  ]);
  return { lot, bidId: bid?.id ?? '' };
}

/** A manager of his own for a story who begins with the bids of all days, with all flags but the ones named. */
export async function newManager(sql: Sql, without: readonly string[] = []): Promise<Person> {
  const manager = await newPerson(readStage().databaseUrl, { role: 'manager' });
  await setFlags(sql, manager, ['bidsTodayDefault', ...without], false);
  return manager;
}

export const setFlags = (sql: Sql, { userId }: Person, flags: readonly string[], value: boolean) =>
  sql(
    `update users set permissions = permissions || coalesce(
       (select jsonb_object_agg(flag, $3::boolean) from unnest($2::text[]) flag), '{}') where id = $1`,
    [userId, flags, value],
  );

export const rowOf = (page: Page, { lot_no }: StageLot) =>
  page.getByRole('row').filter({ has: page.getByText(String(lot_no), { exact: true }) });
