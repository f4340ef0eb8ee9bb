import type { LotRow } from '@seri/contract/feed/rows.ts';
import { japanInstant, shiftDay, weekday } from '../platform/japan-time.ts';
import { readBaseCars } from './base-cars.ts';
import { demoCar } from './demo-car.ts';
import { type AuctionTimes, type HiddenMarket, hiddenMarket } from './market.ts';
import { seeded } from './seeded.ts';
import { type DemoHouse, readHouses } from './source-tables.ts';

export const DEMO_SOURCE = 'demo';
/** Lots of the houses are listed this many days ahead. */
export const DAYS_AHEAD = 7;

export const OPENS_AT = '09:00';
const AUCTION_HOURS = 8;
const ANSWER_MS = 10_000;
const NEGOTIATION_MS = 30 * 60_000;
/** Where a house begins to count, so that lot numbers differ from house to house. */
const FIRST_NUMBERS = [1, 1_001, 2_001, 4_001, 5_001, 7_001, 10_001, 20_001, 30_001, 60_001];

/** A lot: what only the house knows, and the row as it is listed, made when asked for. */
export interface DemoLot {
  sourceId: string;
  times: AuctionTimes;
  market: HiddenMarket;
  row(): LotRow;
}

const { cars, leftOut } = readBaseCars();
const houses = readHouses();

export const demoCars = cars;
export const demoHouses = houses;
/** Listings that fit no model of demo-data/models.csv. */
export const listingsLeftOut = leftOut;

/** Every lot of every house that auctions on this Japanese day (YYYY-MM-DD), by time; the same on every machine. */
export function demoDay(day: string): DemoLot[] {
  const today = weekday(day);
  return houses
    .filter(({ weekdays }) => weekdays.includes(today))
    .flatMap((house) => houseDay(house, day))
    .toSorted((a, b) => a.times.auctionAtMs - b.times.auctionAtMs);
}

export const countDemoDay = (day: string): number =>
  houses.reduce((sum, { weekdays, lotsADay }) => sum + (weekdays.includes(weekday(day)) ? lotsADay : 0), 0);

/** When the lots of a day are listed; also their `updatedAt`, so that listing them again changes nothing. */
export const listedAt = (day: string): string => `${shiftDay(day, -DAYS_AHEAD)}T00:00:00+09:00`;

function houseDay(house: DemoHouse, day: string): DemoLot[] {
  const slug = house.name.toLowerCase().replaceAll(' ', '-');
  const firstNumber = seeded(slug).pick(FIRST_NUMBERS);
  const opensAtMs = japanInstant(day, OPENS_AT).getTime();
  const paceMs = (AUCTION_HOURS * 3_600_000) / house.lotsADay;
  const updatedAt = listedAt(day);
  let lotNo = firstNumber - 1;
  return Array.from({ length: house.lotsADay }, (_, place) => {
    const random = seeded(`${day} ${slug} ${place}`);
    // Numbers have gaps, as where a seller withdrew a car before the list was printed.
    lotNo += random.chance(0.06) ? 2 : 1;
    const base = random.pick(cars);
    const auctionAtMs = opensAtMs + Math.floor((place * paceMs) / 1_000) * 1_000;
    const market = hiddenMarket(random, base.marketYen);
    const number = lotNo;
    const sourceId = `${day}.${slug}.${number}`;
    const row = (): LotRow => ({
      kind: 'lot',
      source: DEMO_SOURCE,
      sourceId,
      updatedAt,
      vehicle: 'car',
      lotSource: 'auction',
      house: house.name,
      auctionDate: japanTime(auctionAtMs),
      lotNo: number,
      startPrice: market.startYen,
      demo: true,
      ...demoCar(seeded(sourceId), base, day),
    });
    return { sourceId, market, times: { auctionAtMs, answerMs: ANSWER_MS, negotiationMs: NEGOTIATION_MS }, row };
  });
}

const JAPAN_MS = 9 * 3_600_000;
/** ISO with +09:00, without the calendar arithmetic that takes longer than all the rest of a lot. */
export const japanTime = (atMs: number): string => `${new Date(atMs + JAPAN_MS).toISOString().slice(0, 19)}+09:00`;
