import { shiftDay } from '@seri/server/platform/i18n/japan-time.ts';
import type { DemoLot } from './demo-lot.ts';
import { type HouseSale, houseDay, houseReturns, lotsOf, runsOn } from './house-day.ts';
import { codesIn, readHouses, readMotorcycles } from './source-tables.ts';
import { countStockEnding, STOCK_DAYS, stockEnding } from './stock.ts';
import { demoBike, drawBike } from './vehicles/demo-bike.ts';
import { demoCar } from './vehicles/demo-car.ts';
import { carVersions, drawCar } from './vehicles/draw-car.ts';
import type { BuiltModel } from './vehicles/production-months.ts';

/** Lots of auction houses are listed this many days ahead. */
export const DAYS_AHEAD = 7;

const carHouses = readHouses('houses.csv');
const bikeHouses = readHouses('bike-houses.csv');
const motorcycles = readMotorcycles();

export const demoHouses = [...carHouses, ...bikeHouses];
export const demoMotorcycles = motorcycles;

const sales: HouseSale[] = [
  ...carHouses.map(
    (house): HouseSale => ({
      house,
      draw: (random, day) => {
        const base = drawCar(random, day);
        const describe: ReturnType<HouseSale['draw']>['describe'] = (seed) => ({
          vehicle: 'car',
          ...demoCar(seed, base),
        });
        return { marketYen: base.marketYen, describe };
      },
    }),
  ),
  ...bikeHouses.map(
    (house): HouseSale => ({
      house,
      draw: (random, day) => {
        const base = drawBike(random, motorcycles, day);
        const describe: ReturnType<HouseSale['draw']>['describe'] = (seed) => ({
          vehicle: 'bike',
          ...demoBike(seed, base),
        });
        return { marketYen: base.marketYen, describe };
      },
    }),
  ),
];

/** When the lots of a day are listed; also their `updatedAt`, so that listing them again changes nothing. */
export const listedAt = (day: string): string => `${shiftDay(day, -DAYS_AHEAD)}T00:00:00+09:00`;

const byTime = (a: DemoLot, b: DemoLot) => a.times.auctionAtMs - b.times.auctionAtMs;

/** Share of a day's lots to generate: the archive holds fewer lots of distant days (`archive-share.ts`). */
type ShareOf = (day: string) => number;
const everything: ShareOf = () => 1;

/** Every new lot of all auctions on this Japanese day (YYYY-MM-DD), by time; equal on every machine. */
export const demoDay = (day: string, shareOf = everything): DemoLot[] =>
  sales
    .filter(runsOn(day))
    .flatMap((sale) => houseDay(sale, day, { listedAt: listedAt(day), share: shareOf(day) }))
    .toSorted(byTime);

export const countDemoDay = (day: string, shareOf = everything): number =>
  sales.filter(runsOn(day)).reduce((sum, { house }) => sum + lotsOf(house, day, shareOf(day)), 0);

/** Lots of a day that were not sold a week before; known once that day is over. */
export const demoReturns = (day: string, shareOf = everything): DemoLot[] =>
  sales
    .filter(runsOn(day))
    .flatMap((sale) => houseReturns(sale, day, { listedAt: listedAt(day), shareOf }))
    .toSorted(byTime);

/** Fixed-price cars listed together with the auction lots of a day. */
export const demoStock = (day: string): DemoLot[] => stockEnding(shiftDay(day, STOCK_DAYS - DAYS_AHEAD));
export const demoStockEnding = (day: string): DemoLot[] => stockEnding(day);
export const countDemoStock = countStockEnding;

/** Chassis codes of the demonstration's vehicles, by year; their production months are generated. */
export const builtModels = (untilYear: number): BuiltModel[] => [
  ...carVersions.flatMap(({ maker, model, gearboxes, codes, fromYear, toYear }) =>
    Array.from({ length: Math.min(toYear, untilYear) - fromYear + 1 }, (_, i) => ({
      ...{ maker, model, codes, transmission: gearboxes[0] ?? '' },
      year: fromYear + i,
    })),
  ),
  ...motorcycles.flatMap(({ maker, model, gearbox, frame, fromYear, toYear }) =>
    Array.from({ length: Math.min(toYear, untilYear) - fromYear + 1 }, (_, i) => ({
      maker,
      model,
      transmission: gearbox,
      codes: codesIn(frame, fromYear + i),
      year: fromYear + i,
    })),
  ),
];
