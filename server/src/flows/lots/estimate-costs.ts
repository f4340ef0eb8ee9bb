import { estimateCosts, rulesFor } from '@seri/contract/costs/estimate.ts';
import { COST_KINDS, homePort, placesTo } from '@seri/contract/costs/tables.ts';
import type { StoredEstimate } from '@seri/contract/purchases/finances.ts';
import { bookedRules } from '../../costs/booked-rules.ts';
import { findCostTable } from '../../costs/queries.ts';
import type { Tx } from '../../platform/db/db.ts';
import { japanDay } from '../../platform/i18n/japan-time.ts';
import { findWonBid } from '../queries.ts';
import { ageMonths } from './lot-costs.ts';

/**
 * The landed cost of a bid as its client could see it when placing it: at the bid's amount in yen, by the cost table valid
 * then, to the first port of the client's country. Null without a table or without a port of that country, since the port
 * of another country would give a wrong figure.
 */
export async function estimateBidCosts(tx: Tx, bidId: number): Promise<StoredEstimate | null> {
  const bid = await findWonBid(tx, bidId);
  const day = japanDay(bid.amount_at);
  const table = await findCostTable(tx, day, bid.amount_at);
  const destination = table && homePort(table.destinations, bid.country_id);
  if (!table || !destination) return null;
  const facts = {
    house: bid.house,
    vehicle: bid.vehicle as 'car' | 'bike',
    engineCc: bid.engine_cc,
    powerPs: bid.horse_power,
    isMonthKnown: bid.month !== null,
    ageMonths: bid.year === null ? null : ageMonths({ year: bid.year, month: bid.month ?? 1 }, day),
  };
  const rules = rulesFor([...(await bookedRules(tx, bid.haulage_yen)), ...table.rules], facts, placesTo(destination));
  const { lines, totalYen, missing } = estimateCosts(bid.amount_yen, { rules, rates: table.rates, facts });
  const costs = COST_KINDS.map((kind) => ({
    kind,
    amountYen: lines.filter((line) => line.kind === kind).reduce((sum, { amountYen }) => sum + amountYen, 0),
  })).filter(({ amountYen }) => amountYen > 0);
  return {
    table: table.name,
    ratesAt: table.ratesAt,
    destination: destination.label,
    at: bid.amount_at.toISOString(),
    hammerYen: bid.amount_yen,
    costs,
    totalYen,
    missing,
  };
}
