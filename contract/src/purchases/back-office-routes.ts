import * as z from 'zod/mini';
import { intParam, route } from '../http.ts';
import * as purchases from './manager-routes.ts';
import { DOCUMENT_KINDS, DOCUMENT_TYPES } from './papers.ts';

/** The provider's programs make the same calls as the screens of managers, with the same bodies, replies and errors. */
const READ = { access: { service: 'purchases:read' } } as const;
const WRITE = { access: { service: 'purchases:write' } } as const;
const DOCUMENTS = { access: { service: 'documents:write' } } as const;
const BASE = '/v1/back-office/purchases';

export const serviceListPurchases = route({ ...purchases.listPurchases, ...READ, path: BASE });
export const serviceViewPurchase = route({ ...purchases.viewPurchase, ...READ, path: `${BASE}/view` });
export const serviceSetPurchaseStatus = route({ ...purchases.setPurchaseStatus, ...WRITE, path: `${BASE}/status` });
export const serviceSetShipping = route({ ...purchases.setPurchaseShipping, ...WRITE, path: `${BASE}/shipping` });
export const serviceSetNote = route({ ...purchases.setPurchaseNote, ...WRITE, path: `${BASE}/note` });
export const serviceSetDueDay = route({ ...purchases.setPurchaseDueDay, ...WRITE, path: `${BASE}/due` });
export const serviceChargeFee = route({ ...purchases.chargePurchaseFee, ...WRITE, path: `${BASE}/fee` });
export const serviceAddDocument = route({
  ...purchases.addPurchaseDocument,
  ...DOCUMENTS,
  path: `${BASE}/add-document`,
});
export const serviceRemoveDocument = route({
  ...purchases.removePurchaseDocument,
  ...DOCUMENTS,
  path: `${BASE}/remove-document`,
});

export const serviceReadDocument = route({
  method: 'GET',
  path: `${BASE}/document`,
  budget: 'read',
  summary: 'One document with its file in base64; people download it from the path beside it',
  access: { service: 'documents:read' },
  query: z.strictObject({ documentId: intParam(1, 999_999_999_999) }),
  reply: z.object({
    success: z.literal(true),
    documentId: z.int(),
    kind: z.enum(DOCUMENT_KINDS),
    type: z.enum(DOCUMENT_TYPES),
    name: z.string(),
    content: z.string(),
  }),
  errors: ['NotFound', 'Unavailable'],
});
