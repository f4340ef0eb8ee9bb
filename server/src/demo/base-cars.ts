import { equipmentOf, salesPointsOf } from './equipment.ts';
import { type CarModel, type ListingRecord, readListings, readModels } from './source-tables.ts';

/** A real listing with what its title says; the demonstration's lots are drawn from these. */
export interface BaseCar {
  model: CarModel;
  trim: string;
  year: number;
  mileageKm: number;
  engineCc: number | null;
  gearbox: string;
  drive: string;
  equip: string[];
  salesPoints: { ja: string; en: string }[];
  /** Retail price of the source x 0.72, retail to hammer. */
  marketYen: number;
}

const RETAIL_TO_HAMMER = 0.72;
const FOUR_WHEEL = /4WD|xドライブ|4マチック|クワトロ|4MOTION|オール4/;
const LATIN = /^[A-Za-z0-9][A-Za-z0-9.+-]*$/;
const NOT_A_TRIM =
  /^(ETC|ETC2\.0|CD|DVD|TV|LED|SD|USB|AUX|HDMI|BT|Bluetooth|ACC|BSM|HUD|AppleCarPlay|CarPlay|ABS|HID|AW|EV|DCT|EDC|\d?[AME]T|CVT|PKG|USBC|Type-C|SRS|LKA|LDA|BC|PS|PW|AC)$/i;
const SKIPPED = /^(4WD|2WD|\d\.\d|660|[12]\d{3})$/;
const MOST_TRIM_WORDS = 3;

/** The listings that fit a model, and how many fit none. */
export function readBaseCars(): { cars: BaseCar[]; leftOut: number } {
  const models = readModels().toSorted((a, b) => b.ja.length - a.ja.length);
  const listings = readListings();
  const cars = listings.flatMap((listing) => {
    const model = findModel(models, listing);
    return model ? [toBaseCar(listing, model)] : [];
  });
  return { cars, leftOut: listings.length - cars.length };
}

/** Two makers share a Japanese name (Copen), so the listing's own maker goes first. */
function findModel(models: readonly CarModel[], { title, brand_en }: ListingRecord): CarModel | undefined {
  const fitting = models.filter(({ ja }) => title === ja || title.startsWith(`${ja} `));
  return fitting.find(({ maker }) => maker === brand_en.toUpperCase()) ?? fitting[0];
}

function toBaseCar(listing: ListingRecord, model: CarModel): BaseCar {
  const { title } = listing;
  return {
    model,
    trim: trimOf(title.slice(model.ja.length)),
    year: Number(listing.year),
    mileageKm: Number(listing.mileage_km),
    engineCc: listing.displacement_cc === '' ? null : Number(listing.displacement_cc),
    gearbox: gearboxOf(listing.gearbox, model),
    drive: FOUR_WHEEL.test(title) ? '4WD' : model.drive,
    equip: equipmentOf(title),
    salesPoints: salesPointsOf(title),
    marketYen: Math.round(Number(listing.price_yen) * RETAIL_TO_HAMMER),
  };
}

function trimOf(rest: string): string {
  const words: string[] = [];
  for (const word of rest.trim().split(' ')) {
    if (SKIPPED.test(word)) continue;
    if (!LATIN.test(word) || NOT_A_TRIM.test(word) || words.length === MOST_TRIM_WORDS) break;
    words.push(word);
  }
  return words.join(' ');
}

/** A bare MT of the source is not to be trusted; with a number of gears it is. */
function gearboxOf(raw: string, model: CarModel): string {
  if (raw === 'CVT') return 'CVT';
  if (/^\dMT$/.test(raw)) return 'MT';
  return /AT$/.test(raw) ? 'AT' : model.gearbox;
}
