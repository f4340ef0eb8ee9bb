import { type CostTable, costTable } from '@seri/contract/costs/tables.ts';
import type { Db, Tx } from '../platform/db/db.ts';
import { japanDay } from '../platform/i18n/japan-time.ts';

export interface StoredCostTable extends CostTable {
  id: number;
}

/** Returns the newest table that is valid on a day in Japan: the latest start day first, then the latest import. */
export async function findCostTable(
  db: Db | Tx,
  day = japanDay(new Date()),
  /** Tables imported after this instant are ignored. */
  knownAt: Date | null = null,
): Promise<StoredCostTable | null> {
  const row = await db
    .selectFrom('cost_tables')
    .select(['id', 'content'])
    .where('valid_from', '<=', day)
    .$if(knownAt !== null, (known) => known.where('imported_at', '<=', knownAt))
    .orderBy('valid_from', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ? { ...costTable.parse(row.content), id: row.id } : null;
}

export const findCostTables = (db: Db) =>
  db
    .selectFrom('cost_tables')
    .select(['id', 'name', 'valid_from', 'imported_at'])
    .orderBy('valid_from', 'desc')
    .orderBy('id', 'desc')
    .execute();

/** Stores one more version and returns its number. */
export async function insertCostTable(tx: Db | Tx, table: CostTable): Promise<number> {
  const { id } = await tx
    .insertInto('cost_tables')
    .values({ name: table.name, valid_from: table.validFrom, content: JSON.stringify(table) })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Returns the ISO number of the country in the user's profile, null when none is set. */
export const findCountryId = async (db: Db, userId: number): Promise<number | null> =>
  (await db.selectFrom('users').select('country_id').where('id', '=', userId).executeTakeFirst())?.country_id ?? null;
