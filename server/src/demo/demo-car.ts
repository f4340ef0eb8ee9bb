import type { LotRow } from '@seri/contract/feed/rows.ts';
import type { BaseCar } from './base-cars.ts';
import { gradeOf, sheetOf } from './car-condition.ts';
import { colorFor, paintKey } from './colors.ts';
import type { Seeded } from './seeded.ts';
import { serialNumber } from './serial-numbers.ts';
import { codesIn } from './source-tables.ts';

/** Yards (3) x wheels (4) of the drawings: few enough that lots share pictures, which are rendered once. */
const PICTURE_SEEDS = 12;
const VIEWS = ['front34', 'rear34', 'side', 'front', 'rear', 'interior', 'odometer', 'engine'];

export type CarFields = Pick<
  LotRow,
  | 'maker'
  | 'model'
  | 'grade'
  | 'year'
  | 'month'
  | 'engine'
  | 'gearbox'
  | 'drive'
  | 'color'
  | 'mileage'
  | 'condition'
  | 'equip'
  | 'chassis'
  | 'horsePower'
  | 'images'
  | 'sheet'
  | 'info'
>;

/** One car after a real listing: mileage jittered, the rest that no listing tells drawn from the seed. */
export function demoCar(random: Seeded, base: BaseCar, day: string): CarFields {
  const { model } = base;
  const auctionYear = Number(day.slice(0, 4));
  const mileageKm = Math.max(3, Math.round(base.mileageKm * random.between(0.8, 1.25)));
  const condition = gradeOf(random, { mileageKm, ageYears: auctionYear - base.year });
  const color = colorFor(random, model.body);
  const month = random.whole(1, base.year >= auctionYear ? 9 : 12);
  return {
    maker: model.maker,
    model: model.model,
    grade: base.trim,
    year: base.year,
    month,
    engine: base.engineCc,
    gearbox: base.gearbox,
    drive: base.drive,
    color,
    mileage: mileageKm,
    condition,
    equip: base.equip.join(' '),
    chassis: `${random.pick(codesIn(model.chassis, base.year))}-${serialNumber(random, { year: base.year, month })}`,
    horsePower: null,
    images: pictures(`${model.body}-${paintKey(color)}-${random.whole(0, PICTURE_SEEDS - 1)}`, mileageKm),
    sheet: sheetOf(
      random,
      condition,
      base.salesPoints.map(({ ja }) => ja),
    ),
    info: base.salesPoints.map(({ en }) => en).join(', '),
  };
}

const pictures = (vehicle: string, mileageKm: number): string[] =>
  VIEWS.map((view) => `/p/${vehicle}-${view}${view === 'odometer' ? `-${mileageKm}` : ''}`);
