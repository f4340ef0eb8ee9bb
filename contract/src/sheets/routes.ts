import * as z from 'zod/mini';
import { noQuery, route, success } from '../http.ts';
import type { PageType } from '../lots/page-types.ts';

/** A sheet of this portal: `/s/<lot id>`, never an address on another site (business-rules.md#sheet-addresses). */
const sheetImage = z.string().check(z.minLength(1), z.maxLength(500));

export const translateSheet = route({
  method: 'GET',
  path: '/v1/car-auction/image-translate',
  budget: 'read',
  waitsForWork: true,
  changesState: true,
  summary: "Address of the sheet with its translation in the reader's language as an overlay",
  access: { all: ['auctionTranslationUse'] },
  query: z.strictObject({ image: sheetImage }),
  reply: z.string(),
  errors: ['Sheet.NotOurs', 'NotFound', 'Sheet.Unreadable', 'Unavailable'],
});

export const sheetItem = z.object({
  id: z.int(),
  /** Purpose of this place of the form, one of the fields. */
  field: z.string(),
  /** The text as read; empty where a manager translated a place without typing its Japanese text. */
  ja: z.string(),
  /** In the reader's language; null where the glossary has no translation, so only the original is shown. */
  text: z.nullable(z.string()),
  /** Confidence of the reading, 0 to 1. */
  confidence: z.number(),
  /** Its area, in thousandths of the sheet's width and height. */
  box: z.object({ left: z.int(), top: z.int(), width: z.int(), height: z.int() }),
  /** Address of the picture of that area. */
  crop: z.string(),
  /** A manager corrected it. */
  corrected: z.boolean(),
});
export type SheetItem = z.infer<typeof sheetItem>;

export const sheetItems = route({
  method: 'GET',
  path: '/v1/car-auction/sheet-items',
  budget: 'read',
  changesState: true,
  summary: 'The items read on a sheet with their places, and the unreadable places',
  access: { all: ['auctionTranslationUse'] },
  query: z.strictObject({ image: sheetImage }),
  reply: z.object({
    /** The auction house of the form, null when no template matches. */
    template: z.nullable(z.string()),
    /** `service`: read by the provider's own service. */
    reader: z.enum(['own', 'service']),
    items: z.array(sheetItem),
    /** Areas with unreadable text. */
    unread: z.array(z.object({ id: z.int(), field: z.string(), crop: z.string() })),
  }),
  errors: ['Sheet.NotOurs', 'NotFound', 'Sheet.Unreadable', 'Unavailable'],
});

export const correctSheetItem = route({
  method: 'POST',
  path: '/v1/car-auction/correct-sheet-item',
  budget: 'write',
  summary: 'Correct an item; the glossary learns the term',
  access: { userType: 3 },
  query: noQuery,
  body: z.strictObject({
    id: z.int().check(z.minimum(1), z.maximum(2_147_483_647)),
    ja: z.string().check(z.trim(), z.minLength(1, 'Field.Required'), z.maxLength(200, 'Field.Invalid')),
    en: z.optional(z.string().check(z.trim(), z.maxLength(200, 'Field.Invalid'))),
    ru: z.optional(z.string().check(z.trim(), z.maxLength(200, 'Field.Invalid'))),
  }),
  reply: success,
  errors: ['NotFound'],
});

const known = z.nullable(z.string());

const productionMonthOf = <P extends PageType>(pageType: P) =>
  route({
    method: 'GET',
    path: `/v1/${pageType}/production-month`,
    summary: 'Production month of a vehicle, from imported chassis ranges; 404 when no range contains the number',
    access: 'signed_in',
    query: z.strictObject({
      maker: z.optional(z.string().check(z.maxLength(100))),
      /** Chassis code, dash, serial number: `ZVW50-1234567`. */
      chassis: z.string().check(z.minLength(1), z.maxLength(40)),
      model: z.optional(z.string().check(z.maxLength(100))),
      carId: z.optional(z.string().check(z.maxLength(20))),
      auction: z.optional(z.string().check(z.maxLength(100))),
      lotNo: z.optional(z.string().check(z.maxLength(10))),
    }),
    reply: z.object({
      /** An unknown item is null and not shown (business-rules.md#production-month). */
      carInfo: z.object({
        year: z.nullable(z.int()),
        month: z.nullable(z.int()),
        modelCode: known,
        modelName: known,
        gradeCode: known,
        engineNo: known,
        transmission: known,
        description: known,
        code: known,
        colorCode: known,
        trimCode: known,
        catalogNo: known,
      }),
    }),
    errors: ['NotFound', 'Access.Denied'],
    budget: 'search',
  });

export const carProductionMonth = productionMonthOf('car-auction');
export const stockProductionMonth = productionMonthOf('stock');
export const statsProductionMonth = productionMonthOf('stats');
export const bikesProductionMonth = productionMonthOf('bikes');
export const bikeStatsProductionMonth = productionMonthOf('bike-stats');
