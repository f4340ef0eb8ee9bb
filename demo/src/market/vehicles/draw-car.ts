import type { Seeded } from '@seri/server/platform/db/seeded.ts';
import { type CarVersion, readCars } from '../source-tables.ts';
import { gradeOf } from './car-condition.ts';

/** Usual kilometers a year by body: a van works, a roadster is kept for Sundays. */
const KM_A_YEAR: Record<string, number> = {
  'kei-hatch': 7_500,
  'kei-box': 8_000,
  'kei-van': 10_500,
  'kei-truck': 5_500,
  van: 15_000,
  hatchback: 8_500,
  sedan: 8_500,
  wagon: 10_000,
  minivan: 9_500,
  suv: 9_500,
  'pickup-truck': 11_000,
  coupe: 6_000,
  roadster: 5_000,
};
/** Bounds of a car's mileage, relative to the usual one for its age. */
export const MIN_USAGE = 0.4;
export const MAX_USAGE = 2.3;
const MAX_KM = 390_000;
/** Share of nearly new cars, sold by dealers right after registration. */
const NEARLY_NEW_SHARE = 0.35;

/** Auction price of a new car, as a share of its price when new. */
const NEW_TO_HAMMER = 0.8;
const CHEAPEST_YEN = 30_000;
const WORTH_OF_GRADE: Record<string, number> = {
  S: 1.08,
  '6': 1.06,
  '5': 1.03,
  '4.5': 1,
  '4': 0.95,
  '3.5': 0.88,
  '3': 0.78,
  '2': 0.6,
  R: 0.68,
  RA: 0.76,
  RB: 0.7,
  R2: 0.55,
};

/** A car at an auction, before its description. */
export interface BaseCar {
  version: CarVersion;
  trim: string;
  year: number;
  month: number;
  mileageKm: number;
  /** The auction grade. */
  condition: string;
  marketYen: number;
}

export const carVersions: readonly CarVersion[] = readCars();
let whole = 0;
const upTo = carVersions.map(({ share }) => {
  whole += share;
  return whole;
});

function pickVersion(random: Seeded): CarVersion {
  const draw = random.share() * whole;
  let [low, high] = [0, upTo.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((upTo[middle] ?? 0) > draw) high = middle;
    else low = middle + 1;
  }
  return carVersions[low] as CarVersion;
}

/** Share of fleet cars: one trim of a common model, four or five years old. */
const FLEET_SHARE = 0.22;
const FLEET_MODELS = 20;
const FLEET_AGES = [4, 5];
const fleets = new Map<number, CarVersion[]>();

function fleetOf(auctionYear: number): CarVersion[] {
  const known = fleets.get(auctionYear);
  if (known) return known;
  const [youngest = 0, oldest = 0] = FLEET_AGES;
  const fleet = carVersions
    .filter(({ fromYear, toYear }) => fromYear <= auctionYear - oldest && toYear >= auctionYear - youngest)
    .toSorted((a, b) => b.share - a.share)
    .slice(0, FLEET_MODELS);
  fleets.set(auctionYear, fleet);
  return fleet;
}

export const usualKmAYear = ({ body, fuel }: CarVersion): number =>
  (KM_A_YEAR[body] ?? 9_000) * (fuel === 'electric' ? 0.85 : 1);

/** Years from the first registration to the middle of the auction's month. */
export const ageYears = ({ year, month }: { year: number; month: number }, day: string): number =>
  Number(day.slice(0, 4)) - year + (Number(day.slice(5, 7)) - month) / 12;

/** Draws one car of a day: version by frequency, year within its production, mileage by age, price by all of them. */
export function drawCar(random: Seeded, day: string): BaseCar {
  const auctionYear = Number(day.slice(0, 4));
  const fleet = fleetOf(auctionYear);
  const isFleet = fleet.length > 0 && random.chance(FLEET_SHARE);
  let version = isFleet ? random.pick(fleet) : pickVersion(random);
  // Replaces versions that were not built yet.
  while (version.fromYear > auctionYear) version = pickVersion(random);
  const registered = isFleet
    ? { year: auctionYear - random.pick(FLEET_AGES), month: random.whole(1, 12) }
    : drawRegistration(random, version, day);
  const age = Math.max(0.05, ageYears(registered, day));
  const usualKm = usualKmAYear(version) * age;
  const usage = Math.min(MAX_USAGE, Math.max(MIN_USAGE, Math.exp((isFleet ? 0.18 : 0.36) * random.normal())));
  const mileageKm = Math.min(MAX_KM, Math.max(5, Math.round(usualKm * usage * (age < 0.5 ? 0.1 : 1))));
  const condition = gradeOf(random, { mileageKm, ageYears: age });
  const place = isFleet ? Math.min(1, version.grades.length - 1) : random.whole(0, version.grades.length - 1);
  const remainingYen = version.newYen * NEW_TO_HAMMER * Math.exp((-version.lossPercent / 100) * age);
  const marketYen =
    remainingYen *
    Math.exp(-0.22 * (usage - 1)) *
    (WORTH_OF_GRADE[condition] ?? 1) *
    (0.95 + (0.1 * place) / version.grades.length) *
    Math.exp(0.07 * random.normal());
  return {
    ...{ version, ...registered, mileageKm, condition },
    trim: version.grades[place] ?? '',
    marketYen: Math.max(CHEAPEST_YEN, Math.round(marketYen)),
  };
}

function drawRegistration(random: Seeded, { fromYear, toYear }: CarVersion, day: string) {
  const [auctionYear, auctionMonth] = [Number(day.slice(0, 4)), Number(day.slice(5, 7))];
  const last = Math.min(toYear, auctionYear);
  let year = random.whole(fromYear, last);
  if (year >= auctionYear - 1 && !random.chance(NEARLY_NEW_SHARE)) year = random.whole(fromYear, last);
  return { year, month: random.whole(1, year === auctionYear ? auctionMonth : 12) };
}

const MAX_ATTEMPTS = 60;

/** A car of that day with a market value in the range; if none is found, the last one at the nearer bound. */
export function drawCarWorth(random: Seeded, day: string, [from, to]: readonly [number, number]): BaseCar {
  let car = drawCar(random, day);
  for (let tries = 1; tries < MAX_ATTEMPTS && (car.marketYen < from || car.marketYen > to); tries++)
    car = drawCar(random, day);
  return { ...car, marketYen: Math.min(to, Math.max(from, car.marketYen)) };
}
