import * as z from 'zod/mini';
import { noQuery, route, success } from '../http.ts';
import { reviewScope, reviewSearch, SHEET_CAUSES } from './review-search.ts';

const id = z.int().check(z.minimum(1), z.maximum(2_147_483_647));
const lotId = z.string().check(z.regex(/^[1-9]\d{0,14}$/, 'Field.Invalid'));
const box = z.object({ left: z.int(), top: z.int(), width: z.int(), height: z.int() });

/** A field in which the sheet and the list differ. Values are without spelling: `81000`, `2018-05`, `4.5`. */
export const contradiction = z.object({
  field: z.string(),
  itemId: z.int(),
  sheetValue: z.string(),
  listValue: z.string(),
  /** Null until a manager decides; `both` leaves both values shown. */
  decision: z.nullable(z.enum(['sheet', 'list', 'other', 'both'])),
  /** The value that a manager confirmed. */
  decidedValue: z.nullable(z.string()),
  /** For the mileage: the photo of the odometer, where the source names one that has not been hidden. */
  odometerPhoto: z.nullable(z.string()),
});
export type Contradiction = z.infer<typeof contradiction>;

export const sheetContradictions = route({
  method: 'GET',
  path: '/v1/sheets/contradictions',
  budget: 'read',
  summary: 'Fields in which the auction sheet of a lot and the list differ',
  access: 'signed_in',
  query: z.strictObject({ lotId }),
  reply: z.object({ contradictions: z.array(contradiction) }),
  errors: ['NotFound', 'Access.Denied'],
});

/** Most contradictions of one reply; the review lists all of their lots. */
export const MAX_OPEN_CONTRADICTIONS = 5;

const openContradiction = z.object({
  lotId: z.string(),
  lotNo: z.int(),
  house: z.string(),
  vehicle: z.string(),
  year: z.nullable(z.int()),
  /** First photo; null for a lot without one. */
  photo: z.nullable(z.string()),
  cutoffAt: z.string(),
  bids: z.int(),
  field: z.string(),
  sheetValue: z.string(),
  listValue: z.string(),
  /** Address of the part of the sheet. */
  crop: z.string(),
  /** For the mileage: what an earlier listing of the same vehicle said, the latest one. */
  earlier: z.nullable(z.object({ mileageKm: z.int(), day: z.string() })),
  /** For the mileage: the photo of the odometer, as for the lot. */
  odometerPhoto: z.nullable(z.string()),
});
export type OpenContradiction = z.infer<typeof openContradiction>;

export const openContradictions = route({
  method: 'GET',
  path: '/v1/sheets/open-contradictions',
  budget: 'read',
  summary: 'The first undecided contradictions of upcoming lots: those with bids, then by cut-off',
  access: { userType: 3 },
  query: noQuery,
  reply: z.object({ items: z.array(openContradiction), total: z.int() }),
});

export const reviewRow = z.object({
  lotId: z.string(),
  lotNo: z.int(),
  house: z.string(),
  vehicle: z.string(),
  year: z.nullable(z.int()),
  cutoffAt: z.string(),
  bids: z.int(),
  state: z.enum(['waiting', 'read', 'failed']),
  /** Why the picture cannot be read; an error code of this contract. */
  problem: z.nullable(z.enum(SHEET_CAUSES)),
  read: z.int(),
  unread: z.int(),
  contradictions: z.int(),
});
export type ReviewRow = z.infer<typeof reviewRow>;

export const listSheets = route({
  method: 'GET',
  path: '/v1/sheets/review',
  budget: 'search',
  summary: 'Auction sheets that need a manager, by filter, source and cause: contradictions first, then by cut-off',
  access: { userType: 3 },
  query: reviewSearch,
  reply: z.object({ rows: z.array(reviewRow), total: z.int(), contradictions: z.int() }),
});

