import { setImmediate as nextTurn } from 'node:timers/promises';
import { withBookedFees } from '@seri/contract/costs/booked-lines.ts';
import { costingFor, doorTotal } from '@seri/contract/costs/estimate.ts';
import type { CostTable } from '@seri/contract/costs/tables.ts';
import { strictness } from '@seri/contract/costs/verdicts.ts';
import { readSettings } from '../../platform/company-settings.ts';
import type { Database } from '../../platform/db/db.ts';
import { type CostedLotRow, findCostedLots, findCostTable, findReferenceValues } from '../queries.ts';
import { likelyYenOf, vehicleOfLot } from '../vehicle-of-lot.ts';
import {
  ensureSlots,
  findQueuedLots,
  type LotTotals,
  queueAllIfChanged,
  type Slot,
  writeTotals,
} from './totals-queries.ts';

/** Means an unknown amount, so that arrays hold no nulls; greater than every total. */
export const UNKNOWN_YEN = 2_147_483_647;
const LOTS_PER_BATCH = 50;

/**
 * Computes the totals at every door of lots that are new or have changed, at their likely price, for lists. Stops between
 * batches when the worker is asked to stop. Returns the number of lots.
 */
export async function updateDoorTotals({ db }: Database, stopping: AbortSignal): Promise<number> {
  const stored = await findCostTable(db);
  if (!stored) return 0;
  const { agentFeeYen } = await readSettings(db);
  const { table } = stored;
  const slots = await ensureSlots(
    db,
    table.destinations.flatMap(({ code, countryId, via, buyers }, place) =>
      buyers.map((buyer) => ({ destination: code, buyer, countryId, place, isPort: via === undefined })),
    ),
  );
  await queueAllIfChanged(db, JSON.stringify([stored.id, table.name, agentFeeYen, table.rates]));
  let count = 0;
  while (!stopping.aborted) {
    const queued = await findQueuedLots(db, LOTS_PER_BATCH);
    if (queued.length === 0) break;
    const ids = queued.map(({ id }) => id);
    const [lots, values] = await Promise.all([findCostedLots(db, ids), findReferenceValues(db, ids)]);
    const totals: LotTotals[] = [];
    for (const lot of lots) {
      totals.push(totalsOfLot(lot, { table, slots, values, agentFeeYen }));
      // Lets other jobs of the worker use their connections meanwhile.
      await nextTurn();
    }
    await db.transaction().execute((tx) => writeTotals(tx, queued, totals));
    count += queued.length;
  }
  return count;
}

interface Inputs {
  table: CostTable;
  slots: readonly Slot[];
  values: ReadonlyMap<string, number>;
  agentFeeYen: number;
}

function totalsOfLot(lot: CostedLotRow, { table, slots, values, agentFeeYen }: Inputs): LotTotals {
  const priceYen = likelyYenOf(lot);
  const whole = withBookedFees(table, { agentFeeYen, haulageYen: lot.haulage_yen });
  const size = Math.max(0, ...slots.map(({ slot }) => slot));
  const totals: LotTotals = {
    lotId: lot.id,
    leastYen: new Array(size).fill(UNKNOWN_YEN),
    mostYen: new Array(size).fill(UNKNOWN_YEN),
    verdicts: new Array(size).fill(strictness('unknown')),
  };
  for (const { slot, destination, buyer } of slots) {
    const vehicle = vehicleOfLot(lot, values.get(`${lot.id} ${destination}`) ?? null);
    const costing = costingFor(whole, { vehicle, destination, buyer, auctionDay: lot.auction_day });
    if (!costing) continue;
    const { leastYen, mostYen, verdict } = doorTotal(priceYen ?? 0, costing);
    totals.verdicts[slot - 1] = strictness(verdict);
    if (priceYen === null) continue;
    totals.leastYen[slot - 1] = Math.min(leastYen, UNKNOWN_YEN);
    totals.mostYen[slot - 1] = Math.min(mostYen ?? UNKNOWN_YEN, UNKNOWN_YEN);
  }
  return totals;
}
