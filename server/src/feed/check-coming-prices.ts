import type { Database } from '../platform/db.ts';
import type { Log } from '../platform/log.ts';
import { comingPricesDrift, repairComingPrices } from './coming-price-queries.ts';

const SHOWN = 20;

/** Compares the order of coming prices with the lots and puts right what is wrong; imports wait only then. */
export async function checkComingPrices(database: Pick<Database, 'pool'>, log: Log): Promise<number> {
  const drift = await comingPricesDrift(database);
  if (drift.length === 0) return 0;
  const wrong = await repairComingPrices(database);
  log.error({ wrong, some: drift.slice(0, SHOWN) }, 'prices of coming lots did not fit their lots');
  return wrong;
}
