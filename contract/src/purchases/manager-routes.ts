import * as z from 'zod/mini';
import { requiredLine } from '../auth/fields.ts';
import { DECIDES, SEES_CLIENTS } from '../auth/manager-access.ts';
import { dayParam, instant, intParam, noQuery, option, pageInfo, route, success } from '../http.ts';
import { yen } from '../money.ts';
import { FEE_KINDS } from './finances.ts';
import { managedSearch, PURCHASE_STATUSES } from './list-search.ts';
import { CHECKLIST_DOCUMENTS, DOCUMENT_KINDS, MAX_DOCUMENT_BYTES } from './papers.ts';
import { purchasedDetails } from './routes.ts';
import { MAX_NOTE_LENGTH, shippingChange } from './shipping.ts';

const MAX_ID = 999_999_999_999;
const purchaseId = z.int().check(z.minimum(1), z.maximum(MAX_ID));
const documentId = purchaseId;
const day = z.nullable(z.string());
const text = z.nullable(z.string());

const managedPurchase = z.object({
  purchaseId: z.int(),
  userId: z.int(),
  clientId: z.string(),
  client: z.string(),
  sku: z.string(),
  title: z.string(),
  chassis: z.string(),
  lotNo: z.int(),
  auction: z.string(),
  boughtOn: z.string(),
  status: z.int(),
  totalYen: yen,
  exportPort: text,
  vessel: text,
  voyage: text,
  destination: text,
  etd: day,
  eta: day,
  /** Documents of the checklist that are still missing. */
  missingPapers: z.array(z.enum(CHECKLIST_DOCUMENTS)),
});
export type ManagedPurchase = z.infer<typeof managedPurchase>;

export const listPurchases = route({
  method: 'GET',
  path: '/v1/purchases/list',
  summary: "Everybody's purchases by client, vehicle, chassis, SKU or lot number and by status, the newest first",
  access: SEES_CLIENTS,
  query: managedSearch,
  reply: z.object({
    success: z.literal(true),
    items: z.array(managedPurchase),
    statusList: z.array(option),
    pageInfo,
  }),
  budget: 'search',
});

const purchaseEvent = z.object({
  at: instant,
  /** Name of the manager, client or program; null: the operator or the portal itself. */
  by: z.nullable(z.string()),
  kind: z.string(),
  data: z.record(z.string(), z.unknown()),
});
export type PurchaseEvent = z.infer<typeof purchaseEvent>;

export const viewPurchase = route({
  method: 'GET',
  path: '/v1/purchases/view',
  budget: 'read',
  summary: 'One purchase as its client sees it, who he is, and what was done about it last',
  access: SEES_CLIENTS,
  query: z.strictObject({ purchaseId: intParam(1, MAX_ID) }),
  reply: z.extend(purchasedDetails.reply, {
    purchase: managedPurchase,
    company: text,
    email: z.string(),
    mobile: z.string(),
    events: z.array(purchaseEvent),
  }),
  errors: ['NotFound'],
});

const change = {
  method: 'PUT',
  budget: 'write',
  access: DECIDES,
  query: noQuery,
  reply: success,
  repeatSafe: true,
} as const;
const REPEATS = ['Idempotency.Mismatch', 'Idempotency.InProgress'] as const;

export const setPurchaseStatus = route({
  ...change,
  path: '/v1/purchases/status',
  summary: 'Where the car is; another status is told to its client',
  body: z.strictObject({ purchaseId, status: z.literal(PURCHASE_STATUSES) }),
  errors: ['NotFound', ...REPEATS],
});

export const setPurchaseShipping = route({
  ...change,
  path: '/v1/purchases/shipping',
  summary: 'Yard, ports, ship and days: what is not named stays, null takes away; other days are told to the client',
  body: z.strictObject({ purchaseId, ...shippingChange.shape }),
  errors: ['NotFound', 'Purchase.DateOrder', ...REPEATS],
});

export const setPurchaseNote = route({
  ...change,
  path: '/v1/purchases/note',
  summary: 'What the client reads under notes; empty takes it away',
  body: z.strictObject({ purchaseId, note: z.string().check(z.trim(), z.maxLength(MAX_NOTE_LENGTH)) }),
  errors: ['NotFound', ...REPEATS],
});

export const setPurchaseDueDay = route({
  ...change,
  path: '/v1/purchases/due',
  summary: 'The agreed day of a paper; null goes back to the usual one',
  body: z.strictObject({ purchaseId, paper: z.enum(CHECKLIST_DOCUMENTS), dueOn: z.nullable(dayParam) }),
  errors: ['NotFound', ...REPEATS],
});

export const chargePurchaseFee = route({
  ...change,
  path: '/v1/purchases/fee',
  summary: 'What a purchase costs under one heading, 0 takes it back; the books move by the difference',
  body: z.strictObject({
    purchaseId,
    kind: z.enum(FEE_KINDS),
    amountYen: z.int().check(z.minimum(0), z.maximum(999_999_999)),
  }),
  errors: ['NotFound', ...REPEATS],
});

/** Base64 takes four characters for three bytes. */
const MAX_BASE64 = Math.ceil(MAX_DOCUMENT_BYTES / 3) * 4;
const base64 = z.string().check(
  z.minLength(4),
  z.maxLength(MAX_BASE64, 'Purchase.DocumentTooLarge'),
  z.regex(/^[A-Za-z0-9+/]*={0,2}$/),
  z.refine((text) => text.length % 4 === 0),
);

export const addPurchaseDocument = route({
  method: 'POST',
  path: '/v1/purchases/add-document',
  budget: 'write',
  summary: 'A PDF, JPEG or PNG beside a purchase, up to 10 MB; the same file as the same paper again is the first one',
  access: DECIDES,
  query: noQuery,
  body: z.strictObject({
    purchaseId,
    kind: z.enum(DOCUMENT_KINDS),
    /** The name shown to the client. */
    name: requiredLine(100),
    /** The file in base64. */
    content: base64,
  }),
  reply: z.object({ success: z.literal(true), documentId: z.int() }),
  errors: [
    'NotFound',
    'Request.TooLarge',
    'Purchase.DocumentType',
    'Purchase.DocumentTooLarge',
    'Purchase.DocumentLimit',
    'Unavailable',
  ],
  largestBodyBytes: MAX_BASE64 + 4_096,
});

export const removePurchaseDocument = route({
  ...change,
  method: 'POST',
  path: '/v1/purchases/remove-document',
  budget: 'write',
  summary: 'Takes a document away; its link opens nothing any more',
  body: z.strictObject({ documentId }),
  errors: ['NotFound', ...REPEATS],
});
