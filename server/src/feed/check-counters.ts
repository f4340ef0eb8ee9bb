import type { Database } from '../platform/db.ts';
import type { Log } from '../platform/log.ts';
import { countersDrift, type Drift, repairCounters } from './counter-queries.ts';

const SHOWN = 20;

/** Compares every counter with the lots and puts right what is wrong. Imports wait only when something was found. */
export async function checkCounters(database: Pick<Database, 'pool'>, log: Log): Promise<Drift[]> {
  if ((await countersDrift(database)).length === 0) return [];
  const wrong = await repairCounters(database);
  log.error({ wrong: wrong.length, some: wrong.slice(0, SHOWN) }, 'counters of listings did not fit their lots');
  return wrong;
}
