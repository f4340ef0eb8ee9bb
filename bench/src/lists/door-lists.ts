import { DOOR_VERDICTS, isProhibited, strictness } from '@seri/contract/costs/verdicts.ts';
import { PAGES } from '@seri/contract/lots/routes.ts';
import { Pool } from 'pg';
import { UNKNOWN_YEN, updateDoorTotals } from '../../../server/src/costs/totals/update-door-totals.ts';
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

/**
 * Gives every person a destination, in turn one of the quarter with the most totals: at others most vehicles are prohibited
 * or have no total, so that few lots remain and lists are answered sooner. Returns the least share of lots with a total.
 */
export async function chooseDoors(url: string): Promise<number> {
  const pool = new Pool({ connectionString: url, max: 1 });
  const { rows } = await pool.query<{ share: number }>(
    `with sample as (select least_yen, verdicts from lot_doors order by hashint8(lot_id) limit 10000),
          shares as (
            select slot, avg((least_yen[slot] < $1 and verdicts[slot] <> all($2))::integer) as share
              from sample cross join door_slots group by slot),
          best as (
            select slot, share, row_number() over (order by share desc, slot) as place, count(*) over () / 4 as places
              from shares),
          chosen as (
            insert into client_doors (user_id, destination, buyer, currency)
            select users.id, destination, buyer, 'JPY'
              from users join best on place <= places and place = 1 + users.id % places join door_slots using (slot)
            on conflict (user_id) do update set destination = excluded.destination, buyer = excluded.buyer)
     select min(share)::float8 as share from best where place <= places`,
    [UNKNOWN_YEN, DOOR_VERDICTS.filter(isProhibited).map(strictness)],
  );
  await pool.end();
  return rows[0]?.share ?? 0;
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
