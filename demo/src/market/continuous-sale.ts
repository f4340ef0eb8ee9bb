import type { HouseRow, LotRow } from '@seri/contract/feed/rows.ts';
import { type Seeded, seeded } from '@seri/server/platform/db/seeded.ts';
import { japanDay, japanInstant } from '@seri/server/platform/i18n/japan-time.ts';
import { demoMotorcycles } from './catalogue.ts';
import { DEMO_SOURCE, type DemoLot, japanTime } from './demo-lot.ts';
import type { Offer } from './house-day.ts';
import { hiddenMarket } from './market.ts';
import { demoBike, drawBike } from './vehicles/demo-bike.ts';
import { demoCar } from './vehicles/demo-car.ts';
import { drawCarWorth } from './vehicles/draw-car.ts';

const SALE_HOUSE_NAME = 'Seri Demo Hall';
export const SALE_INTERVAL_MS = 40_000;
/** Cars are listed this long ahead; the demonstration promises at least 20 minutes. */
export const SALE_AHEAD_MINUTES = 45;

const RESULT_DELAY_MS = 5_000;
const NEGOTIATION_MS = 60_000;
const ID_PREFIX = 'hall.';
const MIN_PRICE_YEN = 200_000;
const MAX_PRICE_YEN = 900_000;

const affordableMotorcycles = demoMotorcycles.filter(
  ({ priceYen }) => priceYen >= MIN_PRICE_YEN && priceYen <= MAX_PRICE_YEN,
);
/** Share of motorcycles. */
const MOTORCYCLE_SHARE = 0.12;

function drawOffer(random: Seeded, day: string): Offer {
  if (random.chance(MOTORCYCLE_SHARE)) {
    const base = drawBike(random, affordableMotorcycles, day);
    const marketYen = Math.min(MAX_PRICE_YEN, base.marketYen);
    return { marketYen, describe: (seed) => ({ vehicle: 'bike', ...demoBike(seed, base) }) };
  }
  const base = drawCarWorth(random, day, [MIN_PRICE_YEN, MAX_PRICE_YEN]);
  return { marketYen: base.marketYen, describe: (seed) => ({ vehicle: 'car', ...demoCar(seed, base) }) };
}

/**
 * Bidding closes a minute before the sale and bids can be canceled until then, so that visitors see their result within
 * minutes.
 */
export const saleHouseRow = (updatedAt: string): HouseRow => ({
  kind: 'house',
  source: DEMO_SOURCE,
  updatedAt,
  name: SALE_HOUSE_NAME,
  isUss: false,
  weekdays: [1, 2, 3, 4, 5, 6, 7],
  opensAt: '00:00',
  closeMinutes: 1,
  cutoffMinutes: 0,
  cancelHours: 0,
  haulageYen: 5_000,
  exportPort: 'Yokohama',
});

/** The first slot whose car is sold at or after the instant. */
export const slotFrom = (atMs: number, intervalMs: number): number => Math.ceil(atMs / intervalMs);

/** The car of a slot; slots are counted from 1970, so all machines agree on them. */
export function saleLot(slot: number, intervalMs: number): DemoLot {
  const auctionAtMs = slot * intervalMs;
  const sourceId = `${ID_PREFIX}${slot}`;
  const random = seeded(sourceId);
  const day = japanDay(new Date(auctionAtMs));
  const offer = drawOffer(random, day);
  const market = { ...hiddenMarket(random, offer.marketYen), fate: 'auctioned' as const };
  const row = (): LotRow => ({
    kind: 'lot',
    source: DEMO_SOURCE,
    sourceId,
    updatedAt: new Date(auctionAtMs - SALE_AHEAD_MINUTES * 60_000).toISOString(),
    lotSource: 'auction',
    house: SALE_HOUSE_NAME,
    auctionDate: japanTime(auctionAtMs),
    lotNo: 1 + Math.floor((auctionAtMs - japanInstant(day, '00:00').getTime()) / intervalMs),
    startPrice: market.startYen,
    demo: true,
    ...offer.describe(seeded(`${sourceId} car`)),
  });
  return {
    sourceId,
    market,
    times: { auctionAtMs, resultDelayMs: RESULT_DELAY_MS, negotiationDelayMs: NEGOTIATION_MS },
    row,
  };
}

export function slotOf(sourceId: string): number | null {
  const slot = sourceId.startsWith(ID_PREFIX) ? Number(sourceId.slice(ID_PREFIX.length)) : Number.NaN;
  return Number.isSafeInteger(slot) ? slot : null;
}
