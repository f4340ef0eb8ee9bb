import type { LotRow } from '@seri/contract/feed/rows.ts';
import { LOT_STATUS } from '@seri/contract/lots/statuses.ts';
import { type Seeded, seeded } from '@seri/server/platform/db/seeded.ts';
import { japanInstant, shiftDay, weekday } from '@seri/server/platform/i18n/japan-time.ts';
import { DEMO_SOURCE, type DemoLot, japanTime } from './demo-lot.ts';
import { type HiddenMarket, hiddenMarket, outcomeOf } from './market.ts';
import { logHouseEffect } from './price-effects.ts';
import type { DemoHouse } from './source-tables.ts';

export const OPENS_AT = '09:00';
const AUCTION_HOURS = 8;
const RESULT_DELAY_MS = 10_000;
const NEGOTIATION_MS = 30 * 60_000;
/** First lot number of each auction house, so that numbers differ between them. */
const FIRST_NUMBERS = [1, 1_001, 2_001, 4_001, 5_001, 7_001, 10_001, 20_001, 30_001, 60_001];
const RETURNS_AFTER_DAYS = 7;
const RETURNING_SHARE = 0.3;
/** Price factor after a lot was not sold. */
const RELISTED_PRICE_SHARE = 0.95;

/** A vehicle with its value, and the function that describes it for the list. */
export interface Offer {
  marketYen: number;
  describe(
    random: Seeded,
  ): Omit<
    LotRow,
    | 'kind'
    | 'source'
    | 'sourceId'
    | 'updatedAt'
    | 'lotSource'
    | 'house'
    | 'auctionDate'
    | 'lotNo'
    | 'startPrice'
    | 'demo'
  >;
}

/** Offers of an auction house on its days. */
export interface HouseSale {
  house: DemoHouse;
  draw(random: Seeded, day: string): Offer;
}

const slugOf = ({ name }: DemoHouse) => name.toLowerCase().replaceAll(' ', '-');
const firstNumber = (house: DemoHouse) => seeded(slugOf(house)).pick(FIRST_NUMBERS);
const timesAt = (auctionAtMs: number) => ({
  auctionAtMs,
  resultDelayMs: RESULT_DELAY_MS,
  negotiationDelayMs: NEGOTIATION_MS,
});

export const runsOn = (day: string): ((sale: HouseSale) => boolean) => {
  const today = weekday(day);
  return ({ house }) => house.weekdays.includes(today);
};

/** Number of lots for a share of an auction house's day; fractions become a lot on some days. */
export function lotsOf(house: DemoHouse, day: string, share: number): number {
  if (share >= 1) return house.lotsADay;
  return Math.floor(house.lotsADay * share + seeded(`kept ${day} ${slugOf(house)}`).share());
}

/** The new lots of an auction house on a day; for a share below 1 some of them, spread over the whole day. */
export function houseDay(
  { house, draw }: HouseSale,
  day: string,
  { listedAt, share }: { listedAt: string; share: number },
): DemoLot[] {
  const slug = slugOf(house);
  const level = Math.exp(logHouseEffect(house.name));
  const opensAtMs = japanInstant(day, OPENS_AT).getTime();
  const count = lotsOf(house, day, share);
  const paceMs = (AUCTION_HOURS * 3_600_000) / count;
  const stride = Math.max(1, Math.floor(house.lotsADay / Math.max(1, count)));
  let lotNo = firstNumber(house) - 1;
  return Array.from({ length: count }, (_, place) => {
    const random = seeded(`${day} ${slug} ${place}`);
    // Numbers have gaps, as for cars withdrawn before the list was printed.
    lotNo += random.chance(0.06) ? stride + 1 : stride;
    const offer = draw(random, day);
    const auctionAtMs = opensAtMs + Math.floor((place * paceMs) / 1_000) * 1_000;
    const market = hiddenMarket(random, Math.round(offer.marketYen * level));
    const number = lotNo;
    const sourceId = `${day}.${slug}.${number}`;
    const row = (): LotRow => ({
      kind: 'lot',
      source: DEMO_SOURCE,
      sourceId,
      updatedAt: listedAt,
      lotSource: 'auction',
      house: house.name,
      auctionDate: japanTime(auctionAtMs),
      lotNo: number,
      startPrice: market.startYen,
      demo: true,
      ...offer.describe(seeded(sourceId)),
    });
    return { sourceId, market, times: timesAt(auctionAtMs), row };
  });
}

/** Some vehicles unsold a week ago, offered again in the same auction house under a new number. */
export function houseReturns(
  sale: HouseSale,
  day: string,
  { listedAt, shareOf }: { listedAt: string; shareOf: (day: string) => number },
): DemoLot[] {
  const { house } = sale;
  const earlierDay = shiftDay(day, -RETURNS_AFTER_DAYS);
  // Above the highest number that gaps can lead to.
  let lotNo = firstNumber(house) + 2 * house.lotsADay;
  return houseDay(sale, earlierDay, { listedAt, share: shareOf(earlierDay) }).flatMap((earlier): DemoLot[] => {
    const random = seeded(`again ${earlier.sourceId}`);
    const last = lastStep(earlier);
    if (!last.isUnsold || !random.chance(RETURNING_SHARE)) return [];
    lotNo += 1;
    const number = lotNo;
    const sourceId = `${day}.${slugOf(house)}.${number}`;
    const auctionAtMs = earlier.times.auctionAtMs + RETURNS_AFTER_DAYS * 86_400_000;
    const market = cheaper(hiddenMarket(random, earlier.market.marketYen), earlier.market.startYen);
    const row = (): LotRow => ({
      ...earlier.row(),
      sourceId,
      updatedAt: new Date(last.atMs).toISOString(),
      auctionDate: japanTime(auctionAtMs),
      lotNo: number,
      startPrice: market.startYen,
    });
    return [{ sourceId, market, times: timesAt(auctionAtMs), returnOf: earlier, row }];
  });
}

function cheaper(market: HiddenMarket, earlierStartYen: number): HiddenMarket {
  const startYen = Math.max(5_000, Math.floor((earlierStartYen * RELISTED_PRICE_SHARE) / 5_000) * 5_000);
  return { ...market, startYen, reserveYen: Math.max(startYen, market.reserveYen) };
}

function lastStep({ market, times }: DemoLot): { atMs: number; isUnsold: boolean } {
  const last = outcomeOf(market, times, null).at(-1);
  return { atMs: last?.atMs ?? 0, isUnsold: last?.status === LOT_STATUS.unsold };
}
