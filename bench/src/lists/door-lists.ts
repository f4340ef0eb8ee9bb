import { PAGES } from '@seri/contract/lots/routes.ts';
import { Pool } from 'pg';
import { updateDoorTotals } from '../../../server/src/costs/totals/update-door-totals.ts';
import { type Database, openDatabase } from '../../../server/src/platform/db/db.ts';
import { createLog } from '../../../server/src/platform/process/log.ts';

const HOUR_MS = 3_600_000;

/** Totals of all upcoming lots at all doors, as the first start computes them: their numbers and the seconds they took. */
export async function computeTotals(url: string): Promise<{ lots: number; doors: number; seconds: number }> {
  const database: Database = openDatabase(url, createLog('bench', 'error'));
  const startedMs = performance.now();
  const lots = await updateDoorTotals(database, AbortSignal.timeout(HOUR_MS));
  const seconds = (performance.now() - startedMs) / 1000;
  const slots = await database.db.selectFrom('door_slots').select('slot').execute();
  await database.close();
  return { lots, doors: slots.length, seconds };
}

/** Gives every person without a destination one of the table, in turn. */
export async function chooseDoors(url: string): Promise<void> {
  const pool = new Pool({ connectionString: url, max: 1 });
  await pool.query(`
    insert into client_doors (user_id, destination, buyer, currency)
    select users.id, destination, buyer, 'JPY'
      from users join door_slots on slot = 1 + users.id % (select count(*) from door_slots)
    on conflict do nothing`);
  await pool.end();
}

/** Upcoming cars within a budget or importable, with and without other filters, all in the order of their totals. */
export function doorQuestions(makers: readonly string[], count: number): string[] {
  const budgets = [1_000_000, 1_500_000, 2_000_000, 3_000_000, 5_000_000];
  const others: Record<string, string>[] = [
    {},
    { importable: '1' },
    { importable: 'check' },
    { yearFrom: '2015' },
    { mileageTo: '80000' },
    { condition: '4.5' },
    { importable: '1', engineTo: '1500' },
  ];
  return Array.from({ length: count }, (_, turn) => {
    const maker: Record<string, string> = turn % 3 === 0 ? { maker: makers[turn % makers.length] ?? '' } : {};
    const other = others[turn % others.length] ?? {};
    const budgetYen = budgets[turn % budgets.length] ?? 0;
    const asked = {
      // Each question has a budget of its own, so that hardly a reply is shared.
      doorTo: String(budgetYen + turn * 100),
      ...other,
      ...maker,
      ...{ sort: 'door', order: turn % 4 === 0 ? 'DESC' : 'ASC' },
    };
    return `${PAGES['car-auction'].listing.path}?${new URLSearchParams(asked)}`;
  });
}