export const reviewItem = z.object({
  id: z.int(),
  field: z.string(),
  /** Null where it was not read. */
  ja: z.nullable(z.string()),
  /** The likeliest text of an unread place. */
  guess: z.nullable(z.string()),
  en: z.nullable(z.string()),
  ru: z.nullable(z.string()),
  confidence: z.number(),
  box,
  crop: z.string(),
  corrected: z.boolean(),
  /** Unread places of other sheets with the same guess. */
  alike: z.int(),
  /** Words that it may be, the nearest first; empty for figures. */
  suggestions: z.array(z.string()),
});
export type ReviewItem = z.infer<typeof reviewItem>;

export const openSheet = route({
  method: 'GET',
  path: '/v1/sheets/review-lot',
  budget: 'read',
  summary: 'One auction sheet for review, with boxes, crops and contradictions',
  access: { userType: 3 },
  query: z.strictObject({ lotId, ...reviewScope }),
  reply: z.object({
    row: reviewRow,
    /** `service`: read by the operator's own service. */
    reader: z.enum(['own', 'service']),
    form: z.nullable(z.string()),
    /** Addresses of the straightened page, which boxes refer to, and of the picture as it came. */
    pageImage: z.string(),
    photo: z.string(),
    items: z.array(reviewItem),
    contradictions: z.array(contradiction),
    /** Neighbors in the list of this filter, source and cause. */
    previousLotId: z.nullable(z.string()),
    nextLotId: z.nullable(z.string()),
    position: z.int(),
    total: z.int(),
  }),
  errors: ['NotFound'],
});

const text = z.string().check(z.trim(), z.maxLength(200, 'Field.Invalid'));

export const translateCrop = route({
  method: 'POST',
  path: '/v1/sheets/translate-item',
  budget: 'write',
  summary: 'Translate a place that was not read; `teach` applies it to every sheet with the same text',
  access: { userType: 3 },
  query: noQuery,
  body: z.strictObject({
    id,
    en: z.string().check(z.trim(), z.minLength(1, 'Field.Required'), z.maxLength(200, 'Field.Invalid')),
    ru: z.string().check(z.trim(), z.minLength(1, 'Field.Required'), z.maxLength(200, 'Field.Invalid')),
    teach: z._default(z.boolean(), false),
  }),
  reply: z.object({ sheets: z.int() }),
  errors: ['NotFound'],
});

export const markIllegible = route({
  method: 'POST',
  path: '/v1/sheets/illegible-item',
  budget: 'write',
  summary: 'Mark a place of a sheet as illegible',
  access: { userType: 3 },
  query: noQuery,
  body: z.strictObject({ id }),
  reply: success,
  errors: ['NotFound'],
});

export const readSheetAgain = route({
  method: 'POST',
  path: '/v1/sheets/read-again',
  budget: 'write',
  cost: 5,
  summary: 'Read an auction sheet a second time; corrections of managers stay',
  access: { userType: 3 },
  query: noQuery,
  body: z.strictObject({ lotId }),
  reply: success,
  errors: ['NotFound'],
});

export const decideContradiction = route({
  method: 'POST',
  path: '/v1/sheets/decide',
  budget: 'write',
  summary: 'Decide whether the sheet or the list is right; the lot gets the value',
  access: { userType: 3 },
  query: noQuery,
  body: z.strictObject({
    lotId,
    field: z.string().check(z.minLength(1), z.maxLength(40)),
    decision: z.enum(['sheet', 'list', 'other', 'both']),
    /** For `other`: the right value. */
    value: z.optional(text),
    /** The values that the manager saw; others are refused with `Sheet.Decided`. */
    sheetValue: z.string().check(z.maxLength(60)),
    listValue: z.string().check(z.maxLength(60)),
    /** Notifies the clients with open bids on the lot of the confirmed value. */
    notifyClients: z._default(z.boolean(), false),
  }),
  reply: success,
  errors: ['NotFound', 'Sheet.Value', 'Sheet.Decided'],
});
