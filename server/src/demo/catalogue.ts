import { shiftDay } from '../platform/japan-time.ts';
import { readBaseCars } from './base-cars.ts';
import { demoBike, drawBike } from './demo-bike.ts';
import { demoCar } from './demo-car.ts';
import type { DemoLot } from './demo-lot.ts';
import { type Hall, houseDay, houseReturns, runsOn } from './house-day.ts';
import type { BuiltModel } from './production-months.ts';
import { codesIn, readHouses, readMotorcycles } from './source-tables.ts';
import { countStockEnding, STOCK_DAYS, stockEnding } from './stock.ts';

/** Lots of the houses are listed this many days ahead. */
export const DAYS_AHEAD = 7;

const { cars, leftOut } = readBaseCars();
const carHouses = readHouses('houses.csv');
const bikeHouses = readHouses('bike-houses.csv');
const motorcycles = readMotorcycles();

export const demoCars = cars;
export const demoHouses = [...carHouses, ...bikeHouses];
export const demoMotorcycles = motorcycles;
/** Listings that fit no model of demo-data/models.csv. */
export const listingsLeftOut = leftOut;

const halls: Hall[] = [
  ...carHouses.map(
    (house): Hall => ({
      house,
      draw: (random, day) => {
        const base = random.pick(cars);
        const describe: ReturnType<Hall['draw']>['describe'] = (seed) => ({
          vehicle: 'car',
          ...demoCar(seed, base, day),
        });
        return { marketYen: base.marketYen, describe };
      },
    }),
  ),
  ...bikeHouses.map(
    (house): Hall => ({
      house,
      draw: (random, day) => {
        const base = drawBike(random, motorcycles, day);
        const describe: ReturnType<Hall['draw']>['describe'] = (seed) => ({
          vehicle: 'bike',
          ...demoBike(seed, base, day),
        });
        return { marketYen: base.marketYen, describe };
      },
    }),
  ),
];

/** When the lots of a day are listed; also their `updatedAt`, so that listing them again changes nothing. */
export const listedAt = (day: string): string => `${shiftDay(day, -DAYS_AHEAD)}T00:00:00+09:00`;

const byTime = (a: DemoLot, b: DemoLot) => a.times.auctionAtMs - b.times.auctionAtMs;

/** Every new lot of every house that auctions on this Japanese day (YYYY-MM-DD), by time; the same on every machine. */
export const demoDay = (day: string): DemoLot[] =>
  halls
    .filter(runsOn(day))
    .flatMap((hall) => houseDay(hall, day, listedAt(day)))
    .toSorted(byTime);

export const countDemoDay = (day: string): number =>
  halls.filter(runsOn(day)).reduce((sum, { house }) => sum + house.lotsADay, 0);

/** Lots of a day that were not sold a week before; known once that day is over. */
export const demoReturns = (day: string): DemoLot[] =>
  halls
    .filter(runsOn(day))
    .flatMap((hall) => houseReturns(hall, day, listedAt(day)))
    .toSorted(byTime);

/** Cars at a fixed price, listed together with the auction lots of a day. */
export const demoStock = (day: string): DemoLot[] => stockEnding(cars, shiftDay(day, STOCK_DAYS - DAYS_AHEAD));
export const demoStockEnding = (day: string): DemoLot[] => stockEnding(cars, day);
export const countDemoStock = countStockEnding;

/** Chassis codes the demonstration's vehicles wear, by year: what its months of production are told for. */
export const builtModels = (untilYear: number): BuiltModel[] => [
  ...cars.map(({ model, year, gearbox }) => ({
    maker: model.maker,
    model: model.model,
    transmission: gearbox,
    codes: codesIn(model.chassis, year),
    year,
  })),
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
