import * as z from 'zod/mini';
import { noQuery, option, pageInfo, route, success } from '../http.ts';
import { mileageMark } from '../lots/mileage.ts';
import { PAGE_TYPES } from '../lots/page-types.ts';
import { yen } from '../money.ts';
import { finances, storedEstimate } from './finances.ts';
import { purchasedQuery } from './list-search.ts';
import { checklistRow, purchaseDocument } from './papers.ts';
import { notifyParty, party, partyFields } from './parties.ts';

/** Meaning of each code: business-rules.md#purchase-statuses. */
export const purchasedCar = z.object({
  id: z.string(),
  sku: z.string(),
  lotId: z.string(),
  lotNo: z.int(),
  auction: z.string(),
  maker: z.string(),
  model: z.string(),
  year: z.nullable(z.int()),
  chassis: z.string(),
  purchaseDate: z.string(),
  status: z.nullable(z.union([z.int(), z.string()])),
  totalPrice: yen,
  exportPort: z.nullable(z.string()),
  voyage: z.nullable(z.string()),
  etd: z.nullable(z.string()),
  eta: z.nullable(z.string()),
  images: z.array(z.string()),
});
export type PurchasedCar = z.infer<typeof purchasedCar>;

export const purchasedCars = route({
  method: 'GET',
  path: '/v1/purchased-cars/',
  budget: 'read',
  summary: 'Own purchases, newest first',
  access: { userType: 2 },
  query: purchasedQuery,
  reply: z.object({ success: z.literal(true), carsList: z.array(purchasedCar), statusList: z.array(option), pageInfo }),
});

const id = z.string().check(z.minLength(1), z.maxLength(20));
const day = z.nullable(z.string());
const text = z.nullable(z.string());

export const purchasedDetails = route({
  method: 'GET',
  path: '/v1/purchased-cars/view-car',
  budget: 'read',
  summary: 'One purchase: vehicle, costs by name and their total, transport, consignee, documents, notes',
  access: { userType: 2 },
  query: z.strictObject({ id }),
  reply: z.object({
    success: z.literal(true),
    statusList: z.array(option),
    carDetail: z.object({
      id: z.string(),
      carId: z.string(),
      /** The page that opens the lot. */
      pageType: z.enum(PAGE_TYPES),
      title: z.string(),
      model: z.string(),
      yearMonth: z.string(),
      chassis: z.string(),
      mileage: z.nullable(z.int()),
      mileageMark,
      engine: z.nullable(z.int()),
      color: z.string(),
      purchaseDate: z.string(),
      auction: z.string(),
      lotNo: z.int(),
    }),
    finances,
    /** Null for purchases older than stored estimates, and where no table was imported. */
    estimate: z.nullable(storedEstimate),
    consignee: party,
    notifyParty,
    /** Whether consignee and notify party may still be changed. */
    partiesEditable: z.boolean(),
    logistics: z.object({
      status: z.nullable(z.union([z.int(), z.string()])),
      purchaseDate: z.string(),
      stockYard: text,
      yardArrivalEta: day,
      typeOfExport: z.nullable(z.int()),
      exportPort: text,
      shippingLine: text,
      vessel: text,
      voyage: text,
      destination: text,
      dischargePort: text,
      etd: day,
      eta: day,
    }),
    /** The days in Japan on which it reached its statuses, the first included. */
    steps: z.array(z.object({ status: z.int(), reachedOn: z.string() })),
    lotImages: z.object({ images: z.array(z.string()), thumbnails: z.array(z.string()) }),
    documents: z.array(purchaseDocument),
    checkList: z.array(checklistRow),
    note: z.string(),
    invoiceAvailable: z.boolean(),
    invoiceUrl: z.nullable(z.string()),
    /** Characters of the names on the invoice that cannot be printed; absent when all can. */
    invoiceUnprintable: z.optional(z.array(z.string())),
  }),
  errors: ['NotFound'],
});

export const updateConsignee = route({
  method: 'PUT',
  path: '/v1/purchased-cars/update-consignee',
  budget: 'write',
  summary: 'Set the consignee of an own car, until its ship is loaded',
  access: { userType: 2 },
  query: noQuery,
  body: z.strictObject({ id, ...partyFields }),
  reply: success,
  errors: ['NotFound', 'Purchase.Shipped', 'Field.Required', 'Field.Invalid', 'Email.Invalid', 'Phone.Incomplete'],
});

export const updateNotifyParty = route({
  method: 'PUT',
  path: '/v1/purchased-cars/update-notify-party',
  budget: 'write',
  summary: 'Set the notify party of an own car, until its ship is loaded',
  access: { userType: 2 },
  query: noQuery,
  body: z.strictObject({ id, ...partyFields }),
  reply: success,
  errors: ['NotFound', 'Purchase.Shipped', 'Field.Required', 'Field.Invalid', 'Email.Invalid', 'Phone.Incomplete'],
});

export const clearNotifyParty = route({
  method: 'PUT',
  path: '/v1/purchased-cars/clear-notify-party',
  budget: 'write',
  summary: 'Make the consignee of an own car its notify party, until its ship is loaded',
  access: { userType: 2 },
  query: noQuery,
  body: z.strictObject({ id }),
  reply: success,
  errors: ['NotFound', 'Purchase.Shipped'],
});

export const savedAddresses = route({
  method: 'GET',
  path: '/v1/purchased-cars/list-addresses',
  budget: 'read',
  summary: 'Own address book: consignees and notify parties of earlier cars, the latest first',
  access: { userType: 2 },
  query: noQuery,
  reply: z.object({ success: z.literal(true), items: z.array(party) }),
});
