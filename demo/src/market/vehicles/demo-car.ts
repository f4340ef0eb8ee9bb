import type { LotRow } from '@seri/contract/feed/rows.ts';
import { chassisCodeOf } from '@seri/contract/lots/chassis.ts';
import { MILEAGE_MARKS } from '@seri/contract/lots/mileage.ts';
import { DRAWING_PREFIX } from '@seri/contract/photos/entries.ts';
import type { Seeded } from '@seri/server/platform/db/seeded.ts';
import { sheetOf } from './car-condition.ts';
import { colorFor, paintKey } from './colors.ts';
import { type DemoFacts, demoFacts } from './demo-facts.ts';
import type { BaseCar } from './draw-car.ts';
import { equipmentOf, salesPointsOf } from './equipment.ts';
import { serialNumber } from './serial-numbers.ts';

/** Yards (3) x wheels (4) of the drawings: few, so that lots share pictures, which are rendered once. */
const PICTURE_SEEDS = 12;
const VIEWS = ['front34', 'rear34', 'side', 'front', 'rear', 'interior', 'odometer', 'engine'];

/** From this mileage on some odometers are marked as doubtful. */
const DOUBTED_FROM_KM = 60_000;
const DOUBTED_SHARE = 0.03;

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
  | 'mileageMark'
  | 'condition'
  | 'equip'
  | 'chassis'
  | 'horsePower'
  | 'images'
  | 'odometerImage'
  | 'sheet'
  | 'info'
> &
  DemoFacts;

/** All listed facts of the car; facts that its version does not decide are drawn from the seed. */
export function demoCar(random: Seeded, base: BaseCar): CarFields {
  const { version, year, month, mileageKm, condition } = base;
  const color = colorFor(random, version.body);
  const points = salesPointsOf(random, base);
  const gearbox = random.pick(version.gearboxes);
  const drive = random.pick(version.drives);
  const equip = equipmentOf(random, base);
  const chassis = `${random.pick(version.codes)}-${serialNumber(random, { year, month })}`;
  const images = pictures(`${version.body}-${paintKey(color)}-${random.whole(0, PICTURE_SEEDS - 1)}`, mileageKm);
  return {
    maker: version.maker,
    model: version.model,
    grade: base.trim,
    year,
    month,
    engine: version.engineCc,
    gearbox,
    drive,
    color,
    mileage: mileageKm,
    condition,
    equip,
    chassis,
    horsePower: null,
    ...demoFacts(version, { code: chassisCodeOf(chassis), year, month }),
    images,
    odometerImage: images[VIEWS.indexOf('odometer')],
    sheet: sheetOf(
      random,
      condition,
      points.map(({ ja }) => ja),
    ),
    info: points.map(({ en }) => en).join(', '),
    ...(mileageKm >= DOUBTED_FROM_KM && random.chance(DOUBTED_SHARE)
      ? { mileageMark: random.pick(MILEAGE_MARKS) }
      : {}),
  };
}

const pictures = (vehicle: string, mileageKm: number): string[] =>
  VIEWS.map((view) => `/p/${DRAWING_PREFIX}${vehicle}-${view}${view === 'odometer' ? `-${mileageKm}` : ''}`);
