import type { PoolClient } from 'pg';
import type { Database } from '../platform/db.ts';
import { beginSlow, inTransaction } from './counter-queries.ts';
import { beginImport } from './staging-queries.ts';

type Source = Pick<Database, 'pool'>;

/** Lots of which the order of coming prices says something else than they do, or nothing. */
const DRIFT = `
select coalesce(kept.lot_id, hand.lot_id) as "lotId"
  from coming_prices kept full join coming_prices_by_hand hand using (lot_id)
 where kept is distinct from hand order by 1`;

/** Compares all of them; asked once a night. */
export const comingPricesDrift = (database: Source): Promise<{ lotId: number }[]> =>
  inTransaction(database, beginSlow, async (client) => (await client.query<{ lotId: number }>(DRIFT)).rows);

/** Puts right what is wrong while nobody changes lots. Answers how many rows it wrote. */
async function rebuildComingPrices(client: PoolClient): Promise<number> {
  const { rows } = await client.query<{ wrong: number }>('select rebuild_coming_prices() as wrong');
  return rows[0]?.wrong ?? 0;
}

export const repairComingPrices = (database: Source): Promise<number> =>
  inTransaction(database, beginImport, rebuildComingPrices);
