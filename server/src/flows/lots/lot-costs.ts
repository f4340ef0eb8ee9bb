import { withBookedFees } from '@seri/contract/costs/booked-lines.ts';
import { costingFor, doorTotal } from '@seri/contract/costs/estimate.ts';
import { portOf } from '@seri/contract/costs/tables.ts';
import type { DoorVerdict } from '@seri/contract/costs/verdicts.ts';
import type { PageType } from '@seri/contract/lots/page-types.ts';
import { findCostedLots, findCostTable, findDoor, findReferenceValues } from '../../costs/queries.ts';
import { vehicleOfLot } from '../../costs/vehicle-of-lot.ts';
import { openLot } from '../../lots/core/open-lot.ts';
import type { CurrentUser } from '../../platform/calls/current-user.ts';
import { readSettings } from '../../platform/company-settings.ts';
import type { Db } from '../../platform/db/db.ts';

/** Returns the number of a lot that the current user may open; throws NotFound or Access.Denied for any other. */
export const openLotId = async (db: Db, page: PageType, id: string, currentUser: CurrentUser): Promise<number> =>
  (await openLot(db, page, id, currentUser)).id;

/**
 * Whether a client may import a lot at a price, at the destination that they have chosen. Null while they have chosen none:
 * nothing is refused on a guess.
 */
export async function findImportVerdict(
  db: Db,
  { userId, lotId, priceYen }: { userId: number; lotId: number; priceYen: number },
): Promise<{ destination: string; verdict: DoorVerdict } | null> {
  const { destination, buyer } = await findDoor(db, userId);
  if (destination === null || buyer === null) return null;
  const [stored, [lot], values, { agentFeeYen }] = await Promise.all([
    findCostTable(db),
    findCostedLots(db, [lotId]),
    findReferenceValues(db, [lotId]),
    readSettings(db),
  ]);
  if (!stored || !lot) return null;
  const costing = costingFor(withBookedFees(stored.table, { agentFeeYen, haulageYen: lot.haulage_yen }), {
    vehicle: vehicleOfLot(lot, values.get(`${lotId} ${portOf(stored.table, destination)}`) ?? null),
    ...{ destination, buyer, auctionDay: lot.auction_day },
  });
  return costing && { destination, verdict: doorTotal(priceYen, costing).verdict };
}
