import { combineTables, type FactTableHead, type FactTableRow } from '@seri/contract/lots/vehicle/fact-table.ts';
import type { Db } from '../../platform/db/db.ts';
import {
  applyTables,
  findFactRows,
  findLastLotId,
  lockFactTables,
  replaceKnownTypeCodes,
  writeFactTable,
} from './fact-table-queries.ts';

/** Lots of one transaction: bids on them wait until it ends. */
const LOTS_AT_ONCE = 5_000;

/** Imports a facts table in place of the one with its name, and applies it to the lots. Returns the number of changed lots. */
export async function importFacts(db: Db, head: FactTableHead, rows: readonly FactTableRow[]): Promise<number> {
  await db.transaction().execute(async (tx) => {
    await lockFactTables(tx);
    await writeFactTable(tx, head, rows);
    const all = Map.groupBy(await findFactRows(tx), ({ name }) => name);
    await replaceKnownTypeCodes(tx, combineTables([...all].map(([name, rows]) => ({ name, rows }))));
  });
  // A lot that an import writes meanwhile already reads the new table.
  let changed = 0;
  const last = await findLastLotId(db);
  for (let at = 0; at < last; at += LOTS_AT_ONCE) changed += await applyTables(db, at, at + LOTS_AT_ONCE);
  return changed;
}
