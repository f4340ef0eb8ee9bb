import { photoAddressesOf } from '@seri/contract/photos/names.ts';
import * as calls from '@seri/contract/purchases/routes.ts';
import type { FastifyInstance } from 'fastify';
import { NotFound } from '../platform/calls/errors.ts';
import type { Database } from '../platform/db/db.ts';
import { registerRoute } from '../platform/http/register-route.ts';
import { toDetails } from './details.ts';
import { findDetails } from './details-queries.ts';
import { statusList } from './labels.ts';
import { editParty, toParty } from './manage/parties.ts';
import { findAddressBook } from './manage/party-queries.ts';
import { purchaseNumber } from './purchase-id.ts';
import { countPurchases, findPurchases, type PurchaseRow } from './queries.ts';

const DONE = { success: true as const };

/** A client's own purchases: for everybody else a purchase does not exist. */
export function purchaseRoutes(app: FastifyInstance, { db }: Database): void {
  registerRoute(app, calls.purchasedCars, async ({ query, currentUser }) => {
    const [rows, counts] = await Promise.all([
      findPurchases(db, currentUser.userId, query),
      countPurchases(db, currentUser.userId, query),
    ]);
    return {
      ...DONE,
      carsList: rows.map(toListed),
      statusList: statusList(currentUser.language),
      pageInfo: {
        page: query.page,
        pageSize: query.pageSize,
        totalSearchResults: counts.found,
        totalResults: counts.all,
      },
    };
  });

  registerRoute(app, calls.purchasedDetails, async ({ query, currentUser }) => {
    const row = await findDetails(db, numberOf(query.id), currentUser.userId);
    if (!row) throw new NotFound();
    return toDetails(db, row, { language: currentUser.language, mayInvoice: currentUser.permissions.downloadInvoice });
  });

  registerRoute(app, calls.updateConsignee, async ({ body: { id, ...form }, currentUser }) => {
    await editParty(db, { purchaseId: numberOf(id), userId: currentUser.userId, which: 'consignee_id', form });
    return DONE;
  });
  registerRoute(app, calls.updateNotifyParty, async ({ body: { id, ...form }, currentUser }) => {
    await editParty(db, { purchaseId: numberOf(id), userId: currentUser.userId, which: 'notify_party_id', form });
    return DONE;
  });
  registerRoute(app, calls.clearNotifyParty, async ({ body: { id }, currentUser }) => {
    await editParty(db, { purchaseId: numberOf(id), userId: currentUser.userId, which: 'notify_party_id', form: null });
    return DONE;
  });
  registerRoute(app, calls.savedAddresses, async ({ currentUser }) => ({
    ...DONE,
    items: (await findAddressBook(db, currentUser.userId)).map((row) => toParty(row, currentUser.language)),
  }));
}

function numberOf(id: string): number {
  const purchaseId = purchaseNumber(id);
  if (purchaseId === null) throw new NotFound();
  return purchaseId;
}

const toListed = (row: PurchaseRow): calls.PurchasedCar => ({
  id: `P${row.id}`,
  sku: row.sku,
  lotId: String(row.lot_id),
  lotNo: row.lot_no,
  auction: row.auction,
  maker: row.maker,
  model: row.model,
  year: row.year,
  chassis: row.chassis_number,
  purchaseDate: row.purchased_on,
  status: row.status,
  totalPrice: row.total_yen,
  exportPort: row.export_port,
  voyage: row.voyage,
  etd: row.etd,
  eta: row.eta,
  images: photoAddressesOf(row.images),
});
