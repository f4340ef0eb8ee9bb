import { setImmediate as nextTurn } from 'node:timers/promises';
import { manyTotals } from '@seri/contract/costs/many-totals.ts';
import { strictness } from '@seri/contract/costs/verdicts.ts';
import { readSettings } from '../../platform/company-settings.ts';
import type { Database, Db } from '../../platform/db/db.ts';
import { type CostedLotRow, findCostedLots, findCostTable, findReferenceValues } from '../queries.ts';
import { likelyYenOf, vehicleOfLot } from '../vehicle-of-lot.ts';
import {
  ensureSlots,
  findQueuedLots,
  type LotTotals,
  type QueuedLot,
  queueAllIfChanged,
  type Slot,
  writeTotals,
} from './totals-queries.ts';

/** Means an unknown amount, so that arrays hold no nulls; greater than every total. */
export const UNKNOWN_YEN = 2_147_483_647;
const LOTS_PER_BATCH = 100;
/** One reading of the queue serves several batches. */
const LOTS_PER_READING = 2_000;
/** Longest time without a turn for the other jobs of the worker. */
const TURN_MS = 10;

const running = new WeakMap<Database, Promise<number>>();

/**
 * Computes the totals at every door of lots that are new or have changed, at their likely price, for lists. Stops between
 * batches when the worker is asked to stop. Returns the number of lots. A call during another one waits for it instead of
 * computing the same lots again.
 */
export async function updateDoorTotals(database: Database, stopping: AbortSignal): Promise<number> {
  const other = running.get(database);
  if (other !== undefined) return other;
  const run = computeTotals(database, stopping).finally(() => running.delete(database));
  running.set(database, run);
  return run;
}

async function computeTotals({ db }: Database, stopping: AbortSignal): Promise<number> {
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
  const totalsOf = manyTotals(table, slots);
  let count = 0;
  while (!stopping.aborted) {
    const queued = await findQueuedLots(db, LOTS_PER_READING);
    if (queued.length === 0) break;
    let taken = 0;
    for (let from = 0; from < queued.length && !stopping.aborted; from += LOTS_PER_BATCH) {
      const batch = queued.slice(from, from + LOTS_PER_BATCH);
      taken += await updateBatch(db, batch, { totalsOf, slots, agentFeeYen });
    }
    count += taken;
    // Other transactions hold all of them: the next run continues.
    if (taken === 0) break;
  }
  return count;
}

async function updateBatch(db: Db, batch: readonly QueuedLot[], given: Omit<Inputs, 'values'>): Promise<number> {
  const ids = batch.map(({ id }) => id);
  const [lots, values] = await Promise.all([findCostedLots(db, ids), findReferenceValues(db, ids)]);
  const totals: LotTotals[] = [];
  let turnAt = performance.now();
  for (const lot of lots) {
    totals.push(totalsOfLot(lot, { ...given, values }));
    if (performance.now() - turnAt < TURN_MS) continue;
    await nextTurn();
    turnAt = performance.now();
  }
  return db.transaction().execute((tx) => writeTotals(tx, batch, totals));
}

interface Inputs {
  totalsOf: ReturnType<typeof manyTotals>;
  slots: readonly Slot[];
  values: ReadonlyMap<string, number>;
  agentFeeYen: number;
}

function totalsOfLot(lot: CostedLotRow, { totalsOf, slots, values, agentFeeYen }: Inputs): LotTotals {
  const priceYen = likelyYenOf(lot);
  const size = Math.max(0, ...slots.map(({ slot }) => slot));
  const totals: LotTotals = {
    lotId: lot.id,
    leastYen: new Array(size).fill(UNKNOWN_YEN),
    mostYen: new Array(size).fill(UNKNOWN_YEN),
    verdicts: new Array(size).fill(strictness('unknown')),
  };
  const atDoors = totalsOf({
    hammerYen: priceYen ?? 0,
    vehicle: vehicleOfLot(lot, null),
    auctionDay: lot.auction_day,
    referenceValueAt: (port) => values.get(`${lot.id} ${port}`) ?? null,
    ...{ agentFeeYen, haulageYen: lot.haulage_yen },
  });
  for (const [place, { slot }] of slots.entries()) {
    const total = atDoors[place];
    if (!total) continue;
    totals.verdicts[slot - 1] = strictness(total.verdict);
    if (priceYen === null) continue;
    totals.leastYen[slot - 1] = Math.min(total.leastYen, UNKNOWN_YEN);
    totals.mostYen[slot - 1] = Math.min(total.mostYen ?? UNKNOWN_YEN, UNKNOWN_YEN);
  }
  return totals;
}
