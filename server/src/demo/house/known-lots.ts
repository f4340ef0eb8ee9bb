import type { AgentOrder } from '@seri/contract/agent/orders.ts';
import { DEMO_SOURCE, type DemoLot, demoDay } from '../catalogue.ts';
import { hallLot, slotOf } from '../demo-hall.ts';
import type { AuctionTimes, HiddenMarket } from '../market.ts';
import { type LotRig, type RigEntry, rigged } from './rig.ts';

const DAYS_IN_MEMORY = 12;

/** What the house needs of a lot to decide it. */
export interface HouseLot {
  source: string;
  sourceId: string;
  market: HiddenMarket;
  times: AuctionTimes;
}

export interface KnownLots {
  day(day: string): HouseLot[];
  slot(slot: number): HouseLot;
  /** The lot of an order, or null when this house has none of that name. */
  find(order: AgentOrder): HouseLot | null;
  /** Lots of orders that a rig moved to another time or invented, so that no day lists them. */
  riggedAmong(orders: readonly AgentOrder[]): HouseLot[];
}

const RIGGED_TIMES = { answerMs: 1_000, negotiationMs: 5_000 };

/** The generator's lots with the rig of a test laid over them. */
export function knownLots(rig: LotRig, hallIntervalMs: number): KnownLots {
  const days = new Map<string, HouseLot[]>();
  const read = (day: string) => {
    const lots = days.get(day) ?? demoDay(day).map(toHouseLot);
    days.delete(day);
    days.set(day, lots);
    for (const oldest of days.keys()) if (days.size > DAYS_IN_MEMORY) days.delete(oldest);
    return lots;
  };
  const withRig = (lot: HouseLot): HouseLot => {
    const entry = rig.of(lot.sourceId);
    if (!entry) return lot;
    const times = entry.auctionAt ? { ...RIGGED_TIMES, auctionAtMs: Date.parse(entry.auctionAt) } : lot.times;
    return { ...lot, times, market: rigged(lot.market, entry) };
  };
  const slot = (number: number) => withRig(toHouseLot(hallLot(number, hallIntervalMs)));
  const own = ({ source, sourceId }: AgentOrder): HouseLot | null => {
    if (source !== DEMO_SOURCE) return null;
    const number = slotOf(sourceId);
    if (number !== null) return slot(number);
    const [day = ''] = sourceId.split('.');
    if (!/^\d{4}-\d{2}-\d{2}$/.test(day) || Number.isNaN(Date.parse(day))) return null;
    const lot = read(day).find((other) => other.sourceId === sourceId);
    return lot ? withRig(lot) : null;
  };
  const find = (order: AgentOrder) => {
    const entry = rig.of(order.sourceId) ?? rig.of('*');
    return own(order) ?? (entry ? strangeLot(order, entry) : null);
  };
  return {
    day: (day) => read(day).map(withRig),
    slot,
    find,
    riggedAmong: (orders) => {
      const ids = rig.ids();
      const concerned = orders.filter(({ sourceId }) => ids.includes('*') || ids.includes(sourceId));
      return concerned.map(find).filter((lot) => lot !== null);
    },
  };
}

const toHouseLot = ({ sourceId, market, times }: DemoLot): HouseLot => ({
  source: DEMO_SOURCE,
  sourceId,
  market,
  times,
});

/** A lot of a test's own, which only its rig describes. */
function strangeLot(order: AgentOrder, entry: RigEntry): HouseLot {
  const market: HiddenMarket = {
    marketYen: 0,
    startYen: 0,
    reserveYen: 0,
    rivalYen: 0,
    fate: 'auctioned',
    meets: false,
  };
  return {
    source: order.source,
    sourceId: order.sourceId,
    market: rigged(market, entry),
    times: { ...RIGGED_TIMES, auctionAtMs: Date.parse(entry.auctionAt ?? order.auctionAt) },
  };
}
