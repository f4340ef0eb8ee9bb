import { withBookedFees } from '@seri/contract/costs/booked-lines.ts';
import { cheapestLines, costingFor, estimateCosts } from '@seri/contract/costs/estimate.ts';
import { COST_KINDS, portOf } from '@seri/contract/costs/tables.ts';
import type { StoredEstimate } from '@seri/contract/purchases/finances.ts';
import { findDoorOn } from '../../costs/client-door.ts';
import { findCostedLots, findReferenceValues } from '../../costs/queries.ts';
import { vehicleOfLot } from '../../costs/vehicle-of-lot.ts';
import { readSettings } from '../../platform/company-settings.ts';
import type { Tx } from '../../platform/db/db.ts';
import { japanDay } from '../../platform/i18n/japan-time.ts';
import { findWonBid } from '../queries.ts';

/**
 * The landed cost of a bid as its client could see it when placing it: at the bid's amount in yen, by the cost table valid
 * then, to their door. Null without a table or a destination, since another one would give a wrong figure.
 */
export async function estimateBidCosts(tx: Tx, bidId: number): Promise<StoredEstimate | null> {
  const bid = await findWonBid(tx, bidId);
  const found = await findDoorOn(tx, bid.user_id, { day: japanDay(bid.amount_at), knownAt: bid.amount_at });
  const [lot] = await findCostedLots(tx, [bid.lot_id]);
  if (!found || !lot) return null;
  const { table, door } = found;
  const { agentFeeYen } = await readSettings(tx);
  const values = await findReferenceValues(tx, [bid.lot_id]);
  const costing = costingFor(withBookedFees(table, { agentFeeYen, haulageYen: lot.haulage_yen }), {
    vehicle: vehicleOfLot(lot, values.get(`${bid.lot_id} ${portOf(table, door.destination)}`) ?? null),
    destination: door.destination,
    buyer: door.buyer,
    auctionDay: lot.auction_day,
  });
  if (!costing) return null;
  const estimate = estimateCosts(bid.amount_yen, costing);
  const lines = cheapestLines(bid.amount_yen, costing);
  const costs = COST_KINDS.map((kind) => ({
    kind,
    amountYen: lines.filter((line) => line.kind === kind).reduce((sum, { amountYen }) => sum + amountYen, 0),
  })).filter(({ amountYen }) => amountYen > 0);
  return {
    table: table.name,
    ratesAt: table.ratesAt,
    destination: costing.door.destination.label,
    at: bid.amount_at.toISOString(),
    hammerYen: bid.amount_yen,
    costs,
    totalYen: estimate.leastYen,
    mostYen: estimate.mostYen,
    missing: estimate.questions,
  };
}
