import type { LotRow } from '@seri/contract/feed/rows.ts';
import { DRAWING_PREFIX } from '@seri/contract/photos/entries.ts';
import type { Seeded } from '@seri/server/platform/db/seeded.ts';
import { logKmEffect, logMonthEffect, WORTH_OF_GRADE } from '../price-effects.ts';
import { type BikeModel, codesIn } from '../source-tables.ts';
import { bikeInspection } from './bike-inspection.ts';
import { gradeOf } from './car-condition.ts';
import { paintKey } from './colors.ts';
import { serialNumber } from './serial-numbers.ts';

/** Yards (3) x wheels of the drawings: lots share pictures, which are rendered once. */
const PICTURE_SEEDS = 6;
const VIEWS = ['front34', 'side', 'rear34', 'front', 'rear', 'engine', 'odometer'];

/** Share with a video of the motorcycle on a turntable. */
const FILMED_SHARE = 0.4;

const PRICED_AGE_YEARS = 5;
const LOSS_A_YEAR = 0.055;
/** Small ones are used daily, large ones are kept for pleasure. */
const KM_A_YEAR = { small: 3_200, large: 2_600 };
const SMALL_CC = 260;
const MAX_KM = 95_000;
const CHEAPEST_YEN = 50_000;

/** A motorcycle at an auction, before its description. */
export interface BaseBike {
  model: BikeModel;
  year: number;
  mileageKm: number;
  /** The auction grade. */
  condition: string;
  marketYen: number;
}

export function drawBike(random: Seeded, models: readonly BikeModel[], day: string): BaseBike {
  const model = random.pick(models);
  const auctionYear = Number(day.slice(0, 4));
  const year = random.whole(model.fromYear, Math.min(model.toYear, auctionYear - 1));
  const ageYears = auctionYear - year;
  const kmAYear = model.engineCc <= SMALL_CC ? KM_A_YEAR.small : KM_A_YEAR.large;
  const usualKm = kmAYear * ageYears;
  const mileageKm = Math.min(MAX_KM, Math.max(12, Math.round(usualKm * Math.exp(0.7 * random.normal()))));
  const condition = gradeOf(random, { mileageKm: mileageKm * 2, ageYears: ageYears * 0.8 });
  const effects = logKmEffect('bike', mileageKm - usualKm) + logMonthEffect(day);
  const ageing = Math.max(0.45, Math.exp(-LOSS_A_YEAR * (ageYears - PRICED_AGE_YEARS)));
  const worth = WORTH_OF_GRADE[condition] ?? 1;
  const worthYen = model.priceYen * ageing * worth * Math.exp(effects + 0.05 * random.normal());
  const marketYen = Math.max(CHEAPEST_YEN, Math.round(worthYen));
  return { model, year, mileageKm, condition, marketYen };
}

const EXTRAS: Record<string, readonly string[]> = {
  scooter: ['TOPCASE', 'USB', 'WS', 'ALARM', 'CSTAND', 'GH'],
  naked: ['ETC', 'MUFFLER', 'WS', 'CARRIER', 'USB', 'GUARD', 'QS', 'LED'],
  sport: ['ETC', 'MUFFLER', 'QS', 'TC', 'MODES', 'LED'],
  cruiser: ['ETC', 'BACKREST', 'MUFFLER', 'WS', 'PANNIERS', 'GUARD'],
  offroad: ['CARRIER', 'GUARD', 'MUFFLER', 'GH'],
  touring: ['ETC', 'TOPCASE', 'PANNIERS', 'GH', 'CC', 'CSTAND', 'TC', 'USB', 'GUARD', 'ESA'],
};
const ABS_FROM_YEAR = 2016;

type BikeFields = Omit<
  LotRow,
  | 'kind'
  | 'source'
  | 'sourceId'
  | 'updatedAt'
  | 'vehicle'
  | 'lotSource'
  | 'house'
  | 'auctionDate'
  | 'lotNo'
  | 'startPrice'
  | 'demo'
>;

/** All listed facts of the motorcycle; facts without a table are drawn from the seed. */
export function demoBike(random: Seeded, { model, year, mileageKm, condition }: BaseBike): BikeFields {
  const color = random.pick(model.colors);
  const month = random.whole(1, 12);
  const vehicle = `${model.body}-${paintKey(color)}-${random.whole(0, PICTURE_SEEDS - 1)}`;
  const pictures = new Map(
    VIEWS.map((view) => [view, `/p/${DRAWING_PREFIX}${vehicle}-${view}${view === 'odometer' ? `-${mileageKm}` : ''}`]),
  );
  const { inspection, mileageNote } = bikeInspection(random, { condition, drive: model.drive, pictures });
  return {
    maker: model.maker,
    model: model.model,
    grade: '',
    year,
    month,
    engine: model.engineCc,
    gearbox: model.gearbox,
    drive: model.drive,
    color,
    mileage: mileageKm,
    condition,
    equip: equipmentFor(random, model, year),
    chassis: `${random.pick(codesIn(model.frame, year))}-${serialNumber(random, { year, month })}`,
    horsePower: model.horsePower,
    images: [...pictures.values()],
    odometerImage: pictures.get('odometer'),
    info: '',
    inspection,
    videos: random.chance(FILMED_SHARE) ? [`/p/${DRAWING_PREFIX}${vehicle}-turn`] : [],
    mileageNote,
  };
}

function equipmentFor(random: Seeded, { body, engineCc }: BikeModel, year: number): string {
  const hasAbs = year >= ABS_FROM_YEAR && engineCc > 120 && random.chance(0.85);
  const extras = (EXTRAS[body] ?? []).filter(() => random.chance(0.22));
  return [...(hasAbs ? ['ABS'] : []), ...extras].join(' ');
}
