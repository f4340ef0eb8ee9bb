import { type Likeness, priceOfAlike, type SaleCell } from '@seri/contract/lots/likeness.ts';
import { sql } from 'kysely';
import type { Db } from '../platform/db/db.ts';
import { LOT } from '../platform/db/numbers.ts';

interface Row extends Likeness {
  id: number;
  name: string;
  soldYen: number | null;
  averageYen: number | null;
}

/** Ids of running lots whose average is not what all sales say, reckoned sale by sale. */
export async function findStaleAverages(db: Db): Promise<number[]> {
  const { rows } = await sql<Row>`
    select id, vehicle || '/' || maker || '/' || model as name, year, trim_words as "trimWords",
           condition_band as "conditionBand", mileage_band as "mileageBand", average_price_yen as "averageYen",
           case when lot_source = 'auction' and not is_private and status in (${LOT.sold}, ${LOT.soldByNegotiation})
                then sold_price_yen end as "soldYen"
      from lots where year is not null and (status in (${LOT.ongoing}, ${LOT.upcoming}) or sold_price_yen is not null)`.execute(
    db,
  );
  const sales = new Map<string, SaleCell[]>();
  for (const { soldYen, ...row } of rows)
    if (soldYen !== null) sales.set(row.name, [...(sales.get(row.name) ?? []), { ...row, sales: 1, yen: soldYen }]);
  const { rows: running } = await sql<{ id: number }>`
    select id from lots where status in (${LOT.ongoing}, ${LOT.upcoming})`.execute(db);
  const isRunning = new Set(running.map(({ id }) => id));
  return rows
    .filter(({ id }) => isRunning.has(id))
    .filter((row) => row.averageYen !== (priceOfAlike(row, sales.get(row.name) ?? [], null)?.averageYen ?? null))
    .map(({ id }) => id);
}
