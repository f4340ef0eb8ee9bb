import * as z from 'zod';
import { foreignLink } from '../link-fields.ts';
import { MILEAGE_MARKS } from '../lots/mileage.ts';
import { isPictureEntry } from '../photos/entries.ts';
import { MAX_PHOTO_NAME_LENGTH, PHOTO, PHOTO_NAME } from '../photos/names.ts';
import { factFields } from './fact-fields.ts';

const name = z.string().check(z.minLength(1), z.maxLength(100));
const key = z.string().check(z.minLength(1), z.maxLength(120));
const priceYen = z.nullable(z.int().check(z.gte(0), z.lte(999_999_999)));
export const stamp = z.iso.datetime({ offset: true });
const japaneseDay = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/));
const lotNumber = z.int().check(z.gte(1), z.lte(9_999_999));
const minutes = z.optional(z.int().check(z.gte(0), z.lte(10_080)));
const head = { source: key, sourceId: key, updatedAt: stamp };

/** An auction house: its rules override the company's (business-rules.md#house-rules). Weekdays 1 = Monday to 7 = Sunday. */
export const houseRow = z.strictObject({
  kind: z.literal('house'),
  source: key,
  updatedAt: stamp,
  name,
  isUss: z.boolean(),
  weekdays: z.array(z.int().check(z.gte(1), z.lte(7))),
  opensAt: z.string().check(z.regex(/^\d{2}:\d{2}$/)),
  closeMinutes: minutes,
  cutoffMinutes: minutes,
  cancelHours: z.optional(z.int().check(z.gte(0), z.lte(720))),
  overbidYen: z.optional(z.int().check(z.gte(0), z.lte(999_999))),
  haulageYen: z.int().check(z.gte(0), z.lte(9_999_999)),
  exportPort: z.nullable(name),
});
export type HouseRow = z.infer<typeof houseRow>;

const address = foreignLink(300);

/** A name in the photo store, with or without the `/p/` under which lots show it; anything else is not a photo of a lot. */
const image = z.string().check(z.regex(PHOTO, 'no name of a photo in the store'), z.maxLength(MAX_PHOTO_NAME_LENGTH));

/** A picture of a lot: an `https:` address that the worker fetches, or a name in the photo store. */
const picture = z.string().check(z.refine(isPictureEntry, 'no https address and no name of a photo in the store'));

export const sheetFacts = z.object({
  interiorGrade: z.optional(z.string()),
  damages: z.array(z.object({ code: z.string(), panel: z.string() })),
  remarksJa: z.array(z.string()),
  seed: z.int(),
  /** Name of the scan below `sheets/` in the photo store. */
  image: z.optional(
    z.string().check(z.regex(PHOTO_NAME, 'no name in the photo store'), z.maxLength(MAX_PHOTO_NAME_LENGTH)),
  ),
});
export type SheetFacts = z.infer<typeof sheetFacts>;

/** Ratings and remarks of a motorcycle as its auction house wrote them; zones without a rating are omitted. */
export const inspectionFacts = z.object({
  zones: z.array(
    z.object({
      zone: z.enum(['engine', 'electro', 'exterior', 'front', 'rear', 'chassis']),
      rating: z.string().check(z.maxLength(10)),
      notes: z.array(z.object({ part: z.string().check(z.maxLength(60)), finding: z.string().check(z.maxLength(60)) })),
      images: z.array(image).check(z.maxLength(10)),
    }),
  ),
  /** The first is A, the second B. */
  remarks: z.array(z.string().check(z.maxLength(200))).check(z.maxLength(26)),
});
export type InspectionFacts = z.infer<typeof inspectionFacts>;

/**
 * A lot as a source lists it. Unknown numbers are null, prices integer yen, mileage km, engine cc
 * (business-rules.md#lot-identity).
 */
