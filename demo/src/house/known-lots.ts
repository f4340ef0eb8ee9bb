import type { AgentOrder } from '@seri/contract/agent/orders.ts';
import { demoDay, demoReturns, demoStockEnding } from '../market/catalogue.ts';
import { saleLot, slotOf } from '../market/continuous-sale.ts';
import { DEMO_SOURCE, type DemoLot } from '../market/demo-lot.ts';
import type { AuctionTimes, HiddenMarket } from '../market/market.ts';
import { readNegotiatedLot } from '../market/negotiated-lots.ts';
import { stockDayOf } from '../market/stock.ts';
import { type ReadRig, type Rig, type RigEntry, rigged } from './rig.ts';

const DAYS_IN_MEMORY = 12;

/** Data of a lot needed to decide it. */
export interface HouseLot {
  source: string;
  sourceId: string;
  market: HiddenMarket;
  times: AuctionTimes;
  /** The lot of a week before: this one is listed only if that one was not sold. */
  returnOf: HouseLot | null;
}

export interface LotCatalogue {
  day(day: string): HouseLot[];
  slot(slot: number): HouseLot;
  /** The lot of an order, or null when there is none. */
  find(order: AgentOrder): HouseLot | null;
  /** Lots of orders that a rig moved to another time or invented, so that no day lists them. */
  riggedAmong(orders: readonly AgentOrder[]): HouseLot[];
}

const RIGGED_TIMES = { resultDelayMs: 1_000, negotiationDelayMs: 5_000 };

/** The generator's lots with the rig of a test applied. */
export function openLotCatalogue(readRig: ReadRig, saleIntervalMs: number): LotCatalogue {
  const days = new Map<string, HouseLot[]>();
  const read = (day: string) => {
    const lots = days.get(day) ?? [...demoDay(day), ...demoReturns(day), ...demoStockEnding(day)].map(toHouseLot);
    days.delete(day);
    days.set(day, lots);
    for (const oldest of days.keys()) if (days.size > DAYS_IN_MEMORY) days.delete(oldest);
    return lots;
  };
  const unrigged = (order: AgentOrder): HouseLot | null => {
    if (order.source !== DEMO_SOURCE) return null;
    const slot = slotOf(order.sourceId);
    if (slot !== null) return toHouseLot(saleLot(slot, saleIntervalMs));
    const negotiated = readNegotiatedLot(order.sourceId);
    if (negotiated) return { source: DEMO_SOURCE, sourceId: order.sourceId, ...negotiated, returnOf: null };
    const day = stockDayOf(order.sourceId) ?? order.sourceId.split('.')[0] ?? '';
    if (!/^\d{4}-\d{2}-\d{2}$/.test(day) || Number.isNaN(Date.parse(day))) return null;
    return read(day).find(({ sourceId }) => sourceId === order.sourceId) ?? null;
  };
  const find = (order: AgentOrder, rig: Rig) => {
    const lot = unrigged(order);
    if (lot) return withRig(lot, rig);
    const entry = rig[order.sourceId] ?? rig['*'];
    return entry ? riggedLot(order, entry) : null;
  };
  return {
    day: (day) => {
      const rig = readRig();
      return read(day).map((lot) => withRig(lot, rig));
    },
    slot: (slot) => withRig(toHouseLot(saleLot(slot, saleIntervalMs)), readRig()),
    find: (order) => find(order, readRig()),
    riggedAmong: (orders) => {
      const rig = readRig();
      return orders
        .filter(({ sourceId }) => rig[sourceId] ?? rig['*'])
        .map((order) => find(order, rig))
        .filter((lot) => lot !== null);
    },
  };
}

function withRig(lot: HouseLot, rig: Rig): HouseLot {
  const entry = rig[lot.sourceId];
  if (!entry) return lot;
  const times = entry.auctionAt ? { ...RIGGED_TIMES, auctionAtMs: Date.parse(entry.auctionAt) } : lot.times;
  return { ...lot, times, market: rigged(lot.market, entry) };
}

export const toHouseLot = ({ sourceId, market, times, returnOf }: DemoLot): HouseLot => ({
  source: DEMO_SOURCE,
  sourceId,
  market,
  times,
  returnOf: returnOf ? toHouseLot(returnOf) : null,
});

/** A lot of a test, defined only by its rig. */
function riggedLot(order: AgentOrder, entry: RigEntry): HouseLot {
  const market: HiddenMarket = {
    marketYen: 0,
    startYen: 0,
    reserveYen: 0,
    rivalYen: 0,
    fate: 'auctioned',
    wouldAgree: false,
  };
  return {
    source: order.source,
    sourceId: order.sourceId,
    market: rigged(market, entry),
    times: { ...RIGGED_TIMES, auctionAtMs: Date.parse(entry.auctionAt ?? order.auctionAt) },
    returnOf: null,
  };
}
