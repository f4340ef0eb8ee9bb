import { withBookedFees } from '@seri/contract/costs/booked-lines.ts';
import type { ClientDoor } from '@seri/contract/costs/door-routes.ts';
import { type CostTable, portOf } from '@seri/contract/costs/tables.ts';
import type { ImportedVehicle } from '@seri/contract/costs/vehicle.ts';
import { NotFound } from '../platform/calls/errors.ts';
import { readSettings } from '../platform/company-settings.ts';
import type { Db } from '../platform/db/db.ts';
import { doorUnder } from './client-door.ts';
import {
  type CostedLotRow,
  findCostedLots,
  findCostTable,
  findDoor,
  findReferenceValues,
  type StoredCostTable,
} from './queries.ts';
import { likelyYenOf, vehicleOfLot } from './vehicle-of-lot.ts';

interface LotAtDoor {
  /** Null before a table is imported. */
  stored: StoredCostTable | null;
  /** The table with the fees of a purchase at the auction house of the lot. */
  withFees: CostTable | null;
  door: ClientDoor;
  lot: CostedLotRow;
  vehicle: ImportedVehicle;
  likelyYen: number | null;
}

/** Reads everything that decides the total of a lot at a person’s door. Throws NotFound without the lot. */
export async function readLotAtDoor(db: Db, { userId, lotId }: { userId: number; lotId: number }): Promise<LotAtDoor> {
  const [stored, answered, settings, [lot], values] = await Promise.all([
    findCostTable(db),
    findDoor(db, userId),
    readSettings(db),
    findCostedLots(db, [lotId]),
    findReferenceValues(db, [lotId]),
  ]);
  if (!lot) throw new NotFound();
  const door = doorUnder(stored?.table ?? null, answered);
  const fees = { agentFeeYen: settings.agentFeeYen, haulageYen: lot.haulage_yen };
  const port = stored && door.destination !== null ? portOf(stored.table, door.destination) : null;
  return {
    ...{ stored, door, lot, likelyYen: likelyYenOf(lot) },
    withFees: stored && withBookedFees(stored.table, fees),
    vehicle: vehicleOfLot(lot, values.get(`${lotId} ${port}`) ?? null),
  };
}