export const lotRow = z.strictObject({
  kind: z.literal('lot'),
  ...head,
  vehicle: z.enum(['car', 'bike']),
  lotSource: z.enum(['auction', 'stock']),
  house: name,
  /** Instant with zone, or only the Japanese day while the time is unknown. */
  auctionDate: z.union([stamp, japaneseDay]),
  lotNo: lotNumber,
  maker: name,
  model: name,
  grade: z.string().check(z.maxLength(200)),
  year: z.nullable(z.int().check(z.gte(1900), z.lte(2100))),
  month: z.nullable(z.int().check(z.gte(1), z.lte(12))),
  engine: z.nullable(z.int().check(z.gte(0), z.lte(99_999))),
  gearbox: z.string().check(z.maxLength(20)),
  drive: z.nullable(z.string().check(z.maxLength(20))),
  color: z.string().check(z.maxLength(60)),
  mileage: z.nullable(z.int().check(z.gte(0), z.lte(9_999_999))),
  condition: z.string().check(z.maxLength(10)),
  equip: z.string().check(z.maxLength(300)),
  /** Full chassis number, with the code before the dash. */
  chassis: z.string().check(z.maxLength(40)),
  horsePower: z.nullable(z.int().check(z.gte(0), z.lte(5_000))),
  status: z.optional(z.int().check(z.gte(4531), z.lte(4539))),
  startPrice: priceYen,
  soldPrice: z.optional(priceYen),
  averagePrice: z.optional(priceYen),
  images: z.array(picture).check(z.maxLength(60)),
  /** The scan of the auction sheet: an `https:` address, or a name below `sheets/` in the photo store. */
  sheetImage: z.optional(z.nullable(picture)),
  /** The photo of the odometer: one of `images`, or a further one that is shown after them. */
  odometerImage: z.optional(z.nullable(picture)),
  sheet: z.optional(sheetFacts),
  info: z.string().check(z.maxLength(2_000)),
  /** Motorcycles: the auction house's inspection. */
  inspection: z.optional(inspectionFacts),
  /** Of a motorcycle: names in the photo store, or https addresses that a page links to. */
  videos: z.optional(z.array(z.union([image, address])).check(z.maxLength(10))),
  mileageNote: z.optional(z.string().check(z.maxLength(100))),
  /** Facts of the vehicle (contract/src/lots/facts.ts); its power is `horsePower`, its drive `drive`. */
  ...factFields,
  /** Remark of the auction house on the odometer, beside `mileage` or instead of it. */
  mileageMark: z.optional(z.nullable(z.enum(MILEAGE_MARKS))),
  /** Page of the lot on another site (business-rules.md#private-lots). */
  link: z.optional(z.nullable(address)),
  /** Private lots: the `clientId`s that may see it besides the staff; an empty list means staff only. */
  viewers: z.optional(z.nullable(z.array(z.string().check(z.regex(/^C-\d{4,9}$/))).check(z.maxLength(100)))),
  demo: z.optional(z.boolean()),
});
export type LotRow = z.infer<typeof lotRow>;

/** The result of a lot. `buyer.orderKey` names our agent order when the auction house reports that we bought it. */
export const resultRow = z.strictObject({
  kind: z.literal('result'),
  ...head,
  status: z.int().check(z.gte(4531), z.lte(4539)),
  soldPrice: priceYen,
  buyer: z.optional(z.nullable(z.object({ orderKey: key }))),
});
export type ResultRow = z.infer<typeof resultRow>;

/**
 * A snapshot: all lot numbers that a source lists at an auction house on a day. Its lots that are not among them have
 * disappeared (4537), unless a newer row exists.
 */
export const fullListRow = z.strictObject({
  kind: z.literal('full-list'),
  source: key,
  updatedAt: stamp,
  house: name,
  day: japaneseDay,
  vehicle: z.enum(['car', 'bike']),
  lotNos: z.array(lotNumber).check(z.maxLength(30_000)),
  /** Listed lots whose numbers cannot be parsed. */
  sourceIds: z.optional(z.array(key).check(z.maxLength(30_000))),
});
export type FullListRow = z.infer<typeof fullListRow>;

/** A range of serial numbers of a chassis code that were built in one month; bounds inclusive. */
export const productionMonthRow = z.strictObject({
  kind: z.literal('production-month'),
  ...head,
  maker: name,
  chassisCode: z.string().check(z.minLength(1), z.maxLength(20)),
  serialFrom: z.int().check(z.gte(0)),
  serialTo: z.int().check(z.gte(0)),
  year: z.int().check(z.gte(1900), z.lte(2100)),
  month: z.int().check(z.gte(1), z.lte(12)),
  modelName: z.optional(z.nullable(name)),
  gradeCode: z.optional(z.nullable(name)),
  engineNo: z.optional(z.nullable(name)),
  transmission: z.optional(z.nullable(name)),
  description: z.optional(z.nullable(z.string().check(z.maxLength(300)))),
  code: z.optional(z.nullable(name)),
  colorCode: z.optional(z.nullable(name)),
  trimCode: z.optional(z.nullable(name)),
  catalogNo: z.optional(z.nullable(name)),
});
export type ProductionMonthRow = z.infer<typeof productionMonthRow>;

export const feedRow = z.discriminatedUnion('kind', [houseRow, lotRow, resultRow, fullListRow, productionMonthRow]);
export type FeedRow = z.infer<typeof feedRow>;
