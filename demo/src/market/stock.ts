import type { HouseRow, LotRow } from '@seri/contract/feed/rows.ts';
import { seeded } from '@seri/server/platform/db/seeded.ts';
import { japanInstant, shiftDay } from '@seri/server/platform/i18n/japan-time.ts';
import { DEMO_SOURCE, type DemoLot, japanTime } from './demo-lot.ts';
import { demoCar } from './vehicles/demo-car.ts';
import { drawCarWorth } from './vehicles/draw-car.ts';

const CARS_A_DAY = 11;
/** From the listing to the day an offer ends. */
export const STOCK_DAYS = 28;
const ENDS_AT = '18:00';
const ID_PREFIX = 'stock.';
const STEP_YEN = 10_000;
/** Price range of cars that a yard buys. */
const WORTH_YEN = [250_000, 6_000_000] as const;
/** Markup of a yard for purchase, cleaning and transport. */
const ABOVE_MARKET = 1.12;

const YARDS = [
  { name: 'Seri Yard Yokohama', exportPort: 'Yokohama', haulageYen: 4_000 },
  { name: 'Seri Yard Nagoya', exportPort: 'Nagoya', haulageYen: 5_000 },
  { name: 'Seri Yard Kobe', exportPort: 'Osaka', haulageYen: 5_500 },
] as const;

/** Yards hold no auction: an order may be placed, and canceled, until the offer ends. */
export const yardRows = (updatedAt: string): HouseRow[] =>
  YARDS.map((yard) => ({
    kind: 'house',
    source: DEMO_SOURCE,
    updatedAt,
    ...yard,
    isUss: false,
    weekdays: [],
    opensAt: '09:00',
    closeMinutes: 0,
    cutoffMinutes: 0,
    cancelHours: 0,
    overbidYen: 0,
  }));

export const YARD_COUNT = YARDS.length;

export const countStockEnding = (): number => CARS_A_DAY;

/** Fixed-price cars whose offer ends on this day; an order buys the car at its price. */
export function stockEnding(day: string): DemoLot[] {
  const listedDay = shiftDay(day, -STOCK_DAYS);
  const auctionAtMs = japanInstant(day, ENDS_AT).getTime();
  return Array.from({ length: CARS_A_DAY }, (_, place): DemoLot => {
    const sourceId = `${ID_PREFIX}${day}.${place + 1}`;
    const random = seeded(sourceId);
    const base = drawCarWorth(random, listedDay, WORTH_YEN);
    const priceYen = Math.round((base.marketYen * ABOVE_MARKET) / STEP_YEN) * STEP_YEN;
    const yard = random.pick(YARDS);
    const market = {
      marketYen: base.marketYen,
      startYen: priceYen,
      reserveYen: priceYen,
      rivalYen: 0,
      fate: 'auctioned' as const,
      wouldAgree: false,
    };
    const row = (): LotRow => ({
      kind: 'lot',
      source: DEMO_SOURCE,
      sourceId,
      updatedAt: `${listedDay}T00:00:00+09:00`,
      vehicle: 'car',
      lotSource: 'stock',
      house: yard.name,
      auctionDate: japanTime(auctionAtMs),
      lotNo: Number(day.slice(5).replace('-', '')) * 100 + place + 1,
      startPrice: priceYen,
      demo: true,
      ...demoCar(seeded(`${sourceId} car`), base),
    });
    return { sourceId, market, times: { auctionAtMs, resultDelayMs: 10_000, negotiationDelayMs: 60_000 }, row };
  });
}

/** The last day of the offer in a fixed-price lot's id, or null for other lots. */
export const stockDayOf = (sourceId: string): string | null =>
  sourceId.startsWith(ID_PREFIX) ? (sourceId.slice(ID_PREFIX.length).split('.')[0] ?? null) : null;
