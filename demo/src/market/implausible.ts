import type { LotRow } from '@seri/contract/feed/rows.ts';
import { type CarVersion, codesIn, readMotorcycles } from './source-tables.ts';
import { ageYears, carVersions, MAX_USAGE, MIN_USAGE, usualKmAYear } from './vehicles/draw-car.ts';

const versionsOf = new Map<string, CarVersion[]>();
const keiModels = new Set<string>();
for (const version of carVersions) {
  for (const code of version.codes) {
    const key = `${version.maker} ${version.model} ${code}`;
    versionsOf.set(key, [...(versionsOf.get(key) ?? []), version]);
  }
  // Legal limit of kei cars: 660 cc.
  if ((version.engineCc ?? 0) > 0 && (version.engineCc ?? 0) <= 660) keiModels.add(`${version.maker} ${version.model}`);
}

const motorcycles = new Map(readMotorcycles().map((bike) => [`${bike.maker} ${bike.model}`, bike]));

const MAX_KEI_CC = 660;
const MAX_BIKE_KM = 95_000;
const MAX_KM_A_YEAR = 42_000;
/** Maximum age of a car with hardly any mileage. */
const OLD_YEARS = 5;
const MIN_KM_A_YEAR = 1_200;

/** The car ages by up to two months from its first listing to the day of its sale. */
const STILL_LISTED = 0.85;

/** Highest mileage and age that a grade allows. */
const AT_BEST: Record<string, { mileageKm: number; age: number }> = {
  S: { mileageKm: 400, age: 1.4 },
  '6': { mileageKm: 6_700, age: 1.4 },
  '5': { mileageKm: 34_000, age: 4.2 },
  '4.5': { mileageKm: 80_000, age: 9.6 },
  '4': { mileageKm: 154_000, age: 18.9 },
};
/** A low grade has a reason: mileage, age, or a repair. */
const LOW_GRADES = new Set(['3.5', '3', '2']);
const WORN = { mileageKm: 70_000, age: 10 };

/** Describes implausible facts of a demonstration vehicle; empty when it could be in any auction list. */
export function implausible(row: LotRow): string[] {
  return [...(row.vehicle === 'bike' ? implausibleBike(row) : implausibleCar(row)), ...implausiblePrice(row)];
}

function implausibleCar(row: LotRow): string[] {
  const { maker, model, grade, year, month, engine, mileage, condition } = row;
  const code = row.chassis.split('-')[0] ?? '';
  const versions = versionsOf.get(`${maker} ${model} ${code}`) ?? [];
  const found = versions.find(({ fromYear, toYear }) => (year ?? 0) >= fromYear && (year ?? 0) <= toYear);
  if (!found) return [`no ${maker} ${model} with chassis ${code} was built in ${year}`];
  if (mileage === null || month === null || year === null) return ['year, month or mileage is missing'];
  const day = row.auctionDate.slice(0, 10);
  const age = Math.max(0, ageYears({ year, month }, day));
  return [
    ...said(model === maker || model.startsWith(`${maker} `), 'the model is named like its maker'),
    ...said(grade === '' || !found.grades.includes(grade), `trim "${grade}" is none of this version`),
    ...said(engine !== found.engineCc, `engine of ${engine} cc, built with ${found.engineCc}`),
    ...said(found.fuel === 'electric' && engine !== null, 'an electric car has no engine size'),
    ...said(keiModels.has(`${maker} ${model}`) && (engine ?? 0) > MAX_KEI_CC, 'a kei car above 660 cc'),
    ...said(!found.gearboxes.includes(row.gearbox), `gearbox ${row.gearbox}`),
    ...said(!found.drives.includes(row.drive ?? ''), `drive ${row.drive}`),
    ...said(`${year}-${String(month).padStart(2, '0')}` > day.slice(0, 7), 'registered after its auction'),
    ...implausibleMileage(mileage, age, usualKmAYear(found)),
    ...implausibleGrade(condition, mileage, age),
    ...said(
      condition.startsWith('R') !== (row.sheet?.remarksJa.includes('修復歴有') ?? false),
      'a repair that grade and sheet do not agree on',
    ),
  ];
}

function implausibleMileage(mileageKm: number, age: number, usualKm: number): string[] {
  const years = Math.max(age, 0.5);
  return [
    ...said(mileageKm > MAX_KM_A_YEAR * years, `${mileageKm} km in ${age.toFixed(1)} years`),
    ...said(age >= 1 && mileageKm > usualKm * age * MAX_USAGE + 1, `${mileageKm} km, far above its like`),
    ...said(age >= 1 && mileageKm < usualKm * age * MIN_USAGE * STILL_LISTED, `${mileageKm} km, far below its like`),
    ...said(age >= OLD_YEARS && mileageKm < MIN_KM_A_YEAR * age, `${mileageKm} km after ${age.toFixed(1)} years`),
  ];
}

function implausibleGrade(grade: string, mileageKm: number, age: number): string[] {
  const best = AT_BEST[grade];
  return [
    ...said(
      best !== undefined && (mileageKm > best.mileageKm || age > best.age),
      `grade ${grade} with ${mileageKm} km after ${age.toFixed(1)} years`,
    ),
    ...said(
      LOW_GRADES.has(grade) && mileageKm < WORN.mileageKm && age < WORN.age,
      `grade ${grade} with ${mileageKm} km after ${age.toFixed(1)} years`,
    ),
  ];
}

function implausibleBike({ maker, model, year, mileage, engine, color, chassis }: LotRow): string[] {
  const built = motorcycles.get(`${maker} ${model}`);
  if (!built) return [`no motorcycle ${maker} ${model} is known`];
  if (year === null || year < built.fromYear || year > built.toYear) return [`${model} was not built in ${year}`];
  return [
    ...said(engine !== built.engineCc, `engine of ${engine} cc, built with ${built.engineCc}`),
    ...said(mileage === null || mileage <= 0 || mileage > MAX_BIKE_KM, `${mileage} km on a motorcycle`),
    ...said(!built.colors.includes(color), `it was not painted ${color}`),
    ...said(!codesIn(built.frame, year).includes(chassis.split('-')[0] ?? ''), `frame ${chassis} in ${year}`),
  ];
}

function implausiblePrice({ startPrice, soldPrice = null }: LotRow): string[] {
  if (startPrice === null) return ['no start price'];
  return said(soldPrice !== null && soldPrice < startPrice, `sold for ${soldPrice}, below its start of ${startPrice}`);
}

const said = (isSo: boolean, what: string): string[] => (isSo ? [what] : []);
