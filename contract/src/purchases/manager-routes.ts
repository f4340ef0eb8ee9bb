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
  summary: 'All purchases by client, vehicle, chassis, SKU or lot number and by status, the newest first',
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
  summary: 'One purchase as its client sees it, with the client and the latest changes',
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
  summary: 'Set the status of the car; a change notifies its client',
  body: z.strictObject({ purchaseId, status: z.literal(PURCHASE_STATUSES) }),
  errors: ['NotFound', ...REPEATS],
});

export const setPurchaseShipping = route({
  ...change,
  path: '/v1/purchases/shipping',
  summary: 'Set yard, ports, ship and days: absent fields are unchanged, null clears; changed days notify the client',
  body: z.strictObject({ purchaseId, ...shippingChange.shape }),
  errors: ['NotFound', 'Purchase.DateOrder', ...REPEATS],
});

export const setPurchaseNote = route({
  ...change,
  path: '/v1/purchases/note',
  summary: 'Set the notes that the client reads; empty clears them',
  body: z.strictObject({ purchaseId, note: z.string().check(z.trim(), z.maxLength(MAX_NOTE_LENGTH)) }),
  errors: ['NotFound', ...REPEATS],
});

export const setPurchaseDueDay = route({
  ...change,
  path: '/v1/purchases/due',
  summary: 'Set the agreed due day of a document; null restores the default',
  body: z.strictObject({ purchaseId, paper: z.enum(CHECKLIST_DOCUMENTS), dueOn: z.nullable(dayParam) }),
  errors: ['NotFound', ...REPEATS],
});

export const chargePurchaseFee = route({
  ...change,
  path: '/v1/purchases/fee',
  summary: 'Set one cost of a purchase, 0 removes it; the difference is posted to the ledger',
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
  summary:
    'Add a PDF, JPEG or PNG to a purchase, up to 10 MB; the same file of the same kind again returns the first one',
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
  summary: 'Remove a document; its link stops working',
  body: z.strictObject({ documentId }),
  errors: ['NotFound', ...REPEATS],
});
