import { sql } from 'kysely';
import type { Db } from '../platform/db.ts';

/** Models whose sums of sales do not say what the lots say; a scan of all sales, so it is asked once a night. */
export const findSaleSumsDrift = (db: Db): Promise<{ vehicle: string; maker: string; model: string }[]> =>
  db.transaction().execute(async (tx) => {
    await sql`set local statement_timeout = 0`.execute(tx);
    const { rows } = await sql<{ vehicle: string; maker: string; model: string }>`
      select distinct vehicle, maker, model from sale_sums_drift order by 1, 2, 3`.execute(tx);
    return rows;
  });

/** Adds all sales up anew; the next import brings the averages after them. */
export const recountSales = (db: Db): Promise<void> =>
  db.transaction().execute(async (tx) => {
    await sql`set local statement_timeout = 0`.execute(tx);
    await sql`select recount_sales()`.execute(tx);
  });
