import type { Db } from '../platform/db.ts';
import type { Log } from '../platform/log.ts';
import { findSaleSumsDrift, recountSales } from './sale-sums-queries.ts';

const SHOWN = 20;

/** Compares the sums of sales with the sales and adds them up anew when something is wrong. */
export async function checkSaleSums(db: Db, log: Log): Promise<number> {
  const wrong = await findSaleSumsDrift(db);
  if (wrong.length === 0) return 0;
  await recountSales(db);
  log.error({ wrong: wrong.length, some: wrong.slice(0, SHOWN) }, 'sums of sales did not fit their lots');
  return wrong.length;
}
